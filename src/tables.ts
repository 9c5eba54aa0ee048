/** The whole data model. Triggers and the full-text indexes stand in the hand-written migrations: 0001, 0003, 0006, 0007, 0009 and 0011. */
export * from "./expenses/table";
export * from "./orders/fulfillments/table";
export * from "./platform/db/table";
export * from "./orders/items/table";
export * from "./orders/history/table";
export * from "./orders/table";
export * from "./accounts/table";
export * from "./products/table";
export * from "./stores/table";
export * from "./tickets/table";
export * from "./webhooks/table";
export * from "./accounts/audit-log/table";
export * from "./orders/views/table";
export * from "./accounts/sign-in/table";
export * from "./move/table";
export * from "./personal-data/table";
export * from "./connections/table";
