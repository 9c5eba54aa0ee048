import { rows, type Shop } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";

export const MIB = 1024 * 1024;

/** Creates `count` orders of one item, with more units than any test ships, and returns their ids. Orders that exist already are left as they are. */
export async function createOrders(shop: Shop, count: number): Promise<number[]> {
  const orders = Array.from({ length: count }, (_, n) => ({
    store: "Gift shop",
    external_id: `L-${n}`,
    date: `2026-01-01T00:00:${String(n % 60).padStart(2, "0")}Z`,
    items: [{ name: `Mug ${n}`, price: 1, quantity: 1_000_000 }],
  }));
  const { body } = await shop.v2("/orders/bulk", { body: { orders } });
  return body.results.map(({ id }: { id: number }) => id);
}

/**
 * Makes the stored sizes of a shop's orders large without many rows, because lists use these sizes. page-sizes.long.test.ts compares the
 * stored sizes with real items.
 */
export async function claimSizes(shop: Shop, sizes: { item_count?: number; text_bytes?: number }): Promise<void> {
  for (const [column, value] of Object.entries(sizes)) {
    await organizationD1().prepare(`update orders set ${column} = ? where organization_id = ?`).bind(value, shop.id).run();
  }
}

/** SQL for a text of this length. The `printf` of D1 is limited to 100,000 characters. */
export const textOf = (length: number) => `hex(zeroblob(${length / 2}))`;

/** Inserts rows with a statement for `count` numbers `n`. */
export async function insertMany(count: number, statement: string, ...bindings: unknown[]): Promise<void> {
  await rows(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) ${statement}`, ...bindings);
}

/** The result of reading all pages of a v2 list: the ids in their order, and the size of each page. */
export interface AllPages {
  ids: unknown[];
  pages: number[];
}

/** Reads all pages of a v2 list. */
export async function readAllPages(
  read: (cursor: string | undefined) => Promise<{ data: { id: unknown }[]; next_cursor?: string | null }>,
): Promise<AllPages> {
  const [ids, pages]: [unknown[], number[]] = [[], []];
  let cursor: string | null | undefined;
  do {
    const { data, next_cursor } = await read(cursor ?? undefined);
    ids.push(...data.map(({ id }) => id));
    pages.push(data.length);
    cursor = next_cursor;
  } while (cursor !== null && cursor !== undefined && pages.length < 100);
  return { ids, pages };
}
