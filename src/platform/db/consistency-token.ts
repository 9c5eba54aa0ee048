import { toBase64Url } from "../crypto/encoding";
import type { MasterSecrets } from "../crypto/master-key";
import { decrypt, encrypt } from "../crypto/encryption";
import { parseStored } from "../reading/json";

/** The header of a consistency token (docs/spec/consistency.md#consistency-token). */
export const CONSISTENCY_TOKEN = "X-Consistency-Token";

interface TokenSettings {
  masterSecrets: MasterSecrets;
  /** Changes when the database is restored, because earlier bookmarks are then meaningless. */
  gateGeneration: string | null;
}

/** The organization of a token, and the number of its database. */
type TokenOrganization = { readonly id: number; readonly database: number };

/** Bookmarks show how much all organizations write, so a token is encrypted, for one organization. */
const scope = ({ id }: Pick<TokenOrganization, "id">) => ({ purpose: "consistency-tokens", context: String(id) }) as const;

type Content = [database: number, generation: string | null, bookmark: string, issuedAt: number];

/**
 * The header with a token for the state of the organization's database that has this bookmark. `now` is in ms since 1970. No header if the
 * bookmark is null.
 */
export async function consistencyHeader(
  { masterSecrets, gateGeneration }: TokenSettings,
  { organization, bookmark, now }: { organization: TokenOrganization; bookmark: string | null; now: number },
): Promise<Record<string, string>> {
  if (bookmark === null) return {};
  const content: Content = [organization.database, gateGeneration, bookmark, now];
  const encrypted = await encrypt(masterSecrets, scope(organization), new TextEncoder().encode(JSON.stringify(content)));
  return { [CONSISTENCY_TOKEN]: toBase64Url(encrypted) };
}

/** Reads use a token for a day. An older one makes them read from the primary. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * The bookmark of a token. "unknown" if the token is too old, or if its database is no longer the organization's or was restored. Null for
 * a text that is not a token of this organization. `now` is in ms since 1970.
 */
export async function bookmarkOf(
  { masterSecrets, gateGeneration }: TokenSettings,
  { organization, token, now }: { organization: TokenOrganization & { readonly restoredAt: number | null }; token: string; now: number },
): Promise<{ bookmark: string } | "unknown" | null> {
  let plain: Uint8Array;
  try {
    const encrypted = Uint8Array.fromBase64(token, { alphabet: "base64url" });
    // Several texts are the same bytes: the last character may have bits that are ignored.
    if (toBase64Url(encrypted) !== token) return null;
    plain = await decrypt(masterSecrets, scope(organization), encrypted);
  } catch {
    return null;
  }
  // We encrypted it, so it has this form.
  const [database, generation, bookmark, issuedAt] = parseStored<Content>(new TextDecoder().decode(plain));
  const isOfThisState = generation === gateGeneration && issuedAt >= (organization.restoredAt ?? 0);
  const isCurrent = database === organization.database && isOfThisState && now - issuedAt < MAX_AGE_MS;
  return isCurrent ? { bookmark } : "unknown";
}
