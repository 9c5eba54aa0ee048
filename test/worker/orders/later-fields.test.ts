import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LATER_FIELDS, type LaterFields } from "../../../src/resources/orders/ingest/later-fields";
import { addedFields, keyedHash, payloadHash } from "../../../src/resources/orders/ingest/payload-hash";
import { createShop, orderBody, rows, type Shop, ingestOrder } from "../../kit/client";
import { erase } from "../personal-data/kit";

/** Fields that a release adds (docs/spec/orders.md#added-fields). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const NONE = { ...LATER_FIELDS };
const declare = (fields: { order?: readonly string[]; items?: readonly string[] }) =>
  void Object.assign(LATER_FIELDS, NONE, fields as Partial<LaterFields>);
afterEach(() => declare({}));

it("no release has added a field yet", () => {
  expect(LATER_FIELDS).toEqual({ order: [], items: [] });
});

describe("with the example fields gift_note of the order and engraving of its items", () => {
  // As in a parsed payload, amounts are in stored units of 1/10,000.
  const [mug, poster] = [
    { external_id: "a", name: "Mug", price: 99_900 },
    { external_id: "b", name: "Poster", price: 200_000 },
  ];
  const order = { store: "gift", external_id: "1", customer_name: "Ann", items: [mug, poster] };
  /** The hash of the order before the release. Its source may have sent the fields, which the API ignored at that time. */
  const before = payloadHash(order);
  const added = async (payload: typeof order, stored = before) => await addedFields([env.MASTER_SECRET], payload, stored);
  const withNote = (gift_note: string | null, of = order) => ({ ...of, gift_note });
  const withEngravings = (...engravings: (string | null)[]) => ({
    ...order,
    items: order.items.map((item, index) => (index < engravings.length ? { ...item, engraving: engravings[index] } : item)),
  });

  beforeEach(() => declare({ order: ["gift_note"], items: ["engraving"] }));

  it("a payload without them has the same hash as before the release", async () => {
    expect(payloadHash(order)).toBe(before);
    expect(await added(order)).toEqual([]);
  });

  it("a payload that only adds them is recognized, whatever their values", async () => {
    expect(await added(withNote("For Ann"))).toEqual(["gift_note"]);
    expect(await added(withNote(null))).toEqual(["gift_note"]);
    expect(await added(withEngravings("A", "B"))).toEqual(["items.engraving"]);
    expect(await added(withEngravings(null))).toEqual(["items.engraving"]);
    expect(await added(withNote("For Ann", withEngravings("A")))).toEqual(["gift_note", "items.engraving"]);
  });

  it("a payload is not recognized if it differs in another field, or if the last payload had the field", async () => {
    expect(await added({ ...withNote("For Ann"), customer_name: "Bob" })).toEqual([]);
    for (const last of [withNote("For Ann"), withNote(null)]) {
      expect(payloadHash(last)).toMatch(/^[0-9a-f]{64} gift_note$/);
      expect(await added(withNote("For Bob"), payloadHash(last))).toEqual([]);
      expect(await added(order, payloadHash(last))).toEqual([]);
    }
    expect(await added(withEngravings("A", "B"), payloadHash(withEngravings("A")))).toEqual([]);
  });

  it("a later release can declare another field at any position of the list", async () => {
    const last = payloadHash(withNote(null));
    const next = { ...withNote(null), card: "Birthday" };
    declare({ order: ["card", "gift_note"], items: ["engraving"] });
    expect(payloadHash(withNote(null))).toBe(last);
    expect(await added(next, last)).toEqual(["card"]);
    expect(await added(next)).toEqual(["card", "gift_note"]);
    declare({ order: ["gift_note", "card"], items: ["engraving"] });
    expect(payloadHash(next)).toMatch(/^[0-9a-f]{64} card gift_note$/);
  });

  it("an erased payload is compared in the same way", async () => {
    const keyed = await keyedHash(env.MASTER_SECRET, payloadHash(withNote("For Ann")));
    expect(keyed).toMatch(/^keyed:[0-9a-f]{64} gift_note$/);
    expect(await added(withNote("For Ann", withEngravings("A")), keyed)).toEqual(["items.engraving"]);
    expect(await added(withNote("For Bob", withEngravings("A")), keyed)).toEqual([]);
  });
});

/**
 * Simulates a release that adds the order's assignee and the material of items after an order was ingested without them.
 */
describe("the last payload with an added field", () => {
  beforeEach(() => declare({ order: ["assignee"], items: ["material"] }));

  const payload = (external_id: string, ...materials: (string | null)[]) => ({
    store: "gift",
    external_id,
    customer_name: "Bob",
    items: [
      { external_id: "a", name: "Mug", price: 5 },
      { external_id: "b", name: "Poster", price: 7 },
    ].map((item, index) => (index < materials.length ? { ...item, material: materials[index] } : item)),
  });
  const send = async (order: object, on_conflict = "error", extra: object = {}): Promise<string> => {
    const { status, body } = await shop.v2("/orders/bulk", { body: { orders: [order], on_conflict, ...extra } });
    return status === 200 ? body.results[0].outcome : body.error.details[0].code;
  };
  const patch = async (path: string, body: object) => expect((await shop.v2(path, { method: "PATCH", body })).status).toBe(200);
  const storedOf = async (id: number) => {
    const { assignee, version, items } = (await shop.v2(`/orders/${id}`)).body;
    return { assignee, version, materials: items.map(({ material }: { material: string | null }) => material) };
  };

  it.each(["error", "update", "skip"])(
    "sets the field and counts as updated, with on_conflict %s, and then as unchanged",
    async (on_conflict) => {
      const external_id = `filled-${on_conflict}`;
      const { id, items } = await ingestOrder(shop, payload(external_id));
      // A later change by a person is not undone.
      await patch(`/orders/${id}`, { customer_name: "Ann" });
      await patch(`/order-items/${items[1].id}`, { quantity: 3 });
      const outcomes = async (order: object) => [
        await send(order, on_conflict, { dry_run: true }),
        await send(order, on_conflict),
        await send(order, on_conflict),
      ];
      expect(await outcomes({ ...payload(external_id), assignee: "Kim" })).toEqual(["updated", "updated", "unchanged"]);
      expect(await outcomes({ ...payload(external_id, "Clay"), assignee: "Kim" })).toEqual(["updated", "updated", "unchanged"]);
      const { body } = await shop.v2(`/orders/${id}`);
      expect(body).toMatchObject({ assignee: "Kim", customer_name: "Ann", total_amount: 26, version: 5, requires_audit: null });
      expect(body.items).toMatchObject([{ material: "Clay" }, { material: null, quantity: 3 }]);
      const { data } = (await shop.v2(`/orders/${id}/history`)).body;
      expect(data.slice(3)).toMatchObject([
        { changed_fields: ["assignee"] },
        { changed_fields: ["items.material"], order_item_id: items[0].id },
      ]);
    },
  );

  it("without a value changes nothing, and is then stored as the last payload", async () => {
    const { id } = await ingestOrder(shop, payload("null"));
    const withNull = { ...payload("null", null), assignee: "" };
    expect([await send(withNull), await send(withNull)]).toEqual(["unchanged", "unchanged"]);
    expect(await storedOf(id)).toEqual({ assignee: null, version: 1, materials: [null, null] });
    expect(await send({ ...withNull, assignee: "Kim" })).toBe("external_id_taken");
    expect(await send(payload("null"))).toBe("external_id_taken");
  });

  it("sets the field of items without an external id by their position", async () => {
    const items = [
      { name: "Mug", price: 5 },
      { name: "Mug", price: 5 },
    ];
    const { id } = await ingestOrder(shop, { external_id: "places", items });
    const response = await shop.v2("/orders", {
      body: orderBody({ external_id: "places", items: [items[0], { ...items[1], material: "Clay" }] }),
    });
    expect(response.status).toBe(200);
    expect(await storedOf(id)).toMatchObject({ version: 2, materials: [null, "Clay"] });
  });

  it("is a different payload if another field differs", async () => {
    const { id } = await ingestOrder(shop, payload("other"));
    expect(await send({ ...payload("other", "Clay"), customer_name: "Ann" })).toBe("external_id_taken");
    expect(await storedOf(id)).toEqual({ assignee: null, version: 1, materials: [null, null] });
  });

  it.each(["order", "item"])("is a different payload if a person has set the field of the %s", async (which) => {
    const external_id = `set-${which}`;
    const { id, items } = await ingestOrder(shop, payload(external_id));
    if (which === "order") await patch(`/orders/${id}`, { assignee: "Lee" });
    else await patch(`/order-items/${items[0].id}`, { material: "Wood" });
    const order = { ...payload(external_id, "Clay", "Clay"), assignee: "Kim" };
    expect([await send(order), await send(order, "skip")]).toEqual(["external_id_taken", "skipped"]);
    expect(await storedOf(id)).toMatchObject({ assignee: which === "order" ? "Lee" : null, version: 2 });
    expect([await send(order, "update"), await send(order)]).toEqual(["updated", "unchanged"]);
    expect(await storedOf(id)).toEqual({ assignee: "Kim", version: 3, materials: ["Clay", "Clay"] });
  });

  it("does not restore a customer who was erased, and sets no field of their order", async () => {
    const { id } = await ingestOrder(shop, { ...payload("erased"), customer_email: "bob@example.com" });
    await erase(shop, { email: "bob@example.com" });
    const columns = () => rows("select source_hash, customer_name, customer_email from orders where id = ?", id);
    const [erased, { version }] = [await columns(), await storedOf(id)];
    expect(erased).toMatchObject([{ customer_name: null, customer_email: null }]);
    const order = { ...payload("erased"), customer_email: "bob@example.com", assignee: "Kim" };
    for (const on_conflict of ["error", "update", "skip"]) expect(await send(order, on_conflict)).toBe("unchanged");
    expect({ columns: await columns(), stored: await storedOf(id) }).toEqual({
      columns: erased,
      stored: { assignee: null, version, materials: [null, null] },
    });
  });
});
