/** The whole data model. Triggers and the full-text indexes stand in the hand-written migrations: 0001, 0003, 0006, 0007, 0009 and 0011. */
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
export * from "./audit-log";
export * from "./saved-views";
export * from "./sign-in";
