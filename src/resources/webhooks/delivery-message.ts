import * as z from "zod";

/** A queue message. It has only ids, and the consumer reads the rest from the database with this number. */
const DeliveryMessage = z.object({ delivery_id: z.string().min(1).max(64), attempt: z.int().min(1), db: z.int().min(0) });

export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** Parses the body of a queue message. Returns null if it is not a delivery message. */
export function parseDeliveryMessage(body: unknown): DeliveryMessage | null {
  return DeliveryMessage.safeParse(body).data ?? null;
}
