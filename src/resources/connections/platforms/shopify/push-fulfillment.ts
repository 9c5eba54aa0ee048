import { type OutgoingFulfillment, RejectedFulfillment, type SentFulfillment, type SourceFulfillment, type Tracking } from "../adapter";
import { isSameShipment } from "../same-shipment";
import { idAt, optionalRecord, recordAt, recordsAt, textOf } from "../values";
import type { AdminApi } from "./admin-api";
import { planItems } from "./fulfillment-orders";
import { mapFulfillment } from "./map-fulfillment";

const CREATE = `mutation create($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { message } }
}`;
const UPDATE = `mutation update($id: ID!, $tracking: FulfillmentTrackingInput!) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: true) { userErrors { message } }
}`;

/** Sends a fulfillment to Shopify. The customer is notified as if it had been made there. */
export async function pushFulfillment(api: AdminApi, fulfillment: OutgoingFulfillment): Promise<SentFulfillment> {
  const { own, isCancelled } = await api.get(`orders/${fulfillment.orderId}.json?fields=id,cancelled_at,fulfillments`, ({ body }) => {
    const order = recordAt(optionalRecord(body)["order"], "order");
    const there = recordsAt(order["fulfillments"], "fulfillments").flatMap((each) => mapFulfillment(each) ?? []);
    const found = there.find((each) => isSameShipment(each, fulfillment));
    // There may be many items, which are not needed any more.
    return { own: found && { ...found, items: [] }, isCancelled: typeof order["cancelled_at"] === "string" };
  });
  if (own !== undefined) return await updateTracking(api, own, fulfillment);
  if (fulfillment.sourceId !== null) throw new RejectedFulfillment("The fulfillment no longer exists in the shop.");
  if (isCancelled) throw new RejectedFulfillment("The order is cancelled in the shop.");
  return await create(api, fulfillment);
}

async function create(api: AdminApi, fulfillment: OutgoingFulfillment): Promise<SentFulfillment> {
  const lineItemsByFulfillmentOrder = await api.get(`orders/${fulfillment.orderId}/fulfillment_orders.json`, ({ body }) =>
    planItems(optionalRecord(body)["fulfillment_orders"], fulfillment.items),
  );
  const trackingInfo = inputOf(fulfillment.tracking);
  const input = { lineItemsByFulfillmentOrder, notifyCustomer: true, ...(trackingInfo !== null && { trackingInfo }) };
  const sourceId = await api.graphql(CREATE, { fulfillment: input }, (data) => {
    const result = acceptedResult(data, "fulfillmentCreate");
    return numberOf(optionalRecord(result["fulfillment"])["id"]);
  });
  return { sourceId, change: "created" };
}

async function updateTracking(api: AdminApi, own: SourceFulfillment, { tracking }: OutgoingFulfillment): Promise<SentFulfillment> {
  const { externalId: sourceId, status, trackingNumber, carrier, trackingUrl } = own;
  if (status === "cancelled") throw new RejectedFulfillment("The fulfillment is cancelled in the shop.");
  // Shopify completes what is missing, for example the link of a carrier that it knows.
  const isSame = (ours: string | null, theirs: string | null) => ours === null || ours === theirs;
  const isCurrent = isSame(tracking.number, trackingNumber) && isSame(tracking.carrier, carrier) && isSame(tracking.url, trackingUrl);
  const trackingInfo = inputOf(tracking);
  if (isCurrent || trackingInfo === null) return { sourceId, change: "unchanged" };
  const variables = { id: `gid://shopify/Fulfillment/${sourceId}`, tracking: trackingInfo };
  await api.graphql(UPDATE, variables, (data) => void acceptedResult(data, "fulfillmentTrackingInfoUpdate"));
  return { sourceId, change: "updated" };
}

/** The input for tracking. Null: there is nothing to track. */
function inputOf({ number, carrier, url }: Tracking): Readonly<Record<string, string>> | null {
  if (number === null && url === null) return null;
  return { ...(number !== null && { number }), ...(carrier !== null && { company: carrier }), ...(url !== null && { url }) };
}

/** The result of a mutation. Throws RejectedFulfillment with Shopify's reason. */
function acceptedResult(data: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const result = optionalRecord(data[name]);
  const [error] = recordsAt(result["userErrors"], "userErrors");
  if (error !== undefined) throw new RejectedFulfillment(`Shopify: ${textOf(error["message"], 200) ?? "The fulfillment is not accepted."}`);
  return result;
}

/** The number in a global id such as `gid://shopify/Fulfillment/1`. */
function numberOf(globalId: unknown): string {
  return idAt(typeof globalId === "string" ? globalId.split("/").at(-1) : undefined, "fulfillment.id");
}
