/** The platforms that a store can sell on (docs/spec/stores.md#platforms). */
export const STORE_PLATFORMS = [
  "etsy",
  "shopify",
  "amazon",
  "ebay",
  "tiktok_shop",
  "walmart",
  "woocommerce",
  "shopbase",
  "wix",
  "bigcommerce",
  "custom",
  "other",
] as const;

/** The kinds of sales channels (docs/spec/stores.md#store-types). */
export const STORE_TYPES = ["marketplace", "storefront", "social", "wholesale", "manual", "test"] as const;

/** Enough for eight long lines. */
export const MAX_RETURN_ADDRESS_LENGTH = 500;
