import { aftership } from "./aftership/adapter";
import { bigcommerce } from "./bigcommerce/adapter";
import { easypost } from "./easypost/adapter";
import { shippo } from "./shippo/adapter";
import { shopify } from "./shopify/adapter";
import { woocommerce } from "./woocommerce/adapter";
import type { ShopAdapter } from "./adapter";
import type { CarrierAdapter } from "./carrier-adapter";

export type PlatformAdapter = ShopAdapter | CarrierAdapter;

/** The shops and the carrier services that an organization can connect. */
export const ADAPTERS = {
  woocommerce,
  shopify,
  bigcommerce,
  easypost,
  shippo,
  aftership,
} as const satisfies Readonly<Record<string, PlatformAdapter>>;

export type Platform = keyof typeof ADAPTERS;
type PlatformOfKind<K extends PlatformAdapter["kind"]> = { [P in Platform]: (typeof ADAPTERS)[P]["kind"] extends K ? P : never }[Platform];
export type ShopPlatform = PlatformOfKind<"shop">;
export type CarrierPlatform = PlatformOfKind<"carrier">;

export const PLATFORMS = Object.keys(ADAPTERS) as [Platform, ...Platform[]];
export const SHOP_PLATFORMS = PLATFORMS.filter((platform): platform is ShopPlatform => ADAPTERS[platform].kind === "shop");
export const CARRIER_PLATFORMS = PLATFORMS.filter((platform): platform is CarrierPlatform => ADAPTERS[platform].kind === "carrier");

export function adapterOf(platform: Platform): PlatformAdapter {
  return ADAPTERS[platform];
}

/** The adapter of a connection to a shop, which is the only one that has a store. */
export function shopAdapterOf(platform: Platform): ShopAdapter {
  const adapter = adapterOf(platform);
  if (adapter.kind !== "shop") throw new Error(`${adapter.name} is no shop.`);
  return adapter;
}
