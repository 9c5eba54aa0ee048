import { READS } from "./send.ts";

const HEADER = "X-Consistency-Token";

/** The maximum number of tokens in a request. */
const MAX_TOKENS = 20;

/** Older tokens make the service read from the primary database, which is slower. */
const MAX_AGE_MS = 24 * 3_600_000;

type Send = (request: Request) => Promise<Response>;

/** Consistency tokens of one organization, at the origin of `baseUrl`: they make reads include its earlier writes. */
export interface ConsistencyTokens {
  /** Adds tokens, so that later reads include what they stand for. */
  readAfter: (tokens: string | readonly string[] | null | undefined) => void;
  /** Creates a function that sends the tokens with every read, and adds those of the responses to writes. */
  withTokens: (send: Send) => Send;
}

/** Creates an empty set of tokens. */
export function consistencyTokens(baseUrl: string): ConsistencyTokens {
  /** When each token was added, in ms since 1970. The newest token is last. */
  const added = new Map<string, number>();

  const remove = (tokens: readonly string[]) => tokens.forEach((token) => added.delete(token));

  const readAfter: ConsistencyTokens["readAfter"] = (tokens) => {
    const given = String(tokens ?? "").match(/[^\s,]+/g) ?? [];
    remove(given);
    for (const token of given) added.set(token, Date.now());
    remove([...added.keys()].slice(0, -MAX_TOKENS));
  };

  const withTokens = (send: Send) => async (request: Request) => {
    const { method, url, headers } = request;
    if (new URL(url).origin !== new URL(baseUrl, url).origin) return await send(request);
    const isRead = READS.has(method);
    // The caller's own tokens count for later reads too.
    if (isRead) readAfter(headers.get(HEADER));
    remove([...added].filter(([, at]) => Date.now() - at >= MAX_AGE_MS).map(([token]) => token));
    const known = [...added.keys()];
    if (isRead && known.length > 0) headers.set(HEADER, known.join());

    const response = await send(request);
    const token = response.headers.get(HEADER);
    if (!isRead && response.ok && token !== null) {
      // The state after this write contains what was known when it was sent. A stored response may be from before.
      if (!response.headers.has("Idempotent-Replayed")) remove(known);
      readAfter(token);
    }
    // Otherwise one bad token would make every read fail.
    if (isRead && response.status === 400 && (await response.clone().text()).includes('"invalid_consistency_token"')) remove(known);
    return response;
  };

  return { readAfter, withTokens };
}
