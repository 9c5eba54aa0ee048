import { type OutgoingFulfillment, RejectedFulfillment, type SentFulfillment, type SourceFulfillment, type Tracking } from "../adapter";
import { isSameShipment } from "../same-shipment";
import { idAt, optionalRecord, quantityAt, recordsAt } from "../values";
import type { StoreApi } from "./api";
import { mapShipment } from "./map-shipment";

/** Cancelled, Declined and Refunded. */
const CLOSED = new Set<unknown>([5, 6, 4]);

/** The most entries that the API returns at once. */
const MAX_ENTRIES = "250";

/** Sends a fulfillment to BigCommerce as a shipment. The shop sends the customer its own email. */
export async function pushFulfillment(api: StoreApi, fulfillment: OutgoingFulfillment): Promise<SentFulfillment> {
  const path = `v2/orders/${fulfillment.orderId}`;
  const isClosed = await api.get(path, {}, (body) => {
    const { status_id, is_deleted } = optionalRecord(body);
    return CLOSED.has(status_id) || is_deleted === true;
  });
  const own = await api.get(`${path}/shipments`, { limit: MAX_ENTRIES }, (body) => {
    const found = (body === null ? [] : recordsAt(body, "shipments")).find((each) => isSameShipment(mapShipment(each), fulfillment));
    // There may be many items, which are not needed any more.
    return found === undefined ? undefined : { ...mapShipment(found), items: [] };
  });
  if (own !== undefined) return await updateTracking(api, path, { own, fulfillment });
  if (fulfillment.sourceId !== null) throw new RejectedFulfillment("The shipment no longer exists in the shop.");
  if (isClosed) throw new RejectedFulfillment("The order is cancelled in the shop.");
  return await create(api, path, fulfillment);
}

async function create(api: StoreApi, path: string, { items, tracking }: OutgoingFulfillment): Promise<SentFulfillment> {
  const order_address_id = await api.get(`${path}/products`, { limit: MAX_ENTRIES }, (body) => addressOf(body, items));
  const shipment = {
    order_address_id: Number(order_address_id),
    ...inputOf(tracking),
    items: items.map(({ externalId, quantity }) => ({ order_product_id: Number(externalId), quantity })),
  };
  const sourceId = await api.write("POST", `${path}/shipments`, shipment, (body) => idAt(optionalRecord(body)["id"], "shipment.id"));
  return { sourceId, change: "created" };
}

/** The address to which the items are sent. Throws RejectedFulfillment if there are several, or if fewer are left. */
function addressOf(products: unknown, items: OutgoingFulfillment["items"]): string {
  const byId = new Map(recordsAt(products, "products").map((product) => [idAt(product["id"], "products.id"), product]));
  const addresses = new Set<string>();
  for (const { externalId, quantity } of items) {
    const product = byId.get(externalId) ?? {};
    const left =
      quantityAt(product["quantity"] ?? 0, "products.quantity") - quantityAt(product["quantity_shipped"] ?? 0, "products.quantity_shipped");
    if (left < quantity) throw new RejectedFulfillment("The shop does not have all of these items left to ship.");
    addresses.add(idAt(product["order_address_id"], "products.order_address_id"));
  }
  const [address, ...others] = addresses;
  if (address === undefined || others.length > 0) throw new RejectedFulfillment("The items go to several addresses. Ship them one by one.");
  return address;
}

interface Update {
  own: SourceFulfillment;
  fulfillment: OutgoingFulfillment;
}

async function updateTracking(api: StoreApi, path: string, { own, fulfillment: { tracking } }: Update): Promise<SentFulfillment> {
  const { externalId: sourceId, trackingNumber, trackingUrl } = own;
  // The shop shows its own name of a carrier, and its own link for the tracking of a carrier that it knows.
  const isCurrent = (tracking.number ?? trackingNumber) === trackingNumber && (tracking.url ?? trackingUrl) === trackingUrl;
  if (isCurrent) return { sourceId, change: "unchanged" };
  await api.write("PUT", `${path}/shipments/${sourceId}`, inputOf(tracking), () => undefined);
  return { sourceId, change: "updated" };
}

/** The carriers that the shop knows. The name of any other goes into its free text `shipping_method`. */
const PROVIDERS = new Set(["auspost", "canadapost", "endicia", "usps", "fedex", "royalmail", "ups", "upsready", "shipperhq"]);
const MAX_LINK_LENGTH = 500;

function inputOf({ number, carrier, url }: Tracking): Readonly<Record<string, string>> {
  const provider = (carrier ?? "").toLowerCase().replaceAll(/[^a-z]/g, "");
  const isKnown = PROVIDERS.has(provider);
  return {
    ...(number !== null && { tracking_number: number }),
    shipping_provider: isKnown ? provider : "",
    ...(!isKnown && carrier !== null && { shipping_method: carrier }),
    ...(url !== null && url.length <= MAX_LINK_LENGTH && { tracking_link: url }),
  };
}
