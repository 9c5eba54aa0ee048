import type { MasterSecrets } from "../../platform/crypto/master-key";
import { decryptText, encryptText } from "../../platform/crypto/encryption";
import { randomBase62 } from "../../platform/crypto/random";
import type { StoredConnection } from "./connections.sql.ts";
import type { ShopAccess } from "./platforms/adapter";
import { parseStored } from "../../platform/reading/json";

const HINT_LENGTH = 4;
const SECRET_LENGTH = 40;

const scopeOf = (connectionId: string) => ({ purpose: "connections", context: connectionId }) as const;

/** A secret as it is stored: encrypted for one connection, and its last characters. */
export interface StoredSecret {
  secret: string;
  secret_hint: string;
}

/** The last characters of a secret, by which people recognize it. */
export function hintOf(secret: string): string {
  return secret.slice(-HINT_LENGTH);
}

export function newWebhookSecret(): string {
  return randomBase62(SECRET_LENGTH);
}

export async function encryptFor(masterSecrets: MasterSecrets, connectionId: string, text: string): Promise<string> {
  return await encryptText(masterSecrets, scopeOf(connectionId), text);
}

/** Decrypts a text of a connection. Throws if it was encrypted for another connection or with another master secret. */
export async function decryptFor(masterSecrets: MasterSecrets, connectionId: string, encrypted: string): Promise<string> {
  return await decryptText(masterSecrets, scopeOf(connectionId), encrypted);
}

/** Encrypts the secret of a shop's or a carrier service's webhooks. Returns the columns to store. */
export async function encryptWebhookSecret(masterSecrets: MasterSecrets, connectionId: string, secret: string): Promise<StoredSecret> {
  return { secret: await encryptFor(masterSecrets, connectionId, secret), secret_hint: hintOf(secret) };
}

/** The secrets that verify the deliveries of a connection to a shop or a carrier service. */
export type SigningSecrets = Pick<StoredConnection, "id" | "secret" | "previous_secret" | "previous_valid_until">;

/** The secrets with which deliveries may be signed now: during a rotation also the previous one. */
export async function acceptedSecrets(masterSecrets: MasterSecrets, row: SigningSecrets, now: number): Promise<string[]> {
  const previous = row.previous_valid_until !== null && row.previous_valid_until > now ? row.previous_secret : null;
  const stored = [row.secret, ...(previous === null ? [] : [previous])];
  return await Promise.all(stored.map(async (secret) => await decryptFor(masterSecrets, row.id, secret)));
}

const HOUR_MS = 3_600_000;

/** The columns of the previous secret during a rotation: the current one, for some hours. */
export function previousSecret({ secret }: SigningSecrets, now: number, overlapHours: number) {
  if (overlapHours === 0) return { previous_secret: null, previous_valid_until: null };
  return { previous_secret: secret, previous_valid_until: now + Math.round(overlapHours * HOUR_MS) };
}

/** Access to the shop's API; null if the connection has none. */
export async function shopAccess(masterSecrets: MasterSecrets, row: StoredConnection): Promise<ShopAccess | null> {
  if (row.shop_url === null || row.api_credentials === null) return null;
  const { key, secret } = parseStored<{ key: string; secret: string }>(await decryptFor(masterSecrets, row.id, row.api_credentials));
  return { url: row.shop_url, key, secret };
}
