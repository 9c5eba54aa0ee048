import { scryptSync } from "node:crypto";
import { equalInConstantTime, sha256Hex } from "./digest";

/** Cost of a hash: 2^ln rounds of r blocks, p times (RFC 7914). Memory is 128 · 2^ln · r bytes. */
interface Parameters {
  ln: number;
  r: number;
  p: number;
}

/** One of the settings that OWASP lists for scrypt; its 16 MiB leave an isolate of 128 MB room for other requests. */
const CURRENT: Parameters = { ln: 14, r: 8, p: 5 };
/** Of hashes that were stored as `salt:key` in hex, without their parameters. */
const LEGACY: Parameters = { ln: 14, r: 16, p: 1 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const LEGACY_KEY_BYTES = 64;

/** A stored hash, taken apart. */
interface Parsed extends Parameters {
  salt: Uint8Array;
  /** In hex. */
  key: string;
  keyBytes: number;
}

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

function parse(stored: string): Parsed | null {
  const [, ln, r, p, salt = "", key = ""] = PHC.exec(stored) ?? [];
  if (ln !== undefined) {
    const bytes = Uint8Array.fromBase64(key);
    const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
    return { ...cost, salt: Uint8Array.fromBase64(salt), key: bytes.toHex(), keyBytes: bytes.length };
  }
  const [, legacySalt, legacyKey] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(stored) ?? [];
  if (legacySalt === undefined || legacyKey === undefined) return null;
  // The salt was the hexadecimal text itself.
  return { ...LEGACY, salt: new TextEncoder().encode(legacySalt), key: legacyKey, keyBytes: LEGACY_KEY_BYTES };
}

/** Derives keys from passwords. An object, so that tests of something else can put a cheaper derivation in its place. */
export const scrypt = {
  key: (password: string, { ln, r, p, salt, keyBytes }: Omit<Parsed, "key">): Uint8Array =>
    scryptSync(password, salt, keyBytes, { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r }),
};

/** A salt of nobody for each cost that stored hashes have: former costs stay here as long as there are hashes with them. */
const NOBODYS: readonly Parsed[] = [
  { ...CURRENT, salt: new Uint8Array(SALT_BYTES), key: "", keyBytes: KEY_BYTES },
  { ...LEGACY, salt: new Uint8Array(2 * SALT_BYTES), key: "", keyBytes: LEGACY_KEY_BYTES },
];

const base64 = (bytes: Uint8Array) => bytes.toBase64({ omitPadding: true });

const costOf = ({ ln, r, p }: Parameters) => `${ln}/${r}/${p}`;

/** How each hash with the current parameters begins. */
export const CURRENT_HASH_PREFIX = `$scrypt$ln=${CURRENT.ln},r=${CURRENT.r},p=${CURRENT.p}$`;
/** So many characters of a hash with the current parameters end with its salt. */
export const SALTED_PREFIX_LENGTH = CURRENT_HASH_PREFIX.length + Math.ceil((SALT_BYTES * 8) / 6);

/**
 * A password as it is stored: a PHC string with the parameters in it, `$scrypt$ln=14,r=8,p=5$salt$key`. `like` is a hash of another
 * account with the same e-mail address: its salt is used again, so that one derivation tells which of the two a password opens.
 */
export function hashPassword(password: string, like: string | null = null): string {
  const other = like === null ? null : parse(like);
  const salt = other !== null && isCurrentHash(like) ? other.salt : crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = scrypt.key(password.normalize("NFKC"), { ...CURRENT, salt, keyBytes: KEY_BYTES });
  return `${CURRENT_HASH_PREFIX}${base64(salt)}$${base64(key)}`;
}

/** Whether a stored hash has today's parameters. One that has others is replaced when its person signs in. */
export function isCurrentHash(stored: string | null): boolean {
  const parsed = stored === null ? null : parse(stored);
  return parsed !== null && costOf(parsed) === costOf(CURRENT);
}

const MARK_LENGTH = 16;

/** What tells a stored hash from the one that replaces it, and nothing else of it; null where no password was chosen. */
export async function passwordMark(stored: string | null): Promise<string | null> {
  return stored === null ? null : (await sha256Hex(stored)).slice(0, MARK_LENGTH);
}

/**
 * Those of the stored hashes that a password opens. For each cost one key is derived, with the salt of the first hash that has this cost, or
 * with a salt of nobody. So the work is always the same, and the time tells neither whether there is an account nor how many. Hashes of one
 * address share a salt; a hash with another salt than the first is not looked at.
 */
export async function matchingHashes(password: string, stored: readonly (string | null)[]): Promise<string[]> {
  const known = stored.flatMap((text) => {
    const parsed = text === null ? null : parse(text);
    return text === null || parsed === null ? [] : [{ text, parsed }];
  });
  const matches = await Promise.all(
    NOBODYS.map(async (nobodys) => {
      const ofCost = known.filter(({ parsed }) => costOf(parsed) === costOf(nobodys));
      const { salt, keyBytes } = ofCost[0]?.parsed ?? nobodys;
      const key = new Uint8Array(scrypt.key(password.normalize("NFKC"), { ...nobodys, salt, keyBytes })).toHex();
      const comparable = ofCost.filter(({ parsed }) => base64(parsed.salt) === base64(salt));
      const isRight = await Promise.all(comparable.map(async ({ parsed }) => await equalInConstantTime(key, parsed.key)));
      return comparable.filter((_, index) => isRight[index]).map(({ text }) => text);
    }),
  );
  return matches.flat();
}
