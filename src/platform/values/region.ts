/** The regions in which Cloudflare can create a Durable Object, with their names for people. */
export const REGIONS = {
  wnam: "Western North America",
  enam: "Eastern North America",
  sam: "South America",
  weur: "Western Europe",
  eeur: "Eastern Europe",
  apac: "Asia-Pacific",
  oc: "Oceania",
  afr: "Africa",
  me: "Middle East",
} as const;

export type Region = keyof typeof REGIONS;

export const REGION_CODES = Object.keys(REGIONS) as [Region, ...Region[]];
