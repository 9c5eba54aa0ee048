import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Supplier } from "../../../src/resources/suppliers/supplier-view";
import { type ApiResponse, createShop, idempotencyKey, ingestOrder, rows, type Shop } from "../../kit/client";
import { ALL_ATTEMPTS, loseBatch } from "../../kit/lost-batch";
import { logOf } from "../../kit/log";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ currency: "AUD" });
});
afterEach(() => vi.restoreAllMocks());

let nameCount = 0;
const aName = () => `Maker ${(nameCount += 1)}`;

const post = (of: Shop, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  of.v2("/suppliers", { body: { name: aName(), ...fields }, headers });
const patch = (of: Shop, id: string, body: unknown, headers: Record<string, string> = {}) =>
  of.v2(`/suppliers/${id}`, { method: "PATCH", body, headers });

function supplierOf(response: ApiResponse, status: number) {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
  return Supplier.parse(response.body);
}
const createSupplier = async (of: Shop, fields: Record<string, unknown> = {}) => supplierOf(await post(of, fields), 201);
const details = ({ body }: ApiResponse) =>
  (body.error?.details ?? []).map((one: { path: string; code: string }) => `${one.path} ${one.code}`);

describe("POST /suppliers", () => {
  it("creates a supplier with the documented fields and defaults", async () => {
    const response = await post(shop, { name: " Größe Druck " });
    const supplier = supplierOf(response, 201);
    expect(response.headers.get("Location")).toBe(`/api/v2/suppliers/${supplier.id}`);
    expect(supplier).toEqual({
      id: expect.stringMatching(/^sup_/),
      name: "Größe Druck",
      code: null,
      currency: "AUD",
      contact_name: null,
      contact_email: null,
      contact_phone: null,
      file_columns: null,
      default_shipping: "to_buyer",
      lead_time_days: null,
      is_active: true,
      version: 1,
      created_at: expect.any(String),
      updated_at: supplier.created_at,
    });
    expect(supplierOf(await shop.v2(`/suppliers/${supplier.id}`), 200)).toEqual(supplier);
  });

  it("keeps the columns of its file in their order", async () => {
    const file_columns = [
      { name: "Qty", field: "quantity" },
      { name: "Text, to print", field: "personalization" },
    ];
    expect(await createSupplier(shop, { file_columns })).toMatchObject({ file_columns });
    expect(await createSupplier(shop, { file_columns: [] })).toMatchObject({ file_columns: null });
  });

  it("rejects wrong fields with a violation for each, and writes nothing", async () => {
    const before = await rows("select count(*) as n from suppliers");
    const wrong = {
      name: " ",
      currency: "EURO",
      lead_time_days: 366,
      default_shipping: "by ship",
      file_columns: [{ name: "A", field: "price" }],
    };
    const response = await post(shop, wrong);
    expect(response.status).toBe(400);
    expect(details(response).map((detail: string) => detail.split(" ", 1)[0])).toEqual([
      "name",
      "currency",
      "file_columns[0].field",
      "default_shipping",
      "lead_time_days",
    ]);
    expect(await rows("select count(*) as n from suppliers")).toEqual(before);
  });

  it("rejects a name or a code that is the name, the code or the id of another supplier, ignoring case", async () => {
    const { id } = await createSupplier(shop, { name: "Straße Acht", code: "s8" });
    for (const [fields, expected] of [
      // It is another name, because ß and SS differ in more than case.
      [{ name: "STRASSE ACHT" }, []],
      [{ name: "sTRAßE aCHT" }, ["name name_taken"]],
      [{ name: "S8" }, ["name name_taken"]],
      [{ name: aName(), code: "straße acht" }, ["code code_taken"]],
      [{ name: "s8", code: "S8" }, ["name name_taken", "code code_taken"]],
      [{ name: id.toUpperCase() }, ["name name_taken"]],
      [{ name: aName(), code: id.toUpperCase() }, ["code code_taken"]],
    ] as const) {
      const response = await post(shop, fields);
      expect({ status: response.status, details: details(response) }).toEqual({
        status: expected.length === 0 ? 201 : 409,
        details: expected,
      });
    }
    const other = await createShop();
    expect((await post(other, { name: "Straße Acht", code: "s8" })).status).toBe(201);
  });

  it("lets one of several simultaneous requests have a name", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => post(shop, n % 2 ? { name: "Race" } : { code: "race" })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(await rows("select 1 from supplier_terms where organization_id = ? and term = 'race'", shop.id)).toHaveLength(1);
  });

  it("creates one supplier if the request is repeated after the request or the response of its batch was lost", async () => {
    for (const lost of ["request", "response"] as const) {
      const [own, headers] = [await createShop(), idempotencyKey()];
      // The credential is cached from here on.
      await own.v2("/suppliers");
      // The first batch reads, the second one writes.
      loseBatch(2, lost, ALL_ATTEMPTS);
      expect((await post(own, { name: "Once" }, headers)).status).toBe(503);
      vi.restoreAllMocks();
      const again = supplierOf(await post(own, { name: "Once" }, headers), 201);
      expect(await rows("select id, version from suppliers where organization_id = ?", own.id)).toEqual([{ id: again.id, version: 1 }]);
    }
  });
});

describe("PATCH /suppliers/{id}", () => {
  it("changes only what is sent, counts versions, and writes nothing if nothing changes", async () => {
    const { id, ...before } = await createSupplier(shop, { code: aName(), contact_name: "Sam", lead_time_days: 3 });
    const changed = supplierOf(await patch(shop, id, { lead_time_days: null, is_active: false }), 200);
    expect(changed).toEqual({ ...before, id, lead_time_days: null, is_active: false, version: 2, updated_at: changed.updated_at });
    const line = await logOf(() => patch(shop, id, { contact_name: "Sam", is_active: false }));
    expect({ status: line.status, rows_written: line.rows_written }).toEqual({ status: 200, rows_written: 0 });
    expect(details(await patch(shop, id, {}))).toEqual([" no_fields"]);
  });

  it("frees the earlier name, keeps the code, which may become the supplier's own name, and rejects a name that is taken", async () => {
    const [one, other] = [await createSupplier(shop, { name: "Earlier", code: "earl" }), await createSupplier(shop)];
    expect(details(await patch(shop, other.id, { name: "EARL" }))).toEqual(["name name_taken"]);
    expect((await patch(shop, one.id, { name: "Later" })).body).toMatchObject({ name: "Later", code: "earl" });
    expect((await patch(shop, other.id, { name: "Earlier" })).status).toBe(200);
    expect((await patch(shop, one.id, { code: "Later" })).body).toMatchObject({ name: "Later", code: "Later" });
    expect(await rows("select term from supplier_terms where supplier_id = ? order by term", one.id)).toEqual([
      { term: "later" },
      { term: one.id.toLowerCase() },
    ]);
  });

  it("returns 404 for an unknown supplier and another organization's", async () => {
    const other = await createSupplier(await createShop());
    for (const id of ["sup_1", other.id, "1"]) {
      expect((await shop.v2(`/suppliers/${id}`)).status).toBe(404);
      expect((await patch(shop, id, { name: aName() })).status).toBe(404);
    }
  });
});

describe("GET /suppliers", () => {
  it("lists suppliers by name, in pages, and by whether they are active", async () => {
    const own = await createShop();
    for (const [name, is_active] of [
      ["beta", true],
      ["Ábel", true],
      ["Zeta", false],
      ["alpha", false],
    ] as const)
      await createSupplier(own, { name, is_active });
    const namesOf = async (query: string) => {
      const { body } = await own.v2(`/suppliers?${query}`);
      return { names: body.data.map(({ name }: { name: string }) => name), next: body.next_cursor };
    };
    expect(await namesOf("")).toEqual({ names: ["Ábel", "alpha", "beta", "Zeta"], next: null });
    expect((await namesOf("is_active=true")).names).toEqual(["Ábel", "beta"]);
    expect((await namesOf("is_active=false")).names).toEqual(["alpha", "Zeta"]);
    const first = await namesOf("limit=3");
    expect(first.names).toEqual(["Ábel", "alpha", "beta"]);
    expect((await namesOf(`limit=3&cursor=${first.next}`)).names).toEqual(["Zeta"]);
  });
});

describe("the texts of items", () => {
  it("refer to a supplier by its name, code or id, and each of the three finds the items with any of them", { tags: "long" }, async () => {
    const own = await createShop();
    const item = (assigned_supplier: string | null, sub_supplier: string | null = null) => ({
      name: "Mug",
      price: 1,
      assigned_supplier,
      sub_supplier,
    });
    const createOrder = async (...texts: Parameters<typeof item>) => (await ingestOrder(own, { items: [item(...texts)] })).id as number;
    const [named, coded, sub, other] = [
      await createOrder("ÄCME"),
      await createOrder("AC-1"),
      await createOrder("Other", "äcme"),
      await createOrder("Nobody"),
    ];
    const idsOf = async (ref: string) => {
      const query = encodeURIComponent(ref);
      const orders = (await own.v1(`/orders?supplier_id=${query}`)).body.data as { id: number }[];
      const items = (await own.v1(`/orderItems?supplier_id=${query}`)).body.data as { orderId: string }[];
      const words = (await own.v1(`/orders?supplier_id=${query}&q=mug`)).body.data as { id: number }[];
      const wordItems = (await own.v1(`/orderItems?supplier_id=${query}&search=mug`)).body.data as { orderId: string }[];
      const ids = orders.map(({ id }) => id).toSorted((a, b) => a - b);
      for (const found of [
        items.map(({ orderId }) => Number(orderId)),
        words.map(({ id }) => id),
        wordItems.map(({ orderId }) => Number(orderId)),
      ])
        expect(found.toSorted((a, b) => a - b)).toEqual(ids);
      return ids;
    };
    expect([await idsOf("äcme"), await idsOf("AC-1")]).toEqual([[named, sub], [coded]]);
    const { id } = await createSupplier(own, { name: "Äcme", code: "ac-1" });
    const byId = await createOrder(id);
    for (const ref of ["äCME", "AC-1", id]) expect(await idsOf(ref)).toEqual([named, coded, sub, byId]);
    expect([await idsOf("Nobody"), await idsOf("Acme")]).toEqual([[other], []]);
    const items = (await own.v1(`/orderItems?supplier_id=${id}&sort=id:asc`)).body.data as { assignedSupplier: string }[];
    expect(items.map(({ assignedSupplier }) => assignedSupplier)).toEqual(["ÄCME", "AC-1", "Other", id]);
    await patch(own, id, { name: "Renamed" });
    expect([await idsOf("Renamed"), await idsOf("Äcme")]).toEqual([
      [coded, byId],
      [named, sub],
    ]);
  });

  it("refer to no supplier of another organization", async () => {
    const [own, other] = [await createShop(), await createShop()];
    await createSupplier(other, { name: "Acme", code: "ac" });
    await ingestOrder(own, { items: [{ name: "Mug", price: 1, assigned_supplier: "Acme" }] });
    expect((await own.v1("/orders?supplier_id=ac")).body.data).toEqual([]);
  });
});
