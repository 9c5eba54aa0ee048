import type { Shape } from "./shape";

/** Order tracking record; the carrier may be unknown (docs/spec/resources.md#absent-values). */
export const TRACKING: Shape = {
  tracking_number: "string",
  carrier: "string?",
  status: "string",
  last_updated: "date-time",
};
