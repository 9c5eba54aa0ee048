import type { OrgReader } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { shopOfOrder, type OrderInShopRow } from "./order-in-shop.sql.ts";
import { type ShopNotice, shopNotices } from "./outgoing/shop-notices";
import { noticesOf, unsentOf } from "./outgoing/shop-notices.sql.ts";
import { adapterOf } from "./platforms/platforms";

/** What is known of an order at its shop. */
export interface OrderInShop {
  /** The platform of its store. Null for an unknown order. */
  platform: string | null;
  /** Its page in the shop's admin, and the name of the shop's platform. Null if it is not known. */
  page: { url: string; platformName: string } | null;
  /** Whether the shop was notified of the fulfillments, by their ids. A fulfillment of which no shop is to be told has none. */
  notices: ReadonlyMap<string, ShopNotice>;
}

/** Only orders that the shop has sent have its ids, which are numbers. */
const SHOP_ID = /^\d{1,20}$/;

function pageOf({ external_id, platform, shop_url }: OrderInShopRow): OrderInShop["page"] {
  if (platform === null || shop_url === null || external_id === null || !SHOP_ID.test(external_id)) return null;
  const adapter = adapterOf(platform);
  if (adapter.kind !== "shop" || adapter.orderPage === null) return null;
  return { url: adapter.orderPage(shop_url, external_id), platformName: adapter.name };
}

/** Reads what is known of an order at its shop. One round trip. */
export async function readOrderInShop(org: OrgReader, orderId: number): Promise<OrderInShop> {
  const { shop, rows, unsent } = await org.read({
    shop: first(shopOfOrder(org, orderId)),
    rows: noticesOf(org, orderId),
    unsent: unsentOf(org, orderId),
  });
  return { platform: shop?.store_platform ?? null, page: shop === undefined ? null : pageOf(shop), notices: shopNotices(rows, unsent) };
}
