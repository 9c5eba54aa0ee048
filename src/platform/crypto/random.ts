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

/** Generates an id: prefix, creation time in ms (so that ids sort by it), 14 random characters. */
export function newId(
  prefix: "we" | "evt" | "dlv" | "ful" | "rcv" | "op" | "ses" | "dev" | "mov" | "con" | "inb" | "car" | "rep" | "ref",
  now: number,
): string {
  return `${prefix}_${base62(now, 8)}${randomBase62(14)}`;
}
