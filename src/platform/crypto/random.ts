const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` uniformly random characters from 0-9A-Za-z. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 248 is the largest multiple of 62 in a byte: larger values would favor some characters.
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

/** A non-negative integer in base 62, left-padded with "0" to `length`. */
export function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = BASE62.charAt(rest % 62) + text;
  return text.padStart(length, "0");
}

/** What an id is of. */
type IdPrefix =
  | "we" // Webhook endpoint.
  | "evt" // Event.
  | "dlv" // Delivery of an event.
  | "ful" // Fulfillment.
  | "rcv" // Recovery: a redelivery of the events of a time window.
  | "op" // Operation: a write under an idempotency key.
  | "ses" // Session.
  | "dev" // Browser that has signed in.
  | "mov" // Move of an organization.
  | "con" // Connection.
  | "inb" // Message in a connection's inbox.
  | "ref" // Refund.
  | "fil" // File.
  | "sup" // Supplier.
  | "sor" // Supplier order.
  | "prf" // Proof.
  | "lnk"; // Link.

/** Where ids of a kind that are created at or after `moment` (ms since 1970) begin. Ids sort by it, so old rows need no index of their age. */
export function firstIdOf(prefix: IdPrefix, moment: number): string {
  return `${prefix}_${base62(moment, 8)}`;
}

/** Generates an id: prefix, creation time in ms (so that ids sort by it), 14 random characters. */
export function newId(prefix: IdPrefix, now: number): string {
  return `${firstIdOf(prefix, now)}${randomBase62(14)}`;
}
