import type { OrgReader } from "../../platform/db/org-db";
import { orderUpdate } from "./ingest/ingest-changes";
import { changedFieldNames, mergeItem } from "./ingest/merged-item";
import { storedValues } from "./ingest/ingest-values";
import type { ItemValues } from "./ingest/row-values.sql.ts";
import type { OrderToUpdate } from "./ingest/write.sql.ts";
import type { StoredItem, StoredOrder } from "./rows.sql.ts";
import { textBytes } from "./text-bytes.sql.ts";

type Texts = Readonly<Record<string, string | number | null>>;

interface StoredTexts {
  order: StoredOrder;
  items: readonly StoredItem[];
  /** As they are after the change. */
  fulfillments: readonly { tracking_number: string | null }[];
}

/**
 * Replaces texts, or the holds, of an order and its items, and nothing else: amounts, statuses and dates stay. The update has its history entry, its
 * event and new search words, as a patch has.
 */
export function replaceTexts(
  org: OrgReader,
  { order, items, fulfillments }: StoredTexts,
  texts: { order: Texts; items: ReadonlyMap<number, Texts> },
): OrderToUpdate {
  const mergedItems = items.map((item) => {
    const replaced: ItemValues = { ...storedValues(item), ...texts.items.get(item.id) };
    return mergeItem({ ...replaced, version: item.version + 1, updated_at: org.now }, item);
  });
  const { id: _id, organization_id: _organization, ...stored } = order;
  const values = {
    ...stored,
    ...texts.order,
    version: order.version + 1,
    event_sequence: order.event_sequence + 1,
    updated_at: org.now,
  };
  values.text_bytes = textBytes(
    values,
    mergedItems.map((item) => item.values),
  );
  const changesTexts = changedFieldNames(values, order).length > 0 || mergedItems.some(({ changed }) => changed);
  // If neither the order nor an item changes, then a text of a fulfillment does.
  const otherFields = changesTexts ? [] : ["fulfillments"];
  return orderUpdate(org, { order, items, fulfillments }, { values, items: mergedItems, otherFields });
}
