import { type DeliverySubject, type ShopAdapter, UnmappableError } from "../adapter";
import { assertOrderList, parsePayload } from "../payload";
import { hmacCheck } from "../signature";
import { optionalRecord, textOf } from "../values";
import { storeApi } from "./api";
import { mapOrder, orderIdOf } from "./map-order";
import { pushFulfillment } from "./push-fulfillment";
import { readChangedOrders, readOrder } from "./read-orders";
import { registration } from "./registration";

/** What a signature with a symmetric key starts with (Standard Webhooks). */
const SIGNATURE_PREFIX = "v1,";

/** BigCommerce: webhooks that name an order, and the REST API, which has it. */
export const bigcommerce = {
  kind: "shop",
  name: "BigCommerce",
  secretFrom: "The client secret of the API account, as BigCommerce shows it when the account is created.",
  afterCreation: "After you create the connection, the webhooks are registered in the shop by its API. You need not create them there.",
  propertiesShownAs: "Variations, or personalization if the buyer types it",
  // All shops have the same URL of the API.
  orderPage: null,
  setupSteps: ["Then change any order in the shop. It appears here within a few seconds."],
  access: {
    url: "https://api.bigcommerce.com",
    key: "Store hash",
    secret: "Access token",
    source:
      "In BigCommerce: Settings, API, Store-level API accounts, “Create API account”, with the scopes Orders (modify to send tracking, otherwise read-only) and Information & settings (read-only). The store hash is in the API path, after /stores/.",
    namesShop: "key",
  },
  registration,
  ping: null,

  readSubject: (_, start) => subjectOf(start),

  /** A Standard Webhooks signature with the client secret. The id and the time need no check: a repeated delivery changes nothing. */
  signatureCheck: ({ headers }, secrets) => {
    const [id, time] = [headers.get("webhook-id") ?? "", headers.get("webhook-timestamp") ?? ""];
    const signatures = (headers.get("webhook-signature") ?? "").split(" ").filter((each) => each.startsWith(SIGNATURE_PREFIX));
    if (id === "" || !/^\d{1,15}$/.test(time)) return null;
    return hmacCheck(
      signatures.map((each) => each.slice(SIGNATURE_PREFIX.length)),
      secrets,
      { prefix: `${id}.${time}.` },
    );
  },

  map: mapOrder,

  /** The webhooks need another scope than the orders. Without orders, the shop returns no list. */
  checkAccess: async (call, access) => {
    const api = storeApi(call, access);
    await api.get("v2/orders", { limit: "1" }, (body) => assertOrderList(body ?? []));
    await api.get("v3/hooks", { limit: "1" }, () => undefined);
  },

  fetchChanged: async (call, access, query, keep) => await readChangedOrders(storeApi(call, access), query, keep),

  fetchOrder: async (call, access, externalId, keep) => await readOrder(storeApi(call, access), externalId, keep),

  pushFulfillment: async (call, access, fulfillment) => await pushFulfillment(storeApi(call, access), fulfillment),
} as const satisfies ShopAdapter;

/**
 * What an event is about. It is short, so its beginning is all of it. One that can't be read counts as one of an order, so that it is stored, and
 * people see that it failed.
 */
function subjectOf(start: string): DeliverySubject {
  const none = { topic: "", isOrder: true, orderId: null, isDeletion: false };
  try {
    const event = optionalRecord(parsePayload(start));
    const topic = textOf(event["scope"]) ?? "";
    const isOrder = topic === "" || topic.startsWith("store/order/") || topic.startsWith("store/shipment/");
    return { ...none, topic, isOrder, orderId: isOrder ? orderIdOf(event) : null };
  } catch (error) {
    if (error instanceof UnmappableError) return none;
    throw error;
  }
}
