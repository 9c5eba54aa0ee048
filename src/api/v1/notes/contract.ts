import { z } from "zod";

/** A note (interface, Order note). The body says `content`, the stored and answered field is `text`. */
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

export const NewNote = z.object({ content: z.string().trim().min(1).max(5000) });
