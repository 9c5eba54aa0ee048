/** Where a store sells (decisions C18). */
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

/** What kind of channel a store is (decisions C18). */
export const STORE_TYPES = ["marketplace", "storefront", "social", "wholesale", "manual", "test"] as const;
