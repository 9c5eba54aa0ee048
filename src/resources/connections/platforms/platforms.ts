import type { Platform, PlatformAdapter } from "./adapter";
import { shopify } from "./shopify/adapter";
import { woocommerce } from "./woocommerce/adapter";

const ADAPTERS: Readonly<Record<Platform, PlatformAdapter>> = { woocommerce, shopify };

/** The adapter of a platform. */
export function adapterOf(platform: Platform): PlatformAdapter {
  return ADAPTERS[platform];
}
