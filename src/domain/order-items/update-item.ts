import { untilWon } from "../../db/commit";
import { ingestWrites } from "../../db/ingest-write";
import { fulfillmentsOfOrders, itemById, itemsOfOrders, orderById, orderOfItem } from "../../db/order-rows";
import type { OrgDb } from "../../db/org-db";
import type { ItemRow } from "../../db/rows";
import { notFound } from "../../refusal";
import { amendOrder, type ItemPatch } from "../orders/amend-order";
import { assemble } from "../orders/list-orders";
import { mustBeAsSeen } from "../seen-version";
import { tooMuchContention } from "../orders/order-version";

/**
 * Lays a patch over an item and sends its order's order.updated; one that changes nothing writes nothing. 404, or 412 where
 * the item is no longer in the version that was `seen`. Two trips.
 */
export async function updateItem(org: OrgDb, id: number, patch: ItemPatch, seen?: number): Promise<ItemRow> {
  return await untilWon(async () => {
    const order = orderOfItem(org, id);
    const [parts] = assemble(...(await org.read(orderById(org, order), itemsOfOrders(org, order), fulfillmentsOfOrders(org, order))));
    const item = parts?.items.find((row) => row.id === id);
    if (parts === undefined || item === undefined) throw notFound();
    mustBeAsSeen(item.version, seen);
    const amended = amendOrder(org, parts, {}, { id, patch });
    if (amended === null) return item;
    const { rows } = await org.commit({
      writes: ingestWrites(org, [], [amended.update]),
      events: [amended.update.event.id],
      remember: JSON.stringify({ order_item_id: id }),
      answer: [itemById(org, id)],
    });
    return rows[0][0] ?? item;
  }, tooMuchContention);
}
