import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rowsOf, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { shareOf } from "../../kit/share";

/** Searches for a word that many old orders have and no new one has (docs/spec/lists-and-filters.md#search). */

const ORDERS = 12_000;
/** A page and its items each look up a fifth as many orders as have the word, and then read three rows for each match to sort them. The 500 are for the page itself. */
const MAX_ROWS = 2 * (ORDERS / 10 + (3 * ORDERS) / 2 + 500);
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const PAGE = 50;

interface Seed {
  /** SQL for the day of order number `n`, counted from the first day. */
  day: string;
  /** SQL for whether order number `n` has the word. */
  hasWord: string;
}

interface Seeded extends Seed {
  shop: Shop;
  firstId: number;
}

/** A shop whose orders are written directly to its tables. Half of them have the word. */
async function aShopWith(seed: Seed): Promise<Seeded> {
  const shop = await createShop();
  await ingestOrder(shop, { items: [{ name: "Tee", price: 1 }], date: "2020-01-01" });
  const [first] = await rowsOf<{ id: number }>(shop, "select value + 1 as id from sequences where name = 'orders'");
  const firstId = first?.id ?? 0;
  await rowsOf(shop, "update sequences set value = value + ? where name = 'orders'", ORDERS);
  for (let from = 0; from < ORDERS; from += 2000) {
    const n = `(with recursive c(n) as (select ${from} union all select n + 1 from c where n < ${from + 1999}) select n from c)`;
    await rowsOf(
      shop,
      `insert into orders (id, organization_id, store_id, status, date, currency, total_amount, subtotal, tax, shipping_cost, discount, refunded_tax,
        item_count, text_bytes, missing_sku, missing_design, missing_cost, units, has_cost, created_at, updated_at)
      select ?1 + n, ?2, ?3, 'New', ${FIRST_DAY} + (${seed.day}) * ${DAY_MS} + n % 1000, 'USD', 1, 1, 0, 0, 0, 0, 1, 10, 0, 0, 0, 1, 1, ?4, ?4 from ${n}`,
      firstId,
      shop.id,
      shop.store.id,
      Date.UTC(2026, 0, 1),
    );
    await rowsOf(
      shop,
      `insert into order_search (rowid, words) select ?1 + n, ?2 || '~' || iif(${seed.hasWord}, 'mug', 'tee') from ${n}`,
      firstId,
      String(shop.id),
    );
  }
  return { shop, firstId, ...seed };
}

/** The ids of the orders with the word, latest date first. */
async function expectedIds({ shop, firstId, hasWord }: Seeded): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    shop,
    `select id from (select id, id - ?1 as n, date from orders where organization_id = ?2 and id >= ?1) where ${hasWord} order by date desc, id desc`,
    firstId,
    shop.id,
  );
  return rows.map(({ id }) => id);
}

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

/** The dates of the orders, which are created one after another. */
const SEEDS = [
  ["in any order", { day: "(n * 7919) % 400", hasWord: "(n * 7919) % 400 < 200" }],
  // 40 orders a day, one after another.
  ["in the order in which they were created", { day: "n / 40", hasWord: "n < 6000" }],
  ["in the reverse of that order", { day: "400 - n / 40", hasWord: "n >= 6000" }],
  ["all on one day for those with the word", { day: "iif(n < 6000, 1, 2 + n / 40)", hasWord: "n < 6000" }],
] as const;

describe.each(shareOf(SEEDS))("orders with dates %s", (_name, seed) => {
  let seeded: Seeded;
  let expected: number[];
  beforeAll(async () => {
    seeded = await aShopWith(seed);
    expected = await expectedIds(seeded);
  });

  it("are found on numbered pages in both directions, also on the last page, and nothing is on a later one", { tags: "long" }, async () => {
    expect(expected).toHaveLength(6000);
    for (const [sort, ids] of [
      ["date:desc", expected],
      ["date:asc", expected.toReversed()],
      ["id:desc", expected.toSorted((a, b) => b - a)],
    ] as const) {
      for (const page of [1, 2, 7, 120, 121]) {
        const { body } = await seeded.shop.v1(`/orders?q=mug&sort=${sort}&page=${page}&page_size=${PAGE}`);
        expect({ sort, page, ids: idsOf(body) }).toEqual({ sort, page, ids: ids.slice((page - 1) * PAGE, page * PAGE) });
        expect(body.meta.pagination.total).toBe(6000);
      }
    }
  });

  it("are found page by page with a cursor, in both directions", { tags: "long" }, async () => {
    for (const [direction, ids] of [
      ["desc", expected],
      ["asc", expected.toReversed()],
    ] as const) {
      let cursor = "";
      for (let page = 0; page < 4; page += 1) {
        const { body } = await seeded.shop.v2(`/orders?q=mug&sort=date:${direction}&limit=${PAGE}${cursor}`);
        expect({ direction, page, ids: idsOf(body) }).toEqual({ direction, page, ids: ids.slice(page * PAGE, (page + 1) * PAGE) });
        cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
      }
    }
  });

  it.each(["date:desc", "date:asc", "total_amount:desc"])(
    "are found by reading a few rows for each match, in few trips (%s)",
    async (sort) => {
      // The first request also reads the credential.
      await seeded.shop.v1("/me");
      for (const page of [1, 2, 60]) {
        const line = await logOf(async () => await seeded.shop.v1(`/orders?q=mug&page_size=${PAGE}&page=${page}&sort=${sort}`));
        // A deep page is counted first. One more trip sorts the matches, if looking orders up has not found the page.
        expect([line.status, line.d1_trips <= (page === 1 ? 2 : 3)]).toEqual([200, true]);
        expect(line.rows_read).toBeLessThanOrEqual(MAX_ROWS);
      }
    },
  );
});
