import { capitalized } from "../../../console/parts/values";
import { STORE_PLATFORMS, STORE_TYPES } from "../store-kinds";

/** Platforms as people write them. */
const NAMES = {
  etsy: "Etsy",
  shopify: "Shopify",
  amazon: "Amazon",
  ebay: "eBay",
  tiktok_shop: "TikTok Shop",
  walmart: "Walmart",
  woocommerce: "WooCommerce",
  shopbase: "ShopBase",
  wix: "Wix",
  bigcommerce: "BigCommerce",
  custom: "Own website",
  other: "Other",
} as const satisfies Record<(typeof STORE_PLATFORMS)[number], string>;

export const PLATFORM_CHOICES = STORE_PLATFORMS.map((platform) => [platform, NAMES[platform]] as const);

/** Choices of what kind of channel a store is. */
export const TYPE_CHOICES = STORE_TYPES.map((type) => [type, capitalized(type)] as const);

export function platformName(platform: string): string {
  return Object.hasOwn(NAMES, platform) ? NAMES[platform as keyof typeof NAMES] : platform;
}
