/** The carriers that forms offer. Any other name is accepted too. */
export const CARRIERS = ["DHL", "FedEx", "UPS", "USPS", "Royal Mail", "DPD"];
