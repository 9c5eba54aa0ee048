/** The jurisdictions in which both D1 and Durable Objects can keep data. */
export const JURISDICTIONS = ["eu", "fedramp", "us"] as const;

export type Jurisdiction = (typeof JURISDICTIONS)[number];
