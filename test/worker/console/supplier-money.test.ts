import { beforeAll, describe, expect, it } from "vitest";
import { createShop, ingestOrder, rows, type Shop, v2As } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

/** Costs, invoices and tokens of suppliers in the console. */

let shop: Shop;
let owner: Visitor;
let member: Visitor;
let supplier: string;
beforeAll(async () => {
  shop = await createShop();
  [owner, member] = [await createMember(shop.id, "owner"), await createMember(shop.id, "member")];
  supplier = (await shop.v2("/suppliers", { body: { name: "Acme" } })).body.id;
});

const readCosts = async (): Promise<string[]> =>
  (await shop.v2(`/suppliers/${supplier}/costs`)).body.data.map(
    ({ sku, unit_cost }: { sku: string; unit_cost: number }) => `${sku} ${unit_cost}`,
  );

async function sendOrder(fields: Record<string, unknown> = {}): Promise<{ id: string; item: string }> {
  const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 9, quantity: 2, cost: 3, assigned_supplier: "Acme", ...fields }] });
  const { body } = await shop.v2("/supplier-orders", { body: { order_ids: [order.id], override_reason: "Now" } });
  return { id: body.supplier_orders[0].id, item: order.items[0].id };
}

describe("the costs of a supplier", () => {
  it("are pasted as lines from a spreadsheet, and deleted by a line without a cost", async () => {
    const path = `/suppliers/${supplier}/costs`;
    const saved = await owner.send(path, { costs: "MUG-1\t2.5\r\n\r\nTEE red  4\r\nCUP\t1\r\n" });
    expect({ status: saved.status, location: saved.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}${path}?done=supplier_costs_saved`,
    });
    expect(await readCosts()).toEqual(["CUP 1", "MUG-1 2.5", "TEE red 4"]);
    await owner.send(path, { costs: "CUP," });
    expect(await readCosts()).toEqual(["MUG-1 2.5", "TEE red 4"]);
    expect((await owner.open(path)).text).toContain("MUG-1");
  });

  it("have a comma, a semicolon, a tab or a space before the cost, and a comma in a cost is no separator", async () => {
    const other = (await shop.v2("/suppliers", { body: { name: "Bolt" } })).body.id;
    const read = async () =>
      (await shop.v2(`/suppliers/${other}/costs`)).body.data.map(({ sku, unit_cost }: { sku: string; unit_cost: number }) => [
        sku,
        unit_cost,
      ]);
    await owner.send(`/suppliers/${other}/costs`, { costs: "A,1\nB, 2\nC;3\nD\t4\nE e 5\nF f,6" });
    const all = [
      ["A", 1],
      ["B", 2],
      ["C", 3],
      ["D", 4],
      ["E e", 5],
      ["F f", 6],
    ];
    expect(await read()).toEqual(all);
    for (const line of ["G 2,50", "G, 2,50", "G;2,50", "G,2,50"]) {
      expect((await owner.send(`/suppliers/${other}/costs`, { costs: line })).text).toContain("Line 1:");
    }
    expect(await read()).toEqual(all);
  });

  it("are all rejected with the number of every line that cannot be read, which stays in the field", async () => {
    const before = await readCosts();
    const text = "GOOD\t1\n\nBAD\tfree\nONLYSKU\ngood\t2\nMINUS\t-1";
    const { status, text: page } = await owner.send(`/suppliers/${supplier}/costs`, { costs: text });
    // "good" on line 5 repeats the SKU of line 1, but SKUs are compared only once every line can be read.
    const named = ["Line 1:", "Line 3:", "Line 4:", "Line 5:", "Line 6:"].map((line) => page.includes(line));
    expect({ status, named }).toEqual({ status: 400, named: [false, true, true, false, true] });
    expect(page).toContain("BAD\tfree\nONLYSKU");
    const twice = await owner.send(`/suppliers/${supplier}/costs`, { costs: "A\t1\n\na\t2" });
    expect(twice.text).toContain("Line 3: This SKU occurs twice");
    expect(await readCosts()).toEqual(before);
  });

  it("are shown and set only by those who may see money", async () => {
    expect((await member.open(`/suppliers/${supplier}/costs`)).status).toBe(403);
    expect((await member.send(`/suppliers/${supplier}/costs`, { costs: "MUG-1\t9" })).status).toBe(403);
    const linksIn = async (visitor: Visitor) => (await visitor.open(`/suppliers/${supplier}`)).text.includes("/costs");
    expect({ owner: await linksIn(owner), member: await linksIn(member) }).toEqual({ owner: true, member: false });
  });
});

describe("the invoice of a supplier order", () => {
  it("begins with what was agreed, and shows the difference once it is saved", async () => {
    const { id, item } = await sendOrder();
    expect((await owner.open(`/production/${id}/invoice`)).text).toMatch(new RegExp(`name="charged_cost_${item}"[^>]* value="3.00"`));
    const saved = await owner.send(`/production/${id}/invoice`, {
      invoice_number: "A-1",
      [`charged_cost_${item}`]: "3.25",
      is_paid: "on",
    });
    expect(saved.location).toBe(`/console/${shop.id}/production/${id}?done=invoice_saved`);
    const [line] = await rows("select charged_cost from supplier_order_lines where supplier_order_id = ?", id);
    expect(line).toEqual({ charged_cost: 32_500 });
    const page = await owner.open(`/production/${id}`);
    expect(["$6.00", "$6.50", "$0.50", "A-1"].map((text) => page.text.includes(text))).toEqual([true, true, true, true]);
    expect((await member.open(`/production/${id}`)).text).not.toContain("$6.50");
    expect((await member.open(`/production/${id}/invoice`)).status).toBe(403);
  });

  it("is marked as paid on the supplier order, and keeps its number and costs", async () => {
    const { id, item } = await sendOrder();
    expect((await owner.open(`/production/${id}`)).text).toMatch(/Mark as paid.*Record invoice/s);
    await owner.send(`/production/${id}/invoice`, { invoice_number: "A-2", [`charged_cost_${item}`]: "3.25" });
    await owner.send(`/production/${id}/invoice`, { is_paid: "on" });
    expect((await shop.v2(`/supplier-orders/${id}`)).body).toMatchObject({
      invoice_number: "A-2",
      paid_at: expect.any(String),
      lines: [{ charged_cost: 3.25 }],
    });
    const { text } = await owner.open(`/production/${id}`);
    expect([text.includes("Mark as paid"), text.includes("Edit invoice")]).toEqual([false, true]);
  });

  it("names the line whose cost is no amount, and writes nothing", async () => {
    const { id, item } = await sendOrder();
    const wrong = await owner.send(`/production/${id}/invoice`, { invoice_number: "", [`charged_cost_${item}`]: "three" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(
      /aria-label="Charged for one Mug, in USD"[^>]* value="three" aria-invalid="true"[^>]*><p class="field-error">/,
    );
    expect((await shop.v2(`/supplier-orders/${id}`)).body.version).toBe(1);
  });
});

it("the page of unpaid supplier orders has what is owed to each supplier, for those who may see money", async () => {
  await sendOrder({ cost: 1_234_000 });
  const page = await owner.open("/production/unpaid");
  // Two mugs for 1,234,000, and less than ten dollars of the tests before.
  expect({ status: page.status, isListed: page.text.includes("Acme"), hasSum: page.text.includes("$2,468,00") }).toEqual({
    status: 200,
    isListed: true,
    hasSum: true,
  });
  expect((await member.open("/production/unpaid")).status).toBe(403);
});

it("the page of a supplier creates an API token that is limited to it, and shows its secret once", async () => {
  expect((await member.open(`/suppliers/${supplier}/token`)).status).toBe(403);
  const created = await owner.send(`/suppliers/${supplier}/token`, { name: "Acme’s system" });
  const [secret = ""] = /sk_live_[0-9A-Za-z]{36}/.exec(created.text) ?? [];
  const asSupplier = v2As({ id: 0, secret });
  const { id } = await sendOrder();
  expect((await asSupplier(`/supplier-orders/${id}`)).status).toBe(200);
  expect((await asSupplier("/orders")).status).toBe(403);
  const [row] = await rows<{ id: number; supplier_id: string }>("select id, supplier_id from credentials where name = 'Acme’s system'");
  expect(row?.supplier_id).toBe(supplier);
  const later = (await owner.open(`/settings/api-tokens/${row?.id}`)).text;
  expect([later.includes("One supplier"), later.includes(secret)]).toEqual([true, false]);
  expect((await owner.send("/suppliers/sup_none/token", { name: "x" })).status).toBe(404);
});
