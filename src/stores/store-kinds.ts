/** Where a store sells (docs/spec/stores.md#platforms). */
export const PLATFORMS = [
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

/** What kind of channel a store is (docs/spec/stores.md#store-types). */
export const STORE_TYPES = ["marketplace", "storefront", "social", "wholesale", "manual", "test"] as const;
