import type { Shape } from "./shape";

/** Order note; a note has one author of the two (docs/spec/resources.md#absent-values). */
export const ORDER_NOTE: Shape = {
  id: "integer",
  order_id: "integer",
  author_user_id: "integer?",
  author_token_id: "integer?",
  author_name: "string",
  text: "string",
  created_at: "date-time",
};
