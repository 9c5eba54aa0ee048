import { woocommerceState } from "../../../orders/files/woocommerce-states";
import { type OutgoingFulfillment, RejectedFulfillment, type SentFulfillment, type Tracking } from "../adapter";
import { optionalRecord, recordsAt, textOf } from "../values";

type Fields = Readonly<Record<string, unknown>>;

/** Reads the order, or writes to it, and returns what `read` takes from the response. */
type CallOrder = <T>(request: { method: "GET" } | { method: "PUT"; json: string }, read: (order: unknown) => T) => Promise<T>;

/** Where the plugin Shipment Tracking keeps the tracking of an order: a list with an entry for each package. */
const TRACKING_KEY = "_wc_shipment_tracking_items";
/** The fields of an entry that are compared with ours, to know whether the entry has to be written. */
const COMPARED_FIELDS = ["tracking_number", "custom_tracking_provider", "custom_tracking_link"] as const;

/**
 * Sends a fulfillment to WooCommerce, which has none of its own: its tracking becomes an entry of the order's tracking, and an order whose items
 * are all shipped becomes `completed`. Both are one request, which writes the same each time: the entry is recognized by our id.
 */
export async function pushFulfillment(callOrder: CallOrder, fulfillment: OutgoingFulfillment): Promise<SentFulfillment> {
  const { change, json } = await callOrder({ method: "GET" }, (order) => planOf(optionalRecord(order), fulfillment));
  if (json !== null) await callOrder({ method: "PUT", json }, () => undefined);
  return { sourceId: fulfillment.id, change };
}

/** What a fulfillment changes, and the JSON to write. It is a text, so that the rest of the order can leave memory. */
interface Plan {
  change: SentFulfillment["change"];
  json: string | null;
}

/** The longest JSON that is written: it has the tracking of the whole order, with an entry for each package. */
const MAX_TRACKING_LENGTH = 256 * 1024;

/** Compares a fulfillment with its order. Throws RejectedFulfillment. */
function planOf(order: Fields, fulfillment: OutgoingFulfillment): Plan {
  const { id, tracking, completesOrder } = fulfillment;
  const state = woocommerceState(textOf(order["status"], 64) ?? "");
  if (state === "cancelled") throw new RejectedFulfillment("The order is cancelled in the shop.");
  const meta = recordsAt(order["meta_data"], "meta_data").find(({ key }) => key === TRACKING_KEY);
  const entries = recordsAt(Array.isArray(meta?.["value"]) ? meta["value"] : [], TRACKING_KEY);
  const own = entries.find(({ tracking_id }) => tracking_id === id);
  const wanted = entryOf(fulfillment, tracking);
  const changesTracking = tracking.number !== null && COMPARED_FIELDS.some((name) => own?.[name] !== wanted[name]);
  const completesInShop = completesOrder && state === "open";
  if (!changesTracking && !completesInShop) return { change: "unchanged", json: null };
  const value = [...entries.filter((entry) => entry !== own), { ...own, ...wanted }];
  const metaId: Fields = meta?.["id"] === undefined ? {} : { id: meta["id"] };
  const json = JSON.stringify({
    ...(completesInShop && { status: "completed" }),
    ...(changesTracking && { meta_data: [{ ...metaId, key: TRACKING_KEY, value }] }),
  });
  if (json.length > MAX_TRACKING_LENGTH) throw new RejectedFulfillment("The order in the shop has too much tracking.");
  // Without an entry, the fulfillment is new in the shop, also if only the status of the order says so.
  return { change: own === undefined ? "created" : "updated", json };
}

/** An entry as the plugin writes it for a carrier that it does not know. */
function entryOf({ id, shippedAt }: OutgoingFulfillment, { number, carrier, url }: Tracking) {
  return {
    tracking_id: id,
    tracking_provider: "",
    custom_tracking_provider: carrier ?? "",
    custom_tracking_link: url ?? "",
    tracking_number: number ?? "",
    date_shipped: String(Math.floor(shippedAt / 1000)),
  };
}
