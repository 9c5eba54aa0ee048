import * as z from "zod";
import { MomentInput } from "../../../../platform/http/input/query";
import { requiredText } from "../../../../platform/http/input/text";
import { MAX_HOLD_REASON_LENGTH } from "../hold";

/** A hold of an order or an item (docs/spec/holds.md#holds). */
export const NewHold = z
  .object({
    reason: requiredText(MAX_HOLD_REASON_LENGTH).describe("Why it has to wait. People see it."),
    until: MomentInput.nullable()
      .optional()
      .describe(
        "When the hold ends by itself: an RFC 3339 date-time, or a date, which begins in the organization's time zone. null: it has no end.",
      ),
  })
  .meta({ id: "NewHold" });
