import { expect, it } from "vitest";
import { createShop, asOperator, rowsOf, ingestOrder } from "../../kit/client";
import { erase } from "./kit";

/** A request reads an order with very many notes in parts (docs/spec/personal-data.md#search). */

const NOTES = 5000;
const NOTE_BYTES = 5000;
/** A page ends after 100 rows, but a part of up to 2 MiB is not split. JSON and the rows before it need additional space. */
const MAX_PAGE_BYTES = 3 * 1024 * 1024;

it("an order with 5,000 long notes is searched in small pages, and erased", { timeout: 120_000 }, async () => {
  const shop = await createShop();
  const { id } = await ingestOrder(shop, { external_id: "1", customer_name: "王小明", customer_email: "x@example.org" });
  await rowsOf(
    shop,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${NOTES})
     insert into order_notes (organization_id, order_id, author_name, text, created_at)
     select ?, ?, 'Ann', '请联系王小明先生 ' || hex(zeroblob(${NOTE_BYTES / 2 - 20})), i from n`,
    shop.id,
    id,
  );
  const notes = new Set<string>();
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await asOperator(`/organizations/${shop.id}/personal-data/search`, {
      email: "x@example.org",
      ...(cursor !== undefined && { cursor }),
    });
    sizes.push(JSON.stringify(page).length);
    for (const row of page.data) if (row.table === "order_notes") notes.add(row.id);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(notes.size).toBe(NOTES);
  expect(Math.max(...sizes)).toBeLessThan(MAX_PAGE_BYTES);

  expect((await erase(shop, { email: "x@example.org" })).status).toBe("done");
  expect(await rowsOf(shop, "select distinct text from order_notes where organization_id = ?", shop.id)).toEqual([{ text: "[erased]" }]);
});
