import { expect, it, vi } from "vitest";
import { aShop, asOperator } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { operate } from "../access/kit";
import { fillWithPerson, PERSON, TRACE, traces } from "./kit";

/** Finding, exporting and erasing a person's data (docs/spec/personal-data.md). */

/** All rows that a search finds. */
async function search(organizationId: number, person: object): Promise<{ table: string; id: string; matched: string[]; data: object }[]> {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await asOperator(`/organizations/${organizationId}/personal-data/search`, {
      ...person,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

it.each([0, 1])("an erasure leaves no trace of the person in database %i, and keeps the figures", async (database) => {
  captureEnqueued();
  const shop = await aShop({ database });
  const ids = await fillWithPerson(shop, database);
  const figures = async () => (await shop.v2("/analytics/summary?from=2026-01-01&to=2026-12-31")).body;
  const before = await figures();
  expect((await traces(shop)).length).toBeGreaterThan(20);

  const erased = await operate("POST", `${shop.id}/erasures`, PERSON);
  expect([erased.status, erased.body.status]).toEqual([201, "done"]);
  expect(await traces(shop)).toEqual([]);
  expect(await search(shop.id, PERSON)).toEqual([]);
  const { generated_at: _then, meta: _m, ...figuresAfter } = await figures();
  const { generated_at: _before, meta: _b, ...figuresBefore } = before;
  expect(figuresAfter).toEqual(figuresBefore);

  const order = (await shop.v2(`/orders/${ids.order}`)).body;
  expect(order).toMatchObject({ customer_name: null, number: "#1", total_amount: 39.96, version: expect.any(Number) });
  expect((await shop.v2("/orders?q=quellmark")).body.data).toEqual([]);
});
