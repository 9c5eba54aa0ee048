import type { Shape } from "./shape";

/** Store; code and type may be null (docs/spec/resources.md#absent-values). */
export const STORE: Shape = {
  id: "integer",
  name: "string",
  code: "string?",
  platform: "string",
  currency: "currency code",
  type: "string?",
  is_active: "boolean",
  organization_id: "integer",
};

/** Store statistics. */
export const STATISTICS: Shape = {
  total_orders: "integer",
  active_products: "integer",
};
