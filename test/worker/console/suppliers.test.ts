import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
});

const FORM = {
  name: "Acme",
  code: "",
  currency: "EUR",
  contact_name: "Sam",
  contact_email: "",
  contact_phone: "",
  default_shipping: "to_us",
  lead_time_days: "4",
  file_columns: "",
  is_active: "on",
};

const createSupplier = async (form: Record<string, string>): Promise<string> => {
  const { status, location, text } = await member.send("/suppliers", { ...FORM, ...form });
  if (status !== 303) throw new Error(text);
  return /\/suppliers\/(sup_\w+)/.exec(location ?? "")?.[1] ?? "";
};
const readStored = async (id: string) => (await rows("select * from suppliers where id = ?", id))[0];

describe("suppliers in the console", () => {
  it("are created once, however often the form is sent", async () => {
    const form = { ...FORM, form_token: tokenIn(await member.open("/suppliers/new")), name: "Sent twice" };
    const [first, second] = [await member.send("/suppliers", form), await member.send("/suppliers", form)];
    const all = await rows<{ id: string }>("select * from suppliers where name = 'Sent twice'");
    expect(all).toMatchObject([{ organization_id: shop.id, currency: "EUR", default_shipping: "to_us", lead_time_days: 4, is_active: 1 }]);
    expect({ location: first.location, secondStatus: second.status }).toEqual({
      location: `/console/${shop.id}/suppliers/${all[0]?.id}?done=supplier_created`,
      secondStatus: 303,
    });
  });

  it("have the columns of their file as lines, and an error at that field if a line is invalid", async () => {
    const id = await createSupplier({ name: "With columns", file_columns: "Qty = quantity\r\n\r\nA = B = sku\ncolor" });
    const columns = [
      { name: "Qty", field: "quantity" },
      { name: "A = B", field: "sku" },
      { name: "color", field: "color" },
    ];
    expect((await shop.v2(`/suppliers/${id}`)).body.file_columns).toEqual(columns);
    expect((await member.open(`/suppliers/${id}/edit`)).text).toContain("Qty = quantity\nA = B = sku\ncolor</textarea>");
    const rejected = await member.send("/suppliers", { ...FORM, name: "Wrong", file_columns: "Price = price" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 400,
      text: expect.stringContaining('id="file_columns-error"'),
    });
    expect(rejected.text).toContain("Price = price</textarea>");
  });

  it("are found by whether they are active, and linked in the list", async () => {
    const id = await createSupplier({ name: "Listed" });
    await shop.v2(`/suppliers/${id}`, { method: "PATCH", body: { is_active: false } });
    const link = `/console/${shop.id}/suppliers/${id}"`;
    expect((await viewer.open("/suppliers")).text).toContain(link);
    expect((await viewer.open("/suppliers?is_active=true")).text).not.toContain(link);
    const inactive = await viewer.open("/suppliers?is_active=false");
    expect(inactive.text).toContain(link);
    expect(inactive.text).toContain('<option value="false" selected');
  });

  it("show an error at the field for a name that is the code of another one, and keep the input", async () => {
    await createSupplier({ name: "Taken", code: "tk" });
    const rejected = await member.send("/suppliers", { ...FORM, name: "TK", contact_name: "Kept" });
    expect([rejected.status, rejected.text.includes('id="name-error"'), rejected.text.includes('value="Kept"')]).toEqual([409, true, true]);
  });

  it("are visible to a viewer, who can't change them", async () => {
    const id = await createSupplier({ name: "Seen", contact_email: "sam@acme.example" });
    const seen = await viewer.open(`/suppliers/${id}`);
    expect(seen.text).toContain("sam@acme.example");
    expect(seen.text).toContain(`/orders?supplier_id=${id}"`);
    expect(seen.text).not.toContain(`/suppliers/${id}/edit`);
    expect((await viewer.send(`/suppliers/${id}`, { ...FORM, name: "Mine" })).status).toBe(403);
    expect(await readStored(id)).toMatchObject({ name: "Seen", version: 1 });
  });
});
