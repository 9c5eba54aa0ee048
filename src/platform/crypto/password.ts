import { scryptSync } from "node:crypto";
import { toStorableText } from "../values/storable-text";
import { equalInConstantTime, sha256Hex } from "./digest";

/**
 * A setting that OWASP recommends for scrypt: 2^ln rounds of r blocks, p times (RFC 7914). Its 16 MiB leave room in an isolate of 128 MB. A
 * hash with other parameters matches no password.
 */
const COST = { ln: 14, r: 8, p: 5 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** The beginning of every stored hash. */
const PREFIX = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$`;
/** The length of a stored hash up to the end of its salt. */
export const HASH_SALT_END = PREFIX.length + Math.ceil((SALT_BYTES * 8) / 6);

const base64 = (bytes: Uint8Array) => bytes.toBase64({ omitPadding: true });

/** The salt of a stored hash. Null if there is no hash with these parameters. */
function saltOf(stored: string | null): Uint8Array | null {
  return stored?.startsWith(PREFIX) === true ? Uint8Array.fromBase64(stored.slice(PREFIX.length, HASH_SALT_END)) : null;
}

/**
 * Derives keys from passwords, and pauses between two of them. It is an object so that other tests can replace both with what takes less time. scrypt
 * needs 128 * N * r bytes, and `maxmem` leaves room for twice as much.
 */
export const scrypt = {
  key: (password: string, salt: Uint8Array): Uint8Array =>
    scryptSync(password, salt, KEY_BYTES, { N: 2 ** COST.ln, r: COST.r, p: COST.p, maxmem: 2 * 128 * 2 ** COST.ln * COST.r }),
  pause: async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms)),
};

/** At most this long, other requests run before the next derivation. */
const MAX_PAUSE_MS = 2000;

/** How often a derivation that waits looks at the clock. */
const POLL_MS = 25;

/** No derivation begins in this isolate before this time. */
let pauseUntil = 0;

/**
 * Hashes a password. The derivation blocks the isolate's only thread. Afterwards, the next one waits for as long as it took, so that other
 * requests get half of the time. Requests do it one at a time (platform/http/password-queue.ts).
 */
async function hashWithSalt(password: string, salt: Uint8Array): Promise<string> {
  const remainingMs = () => pauseUntil - Date.now();
  // The clock may stand still or go back, so the time that we slept counts too.
  for (let left = Math.min(remainingMs(), MAX_PAUSE_MS); left > 0; left = Math.min(left - POLL_MS, remainingMs()))
    await scrypt.pause(Math.min(left, POLL_MS));
  const start = Date.now();
  // It applies if the platform ends this request before the time is known.
  pauseUntil = start + MAX_PAUSE_MS;
  const key = scrypt.key(toStorableText(password).normalize("NFKC"), salt);
  // The clock of a Worker does not advance without I/O.
  await scrypt.pause(1);
  const end = Date.now();
  pauseUntil = end + Math.min(end - start, MAX_PAUSE_MS);
  return `${PREFIX}${base64(salt)}$${base64(key)}`;
}

/**
 * Hashes a password as a PHC string, `$scrypt$ln=14,r=8,p=5$salt$key`. `like` is the hash of another account with the same email address:
 * we reuse its salt, so that one derivation is enough to check a password against both accounts.
 */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  return await hashWithSalt(password, saltOf(like) ?? crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
}

const FINGERPRINT_LENGTH = 16;

/** A fingerprint that changes with the stored hash but does not reveal it; null if the account has no password. */
export async function passwordFingerprint(stored: string | null): Promise<string | null> {
  return stored === null ? null : sha256Hex(stored).slice(0, FINGERPRINT_LENGTH);
}

/** The salt if nothing is stored. */
const DUMMY_SALT = new Uint8Array(SALT_BYTES);

/**
 * Returns the stored hashes that match a password. We always derive one key, with the salt of the first hash or else with the dummy's, so the
 * time does not reveal whether there is an account or how many. Hashes of one address share a salt; a hash with another salt than the first
 * does not match.
 */
export async function matchingHashes(password: string, stored: readonly (string | null)[]): Promise<string[]> {
  const hashes = stored.filter((each) => each !== null);
  const salt = hashes.map(saltOf).find((each) => each !== null) ?? DUMMY_SALT;
  const hash = await hashWithSalt(password, salt);
  const isRight = await Promise.all(hashes.map(async (each) => await equalInConstantTime(hash, each)));
  return hashes.filter((_, index) => isRight[index]);
}
