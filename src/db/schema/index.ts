/** The whole data model. Triggers and the full-text index stand in migrations/0001. */
export * from "./expenses";
export * from "./fulfillments";
export * from "./ledger";
export * from "./order-items";
export * from "./order-records";
export * from "./orders";
export * from "./organizations";
export * from "./products";
export * from "./stores";
export * from "./tickets";
export * from "./webhooks";
