import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createCredential, createShop, idempotencyKey, ingestOrder, type Shop, v2As } from "../../kit/client";
import { nameOf, ROUTES } from "../../kit/requests";
import { uploadDesign } from "../../kit/uploaded-file";
import { agentOf } from "../mcp/agent";
import { anItem, aProducingShop, change, send, sendAll, sentIn, statusesOf } from "./kit";

/** An API token that is limited to one supplier (docs/spec/scopes.md#limited-to-a-supplier). */

const SCOPES = ["supplier_orders:read", "supplier_orders:write"];

let shop: Shop;
let acme: string;
let asAcme: Shop["v2"];
beforeAll(async () => {
  shop = await aProducingShop();
  const { body } = await shop.v2("/suppliers");
  acme = body.data.find(({ name }: { name: string }) => name === "Acme").id;
  asAcme = v2As(await createCredential(shop.id, "api_token", { scopes: SCOPES, supplier_id: acme }));
});

const sendOrderTo = async (supplier: string) => {
  const order = await ingestOrder(shop, {
    items: [anItem({ assigned_supplier: supplier }), anItem({ name: "Cup", assigned_supplier: supplier })],
  });
  return { order, sent: await sendAll(shop, order.id) };
};
const problem = ({ status, body }: ApiResponse) => ({ status, code: body.error?.details?.[0]?.code ?? null });
const ids = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

describe("a token that is limited to a supplier", () => {
  it("may call no endpoint that is not open to suppliers", async () => {
    const guarded = ROUTES.filter(([surface, { guard }]) => surface.name === "v2" && guard.kind !== "open");
    const open = guarded.filter(([, { isOpenToSuppliers }]) => isOpenToSuppliers === true).map(nameOf);
    expect(open.toSorted()).toEqual([
      "GET /api/v2/me",
      "GET /api/v2/supplier-orders",
      "GET /api/v2/supplier-orders/:id",
      "GET /api/v2/supplier-orders/:id/file",
      "GET /api/v2/supplier-orders/:id/lines/:order_item_id/design",
      "PATCH /api/v2/supplier-orders/:id",
      "POST /api/v2/supplier-orders/:id/correct-tracking",
      "POST /api/v2/supplier-orders/:id/lines/:order_item_id/reject",
      "POST /api/v2/supplier-orders/:id/ship",
      "POST /api/v2/supplier-orders/import",
    ]);
    for (const [, endpoint] of guarded.filter(([, { isOpenToSuppliers }]) => isOpenToSuppliers !== true)) {
      const isRead = endpoint.method === "get";
      const options = isRead ? {} : { method: endpoint.method.toUpperCase(), body: {}, headers: idempotencyKey() };
      const response = await asAcme(endpoint.path.replaceAll(/:\w+/g, "1"), options);
      expect({ path: endpoint.path, ...problem(response) }).toEqual({ path: endpoint.path, status: 403, code: "limited_to_supplier" });
    }
  });

  it("lists and reads what was sent to the supplier, and nothing else", async () => {
    const [own, others] = [await sendOrderTo("Acme"), await sendOrderTo("Bag works")];
    const undecided = await ingestOrder(shop, { items: [anItem()] });
    const [draft] = sentIn(await send(shop, { order_ids: [undecided.id], state: "draft" }));
    const listed = ids(await asAcme("/supplier-orders"));
    expect([own.sent.id, others.sent.id, draft?.id ?? ""].map((id) => listed.includes(id))).toEqual([true, false, false]);
    expect(ids(await asAcme(`/supplier-orders?supplier_id=${others.sent.supplier_id}`))).toEqual([]);
    for (const path of ["", "/file"]) {
      const statuses = [own.sent.id, others.sent.id, draft?.id].map(async (id) => (await asAcme(`/supplier-orders/${id}${path}`)).status);
      expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
    }
    await change(shop, draft?.id ?? "", { state: "cancelled", reason: "No" });
    expect((await asAcme(`/supplier-orders/${draft?.id}`)).status).toBe(404);
  });

  it("accepts and rejects what was sent to the supplier, and cannot cancel it, call it shipped or change its due date", async () => {
    const [own, others, unwanted] = [await sendOrderTo("Acme"), await sendOrderTo("Bag works"), await sendOrderTo("Acme")];
    const patch = (id: string, body: unknown) => asAcme(`/supplier-orders/${id}`, { method: "PATCH", body });
    expect((await patch(own.sent.id, { state: "accepted" })).body.state).toBe("accepted");
    expect(await statusesOf(shop, own.order.id)).toEqual(["In Production", "In Production", "In Production"]);
    expect((await patch(unwanted.sent.id, { state: "rejected", reason: "No clay" })).body.state).toBe("rejected");
    expect(problem(await patch(others.sent.id, { state: "accepted" }))).toEqual({ status: 404, code: null });
    for (const body of [{ state: "cancelled", reason: "x" }, { state: "shipped" }, { due_date: "2027-01-01" }]) {
      expect(problem(await patch(own.sent.id, body))).toEqual({ status: 403, code: "limited_to_supplier" });
    }
    const reject = (id: string, item: string) =>
      asAcme(`/supplier-orders/${id}/lines/${item}/reject`, { body: { reason: "Out of stock" } });
    expect((await reject(own.sent.id, own.order.items[0].id)).body.lines[0].state).toBe("rejected");
    expect((await reject(others.sent.id, others.order.items[0].id)).status).toBe(404);
    expect((await shop.v2(`/supplier-orders/${others.sent.id}`)).body.state).toBe("sent");
  });

  it("shows the address of a line only while something of it is left to ship", async () => {
    const order = await ingestOrder(shop, { ship_city: "Bath", items: [anItem(), anItem({ name: "Cup" }), anItem({ name: "Bag" })] });
    const { id } = await sendAll(shop, order.id);
    const [mug, cup] = order.items;
    const citiesFor = async (token: Shop["v2"]) => {
      const one = (await token(`/supplier-orders/${id}`)).body;
      const [listed] = (await token("/supplier-orders?limit=1")).body.data;
      expect(listed).toEqual(one);
      return one.lines.map(({ address }: { address: { ship_city: string } | null }) => address?.ship_city ?? null);
    };
    await asAcme(`/supplier-orders/${id}/ship`, { body: { lines: [{ order_item_id: mug.id, quantity: 1 }] } });
    expect(await citiesFor(asAcme)).toEqual(["Bath", "Bath", "Bath"]);
    await asAcme(`/supplier-orders/${id}/ship`, { body: { lines: [{ order_item_id: mug.id }] } });
    await asAcme(`/supplier-orders/${id}/lines/${cup.id}/reject`, { body: { reason: "Out of stock" } });
    expect({ supplier: await citiesFor(asAcme), organization: await citiesFor(shop.v2) }).toEqual({
      supplier: [null, null, "Bath"],
      organization: ["Bath", "Bath", "Bath"],
    });
  });

  it("sees no address, also not in the file, of what the organization has shipped or refunded itself", async () => {
    const order = await ingestOrder(shop, { ship_city: "Bath", items: [anItem({ quantity: 1 }), anItem({ name: "Cup", quantity: 1 })] });
    const { id } = await sendAll(shop, order.id);
    const [mug] = order.items;
    const addressesIn = async () => ({
      json: (await asAcme(`/supplier-orders/${id}`)).body.lines.map(({ address }: { address: object | null }) => address !== null),
      file: (await asAcme(`/supplier-orders/${id}/file`)).text.split("Bath").length - 1,
    });
    expect(await addressesIn()).toEqual({ json: [true, true], file: 2 });
    const items = [{ order_item_id: mug.id, quantity: 1 }];
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { status: "in_transit", items } });
    expect(await addressesIn()).toEqual({ json: [false, true], file: 1 });
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { is_refunded: true } });
    expect(await addressesIn()).toEqual({ json: [false, false], file: 0 });
  });

  it("ships lines of what was sent to the supplier, with a tracking number", async () => {
    const [own, others] = [await sendOrderTo("Acme"), await sendOrderTo("Bag works")];
    const ship = (id: string) => asAcme(`/supplier-orders/${id}/ship`, { body: { tracking_number: "1Z999AA10123456784" } });
    expect(problem(await ship(others.sent.id))).toEqual({ status: 404, code: null });
    const shipped = await ship(own.sent.id);
    expect({ status: shipped.status, state: shipped.body.state }).toEqual({ status: 201, state: "shipped" });
    expect((await statusesOf(shop, own.order.id))[0]).toBe("Shipped");
    expect((await shop.v2(`/supplier-orders/${others.sent.id}`)).body.state).toBe("sent");
  });

  it("downloads the designs of lines that the supplier is to make, and no other file", async () => {
    const [own, others] = [
      await ingestOrder(shop, { items: [anItem()] }),
      await ingestOrder(shop, { items: [anItem({ assigned_supplier: "Bag works" })] }),
    ];
    const [mine, theirs] = [own.items[0].id, others.items[0].id];
    const file = await uploadDesign(shop, mine);
    await uploadDesign(shop, theirs);
    const [toAcme, toBags] = [await sendAll(shop, own.id), await sendAll(shop, others.id)];
    const design = (id: string, item: string) => asAcme(`/supplier-orders/${id}/lines/${item}/design`);
    const downloaded = await design(toAcme.id, mine);
    expect({ status: downloaded.status, text: downloaded.text }).toEqual({
      status: 200,
      text: (await shop.v2(`/files/${file}/content`)).text,
    });
    const hidden = [await design(toBags.id, theirs), await design(toAcme.id, theirs), await design(toAcme.id, "x")];
    expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(problem(await asAcme(`/files/${file}/content`))).toEqual({ status: 403, code: "limited_to_supplier" });
    await shop.v2(`/supplier-orders/${toAcme.id}/lines/${mine}/reject`, { body: { reason: "No" } });
    expect((await design(toAcme.id, mine)).status).toBe(404);
    const withoutDesign = await sendOrderTo("Acme");
    expect((await design(withoutDesign.sent.id, withoutDesign.order.items[0].id)).status).toBe(404);
  });

  it("may not use an MCP tool that is not open to suppliers", async () => {
    const agent = agentOf(await createCredential(shop.id, "api_token", { scopes: SCOPES, supplier_id: acme }), "?tools=list_suppliers");
    const response = await agent.request("tools/call", { name: "list_suppliers", arguments: {} });
    expect(response.text).not.toContain("Bag works");
    const { result } = JSON.parse(response.text);
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text).error).toMatchObject({ code: "missing_scope", details: [{ code: "limited_to_supplier" }] });
  });

  it("of another organization sees nothing, even if it names the same supplier id", { tags: "long" }, async () => {
    const other = await createShop();
    const stranger = v2As(await createCredential(other.id, "api_token", { scopes: SCOPES, supplier_id: acme }));
    const { sent } = await sendOrderTo("Acme");
    expect(ids(await stranger("/supplier-orders"))).toEqual([]);
    expect((await stranger(`/supplier-orders/${sent.id}`)).status).toBe(404);
  });

  it("has only the scopes of supplier orders, and is an API token that is limited by the id of a supplier", async () => {
    const create = (fields: Record<string, unknown>) => createCredential(shop.id, "api_token", { supplier_id: acme, ...fields });
    await expect(create({ scopes: ["orders:read"] })).rejects.toThrow(/unknown_scope/);
    await expect(create({ supplier_id: "Acme", scopes: SCOPES })).rejects.toThrow(/supplier_id/);
    await expect(createCredential(shop.id, "api_key", { supplier_id: acme, scopes: SCOPES })).rejects.toThrow(/invalid_supplier/);
  });
});
