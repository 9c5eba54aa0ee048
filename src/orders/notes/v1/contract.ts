import * as z from "zod";
import { requiredText } from "../../../platform/http/input/text";

/** A note (docs/spec/notes-and-history.md#note-fields). The request body calls the text `content`. */
export const OrderNote = z
  .strictObject({
    id: z.int(),
    order_id: z.int(),
    author_user_id: z.int().nullable(),
    author_token_id: z.int().nullable(),
    author_name: z.string(),
    text: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "OrderNote" });

export const NewNote = z.object({ content: requiredText(5000) });
