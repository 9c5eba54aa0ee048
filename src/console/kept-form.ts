import type { Context } from "hono";
import type { HttpEnv } from "../platform/http/context";
import { ApiError } from "../platform/api-error";
import { type Body, PUBLIC_LIMIT, publicFormOf, textField } from "./body";

/**
 * A form that was sent after its session had ended. Nothing of it is stored: the page that asks to sign in has it in hidden fields, and afterwards
 * its owner is asked to send it again (docs/spec/console.md#a-form-after-the-session).
 */
export interface KeptForm {
  /** Where it is sent, in an organization. */
  path: string;
  /** The token that it was sent with, which says who filled it in. */
  token: string;
  /** Its fields as they are sent, without the token and without secrets. */
  fields: [name: string, value: string][];
}

/** A larger form is not kept. Only imports and long texts are larger. */
const MAX_KEPT_BYTES = 32_768;

/** The maximum size of a sign-in form with a kept form in it, each byte of which may be encoded as three. */
export const MAX_SIGN_IN_BYTES = 3 * MAX_KEPT_BYTES + PUBLIC_LIMIT;

const isSecret = (name: string): boolean => /password|secret|credential|api\.key|access_token/i.test(name);

/** The path of a page in an organization, and its query: only characters of our own paths, so that it can't lead to another site. */
const IN_ORGANIZATION = /^\/console\/([1-9]\d{0,15})\/[\w./-]{1,200}(?:\?[^\s"<>\\]{0,2000})?$/;

/** The organization of a form by its path. Null if it is no path of one. */
export function organizationOfPath(path: string): number | null {
  const id = Number(IN_ORGANIZATION.exec(path)?.[1]);
  return Number.isSafeInteger(id) && !path.includes("..") ? id : null;
}

function keptForm(path: string, { text, formToken }: Pick<Body, "text" | "formToken">): KeptForm | null {
  if (organizationOfPath(path) === null || formToken === "" || text.length > MAX_KEPT_BYTES) return null;
  return { path, token: formToken, fields: [...new URLSearchParams(text)].filter(([name]) => !isSecret(name)) };
}

/** The form of a request, with its body. Null if it can't be kept. */
export function keptFormOf(c: Context<HttpEnv>, body: Pick<Body, "text" | "formToken">): KeptForm | null {
  const { pathname, search } = new URL(c.req.raw.url);
  return keptForm(pathname + search, body);
}

/** Reads the form of a request that nobody is signed in for. Null if it is not a form, or can't be kept. */
export async function readKeptForm(c: Context<HttpEnv>): Promise<KeptForm | null> {
  if (c.req.header("Content-Type")?.startsWith("application/x-www-form-urlencoded") !== true) return null;
  try {
    return keptFormOf(c, await publicFormOf(c, MAX_KEPT_BYTES));
  } catch (error) {
    // A form that is too large or malformed is not kept. Too many requests (429) and failures (5xx) are reported.
    if (error instanceof ApiError && error.status < 429) return null;
    throw error;
  }
}

/** The hidden fields with which a page sends a kept form on. */
export function keptFields({ path, token, fields }: KeptForm): Readonly<Record<string, string>> {
  return { kept_path: path, kept_token: token, kept_fields: new URLSearchParams(fields).toString() };
}

/** The kept form in the fields of a sign-in. */
export function keptFormIn(fields: Body["fields"]): KeptForm | null {
  return keptForm(textField(fields, "kept_path"), { text: textField(fields, "kept_fields"), formToken: textField(fields, "kept_token") });
}
