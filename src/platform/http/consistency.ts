import type { Context } from "hono";
import { settingsOf } from "../env";
import type { InputViolation } from "../api-error";
import { bookmarkOf, CONSISTENCY_TOKEN } from "../db/consistency-token";
import type { Organization } from "../db/org-db";
import type { HttpEnv } from "./context";

export { CONSISTENCY_TOKEN };

/** Where a read of the nearest replica starts: at any state, at a state that contains this bookmark, or on the primary instead. */
export type ReadStart = "any" | "primary" | { bookmark: string };

/** Enough for the writes that a client has in progress at the same time. Each of them returns a token. */
const MAX_TOKENS = 20;

/** About twice the length of our tokens. */
const MAX_TOKEN_LENGTH = 400;

/** A comma and a space may follow each token. */
export const MAX_HEADER_LENGTH = MAX_TOKENS * (MAX_TOKEN_LENGTH + 2);

const INVALID: InputViolation = {
  path: CONSISTENCY_TOKEN,
  code: "invalid_consistency_token",
  message: `Expected 1 to ${MAX_TOKENS} unchanged tokens from responses or webhooks of this organization, separated by commas.`,
};

/** Checks the tokens in a request's header; null means that it has none. There is a violation if any of them is not a token of this organization. */
export async function readStartOf(
  c: Context<HttpEnv>,
  organization: Organization,
  header: string | null,
): Promise<{ start: ReadStart; violation: InputViolation | null }> {
  if (header === null) return { start: "any", violation: null };
  const tokens = header.length > MAX_HEADER_LENGTH ? [] : header.split(",").map((token) => token.trim());
  if (tokens.length === 0 || tokens.length > MAX_TOKENS) return { start: "primary", violation: INVALID };
  const { now } = c.get("state");
  const states = await Promise.all(tokens.map((token) => bookmarkOf(settingsOf(c.env), { organization, token, now })));
  if (states.includes(null)) return { start: "primary", violation: INVALID };
  const bookmarks = states.flatMap((state) => (state === null || state === "unknown" ? [] : [state.bookmark]));
  // Bookmarks sort as texts.
  const latest = bookmarks.toSorted().at(-1);
  return { start: latest === undefined || states.includes("unknown") ? "primary" : { bookmark: latest }, violation: null };
}
