import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";

let shop: Shop;
let ids: Record<"gift" | "both" | "none", number>;
beforeAll(async () => {
  shop = await createShop();
  const gift = await ingestOrder(shop, { tags: ["Gift"], ship_country: "GB", shipping_service: "Royal Mail 24", date: "2026-01-01" });
  const both = await ingestOrder(shop, { tags: ["gift", "GIFT", "Rush order"], ship_country: "gb", date: "2026-01-03" });
  const none = await ingestOrder(shop, { ship_country: "Great Britain", date: "2026-01-02" });
  ids = { gift: gift.id, both: both.id, none: none.id };
});

async function found(query: string): Promise<number[]> {
  const { status, body, text } = await shop.v2(`/orders?${query}`);
  expect(status, text).toBe(200);
  return body.data.map(({ id }: { id: number }) => id);
}

/** The maintained totals of one kind of value. */
const totals = async (kind: string) =>
  Object.fromEntries(
    (
      await rows<{ filter: string; total: number }>(
        "select filter, total from list_counts where organization_id = ? and filter glob ?",
        shop.id,
        `${kind}:*`,
      )
    ).map(({ filter, total }) => [filter.slice(kind.length + 1), total]),
  );

describe("GET /api/v2/orders", () => {
  it("tag finds orders with exactly this tag, ignoring case, each once and by date", async () => {
    expect(await found("tag=GIFT")).toEqual([ids.both, ids.gift]);
    expect(await found("tag=gift&sort=date:asc")).toEqual([ids.gift, ids.both]);
    expect(await found("tag=rush+order")).toEqual([ids.both]);
    for (const other of ["rush", "gif", "gift%25", "%22gift%22"]) expect(await found(`tag=${other}`)).toEqual([]);
  });

  it("ship_country and shipping_service find exactly the text of the source, ignoring case", async () => {
    expect(await found("ship_country=Gb")).toEqual([ids.both, ids.gift]);
    expect(await found("ship_country=great+britain")).toEqual([ids.none]);
    expect(await found("shipping_service=royal+mail+24")).toEqual([ids.gift]);
    expect(await found("shipping_service=royal")).toEqual([]);
  });

  it("tag, ship_country and shipping_service combine with each other and with other filters", async () => {
    expect(await found("tag=gift&ship_country=gb&shipping_service=ROYAL+MAIL+24")).toEqual([ids.gift]);
    expect(await found("tag=gift&date_from=2026-01-02")).toEqual([ids.both]);
    expect(new Set(await found("tag=gift&q=mug&sort=updated_at:desc"))).toEqual(new Set([ids.both, ids.gift]));
    expect(await found("tag=gift&status=Shipped")).toEqual([]);
  });

  it("tag, ship_country and shipping_service are unknown parameters in Public V1, which is frozen", async () => {
    for (const query of ["tag=gift", "ship_country=gb", "shipping_service=royal+mail+24"]) {
      const { pagination, warnings } = (await shop.v1(`/orders?${query}`)).body.meta;
      const [name] = query.split("=");
      expect({ total: pagination.total, warnings }).toEqual({ total: 3, warnings: [`${name} is unknown and was ignored.`] });
    }
  });

  it("tag and ship_country find an order by its new values immediately, and no total remains of a value that no order has any more", async () => {
    const { id } = await ingestOrder(shop, { tags: ["one", "two"], ship_country: "Chile", date: "2026-02-01" });
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { tags: ["TWO", "three"], ship_country: "Peru", date: "2025-01-01" } });
    expect([await found("tag=one"), await found("tag=two"), await found("tag=three&ship_country=peru")]).toEqual([[], [id], [id]]);
    for (const action of [{ add_tags: ["gift"] }, { remove_tags: ["TWO"] }, { assignee: "Bea" }])
      expect((await shop.v2("/orders/bulk-actions", { body: { ids: [id], ...action } })).status).toBe(200);
    expect(await found("tag=gift")).toEqual([ids.both, ids.gift, id]);
    expect(await totals("tag")).toEqual({ gift: 3, "rush order": 1, three: 1 });
    expect(await totals("ship_country")).toEqual({ gb: 2, "great britain": 1, peru: 1 });
    expect(await totals("assignee")).toEqual({ Bea: 1 });
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { tags: [], ship_country: null, assignee: null } });
    expect(await totals("tag")).toEqual({ gift: 2, "rush order": 1 });
    expect([await totals("ship_country"), await totals("assignee")]).toEqual([{ gb: 2, "great britain": 1 }, {}]);
  });
});
