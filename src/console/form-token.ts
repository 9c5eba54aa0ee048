import type { Context } from "hono";
import { settingsOf } from "../platform/env";
import type { HttpEnv } from "../platform/http/context";
import { ApiError } from "../platform/api-error";
import { sha256Hex } from "../platform/crypto/digest";
import { toBase64Url } from "../platform/crypto/encoding";
import { derivedKey } from "../platform/crypto/master-key";
import { randomBase62 } from "../platform/crypto/random";

/** `subject`: the id of a session, or the text of an owner. */
async function macOf(masterSecret: string, subject: string, nonce: string): Promise<string> {
  const key = await derivedKey(masterSecret, "console-forms", "HMAC");
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${subject}.${nonce}`));
  return toBase64Url(new Uint8Array(mac));
}

/** How long a form is valid. It must be shorter than the retention of write markers (48 h), which detect a form that is sent twice. */
const FORM_MS = 24 * 3_600_000;

/** Who a form was made for, in which organization. */
export interface FormOwner {
  personId: number;
  organizationId: number;
}

/** No id of a session has a colon, so that the MAC of an owner is never that of a session. */
const ownerText = ({ personId, organizationId }: FormOwner): string => `owner:${personId}:${organizationId}`;

/**
 * Creates the token of a page's forms, `time-nonce.mac`, where the time is in base 36. Its MAC covers the session's id, so it is valid only for this
 * session. With an owner, it is `time-nonce.mac.owner`, where the last MAC recognizes the owner in a later session (kept-form.ts). The first covers it too.
 */
export async function newFormToken(c: Context<HttpEnv>, sessionId: string, owner?: FormOwner): Promise<string> {
  const [masterSecret] = settingsOf(c.env).masterSecrets;
  const nonce = `${c.get("state").now.toString(36)}-${randomBase62(16)}`;
  const ownerMac = owner === undefined ? undefined : await macOf(masterSecret, ownerText(owner), nonce);
  const mac = await macOf(masterSecret, sessionId, coveredText(nonce, ownerMac));
  return ownerMac === undefined ? `${nonce}.${mac}` : `${nonce}.${mac}.${ownerMac}`;
}

/** What the MAC of the session covers. */
const coveredText = (nonce: string, ownerMac: string | undefined): string => (ownerMac === undefined ? nonce : `${nonce}.${ownerMac}`);

async function isMacOf(c: Context<HttpEnv>, subject: string, { nonce, mac }: { nonce: string; mac: string }): Promise<boolean> {
  const { masterSecrets } = settingsOf(c.env);
  const expectedMacs = await Promise.all(masterSecrets.map(async (masterSecret) => await macOf(masterSecret, subject, nonce)));
  // We compare digests, so that the time that the comparison takes reveals nothing about the MACs.
  const [digest, ...expectedDigests] = [mac, ...expectedMacs].map((each) => sha256Hex(each));
  return expectedDigests.includes(digest ?? "");
}

/** Throws 403 Forbidden unless the token was created for this session in the last 24 hours. */
export async function assertFormToken(c: Context<HttpEnv>, sessionId: string, token: string): Promise<void> {
  const rejection = new ApiError("forbidden", [], { message: "This form does not belong to your current session. Load the page again." });
  const [nonce = "", mac = "", ownerMac, ...rest] = token.split(".");
  // The time is the part of the nonce before the hyphen, where parseInt stops.
  if (rest.length > 0 || c.get("state").now - Number.parseInt(nonce, 36) > FORM_MS) throw rejection;
  if (!(await isMacOf(c, sessionId, { nonce: coveredText(nonce, ownerMac), mac }))) throw rejection;
}

/** Whether the token was created for this person and organization, in any session. */
export async function isOwnForm(c: Context<HttpEnv>, owner: FormOwner, token: string): Promise<boolean> {
  const [nonce = "", _mac, ownerMac = "", ...rest] = token.split(".");
  return rest.length === 0 && (await isMacOf(c, ownerText(owner), { nonce, mac: ownerMac }));
}

interface SentForm {
  sessionId: string;
  token: string;
  path: string;
  /** The content as it was sent. */
  body: string;
}

/** The operation id of a form. It is the same if the same session sends the same form with the same content to the same path. */
export async function operationOf({ sessionId, token, path, body }: SentForm): Promise<string> {
  return `form_${sha256Hex(JSON.stringify([sessionId, token, path, body]))}`;
}
