import { equalInConstantTime } from "./digest";

/** Time-based one-time passwords (RFC 6238) as every authenticator app computes them: HMAC-SHA-1, 30 seconds, six digits. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** As long as the hash, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes are accepted too, because clocks differ and typing takes time. */
const MAX_DRIFT = 1;

export function newTotpSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}

async function codeAt(key: CryptoKey, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) % 16;
  // Without its first bit, which some languages take for a sign.
  const number = mac.getUint32(offset) % 2 ** 31;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The latest step near `now` whose code this is, or null. All codes are compared, each in constant time. The caller accepts each step only once
 * (RFC 6238, section 5.2).
 */
export async function matchingStep(secret: Uint8Array, code: string, now: number): Promise<number | null> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const current = Math.floor(now / STEP_MS);
  let found: number | null = null;
  for (let step = Math.max(0, current - MAX_DRIFT); step <= current + MAX_DRIFT; step += 1) {
    if (await equalInConstantTime(code, await codeAt(key, step))) found = step;
  }
  return found;
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 without padding (RFC 4648, section 6), which people type into their app. The number of bytes must be a multiple of five. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: bits.length / 5 }, (_, index) =>
    BASE32.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
  ).join("");
}

/** What a QR code tells an authenticator app: the format of Google Authenticator, which all apps read. */
export function totpUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
