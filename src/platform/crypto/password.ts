import { scryptSync } from "node:crypto";
import { equalInConstantTime, sha256Hex } from "./digest";

/** The cost of a hash: 2^ln rounds of r blocks, p times (RFC 7914). It needs 128 · 2^ln · r bytes of memory. */
interface Parameters {
  ln: number;
  r: number;
  p: number;
}

/** A setting that OWASP recommends for scrypt. Its 16 MiB leave room for other requests in an isolate of 128 MB. */
const CURRENT: Parameters = { ln: 14, r: 8, p: 5 };
/** The cost of old hashes, stored as `salt:key` in hex without parameters. */
const LEGACY: Parameters = { ln: 14, r: 16, p: 1 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const LEGACY_KEY_BYTES = 64;

/** A parsed hash. */
interface ParsedHash extends Parameters {
  salt: Uint8Array;
  /** In hex. */
  key: string;
  keyBytes: number;
}

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

function parse(stored: string): ParsedHash | null {
  const [, ln, r, p, salt = "", key = ""] = PHC.exec(stored) ?? [];
  if (ln !== undefined) {
    const bytes = Uint8Array.fromBase64(key);
    const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
    return { ...cost, salt: Uint8Array.fromBase64(salt), key: bytes.toHex(), keyBytes: bytes.length };
  }
  const [, legacySalt, legacyKey] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(stored) ?? [];
  if (legacySalt === undefined || legacyKey === undefined) return null;
  // The hexadecimal text itself was the salt.
  return { ...LEGACY, salt: new TextEncoder().encode(legacySalt), key: legacyKey, keyBytes: LEGACY_KEY_BYTES };
}

/** Derives keys from passwords. It is an object so that other tests can replace it with a cheaper derivation. */
export const scrypt = {
  key: (password: string, { ln, r, p, salt, keyBytes }: Omit<ParsedHash, "key">): Uint8Array =>
    scryptSync(password, salt, keyBytes, { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r }),
};

/** At most this long, other requests run before the next derivation. */
const MAX_REST_MS = 2000;

/** How often a derivation that waits looks at the clock. */
const POLL_MS = 25;

/** No derivation begins in this isolate before this time. */
let restUntil = 0;

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Derives a key. A derivation blocks the isolate's only thread. Afterwards, the next one waits for as long as it took, so that other requests
 * get half of the time. Requests do it one at a time (platform/http/password-queue.ts).
 */
async function deriveKey(password: string, parameters: Omit<ParsedHash, "key">): Promise<Uint8Array> {
  const rest = () => restUntil - Date.now();
  // The clock may stand still or go back, so the time that we slept counts too.
  for (let left = Math.min(rest(), MAX_REST_MS); left > 0; left = Math.min(left - POLL_MS, rest())) await sleep(Math.min(left, POLL_MS));
  const start = Date.now();
  // It applies if the platform ends this request before the time is known.
  restUntil = start + MAX_REST_MS;
  const key = scrypt.key(password.normalize("NFKC"), parameters);
  // The clock of a Worker does not advance without I/O.
  await sleep(1);
  const end = Date.now();
  restUntil = end + Math.min(end - start, MAX_REST_MS);
  return key;
}

/** A dummy hash for each cost that stored hashes may have. Keep a former cost here as long as there are hashes with it. */
const DUMMY_HASHES: readonly ParsedHash[] = [
  { ...CURRENT, salt: new Uint8Array(SALT_BYTES), key: "", keyBytes: KEY_BYTES },
  { ...LEGACY, salt: new Uint8Array(2 * SALT_BYTES), key: "", keyBytes: LEGACY_KEY_BYTES },
];

const base64 = (bytes: Uint8Array) => bytes.toBase64({ omitPadding: true });

const costOf = ({ ln, r, p }: Parameters) => `${ln}/${r}/${p}`;

/** The beginning of each hash with the current parameters. */
export const CURRENT_HASH_PREFIX = `$scrypt$ln=${CURRENT.ln},r=${CURRENT.r},p=${CURRENT.p}$`;
/** The length of this prefix and the salt together. */
export const CURRENT_HASH_SALT_END = CURRENT_HASH_PREFIX.length + Math.ceil((SALT_BYTES * 8) / 6);

/**
 * Hashes a password as a PHC string, `$scrypt$ln=14,r=8,p=5$salt$key`. `like` is the hash of another account with the same email address:
 * we reuse its salt, so that one derivation is enough to check a password against both accounts.
 */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  const other = like === null ? null : parse(like);
  const salt = other !== null && isCurrentHash(like) ? other.salt : crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await deriveKey(password, { ...CURRENT, salt, keyBytes: KEY_BYTES });
  return `${CURRENT_HASH_PREFIX}${base64(salt)}$${base64(key)}`;
}

/** Whether a stored hash has the current parameters. If not, it is replaced when its user signs in. */
export function isCurrentHash(stored: string | null): boolean {
  const parsed = stored === null ? null : parse(stored);
  return parsed !== null && costOf(parsed) === costOf(CURRENT);
}

const FINGERPRINT_LENGTH = 16;

/** A fingerprint that changes with the stored hash but does not reveal it; null if the account has no password. */
export async function passwordFingerprint(stored: string | null): Promise<string | null> {
  return stored === null ? null : sha256Hex(stored).slice(0, FINGERPRINT_LENGTH);
}

/**
 * Returns the stored hashes that match a password. For each cost we derive one key, with the salt of the first hash that has this cost, or
 * else with the dummy's. The work is always the same, so the time does not reveal whether there is an account or how many. Hashes of one
 * address share a salt; a hash with a different salt than the first is ignored.
 */
export async function matchingHashes(password: string, stored: readonly (string | null)[]): Promise<string[]> {
  const known = stored.flatMap((text) => {
    const parsed = text === null ? null : parse(text);
    return text === null || parsed === null ? [] : [{ text, parsed }];
  });
  const matches: string[] = [];
  for (const dummy of DUMMY_HASHES) {
    const ofCost = known.filter(({ parsed }) => costOf(parsed) === costOf(dummy));
    const { salt, keyBytes } = ofCost[0]?.parsed ?? dummy;
    const key = new Uint8Array(await deriveKey(password, { ...dummy, salt, keyBytes })).toHex();
    const comparable = ofCost.filter(({ parsed }) => base64(parsed.salt) === base64(salt));
    const isRight = await Promise.all(comparable.map(async ({ parsed }) => await equalInConstantTime(key, parsed.key)));
    matches.push(...comparable.filter((_, index) => isRight[index]).map(({ text }) => text));
  }
  return matches;
}
