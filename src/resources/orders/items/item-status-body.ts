import * as z from "zod";
import { requiredText } from "../../../platform/http/input/text";

/** The request body that sets an item's status, in both APIs (docs/spec/items.md#set-item-status). */
export const SetItemStatus = z.object({
  status: requiredText(64).describe("A standard status, ignoring case, or any other text."),
});
