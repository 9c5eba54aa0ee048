/** The services that report what carriers do with a parcel. */
export const CARRIER_SERVICES = ["easypost", "shippo", "aftership", "17track"] as const;
export type CarrierService = (typeof CARRIER_SERVICES)[number];
