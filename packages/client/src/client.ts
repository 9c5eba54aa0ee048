import createFetchClient, { type Client, defaultPathSerializer } from "openapi-fetch";
import { type ConsistencyTokens, consistencyTokens } from "./consistency.ts";
import { type FeedOptions, type FeedPage, readFeed } from "./event-feed.ts";
import type { paths as V1Paths } from "./generated/v1.ts";
import type { paths as V2Paths } from "./generated/v2.ts";
import { listByCursor, listByPage, type ListArguments, type ListItem, type ListPath, type LooseGet, type LooseOptions } from "./lists.ts";
import { DEFAULT_POLICY, type RetryPolicy } from "./retry.ts";
import { type Fetch, type Retry, withRetries } from "./send.ts";

export interface OrderOperationsOptions {
  /** The service's origin, with a path prefix if it has one. */
  baseUrl: string;
  /** API token `sk_live_…`, for v2. */
  token?: string | undefined;
  /** API key `ak_live_…`, for Public V1. */
  apiKey?: string | undefined;
  /** Called for each attempt. Default: the global fetch. */
  fetch?: Fetch | undefined;
  /** Settings that differ from the default retries. */
  retry?: Partial<RetryPolicy> | undefined;
  /** Called for every failed attempt that will be retried. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** Both APIs of one service. */
export interface OrderOperations {
  /** Public V1: an openapi-fetch client. Its calls return `{ data, error, response }`. */
  v1: Client<V1Paths>;
  /** v2: an openapi-fetch client. */
  v2: Client<V2Paths>;
  /** Yields every entry of a list and loads further pages when needed, with retries. Throws OrderOperationsError. */
  list: <Path extends ListPath>(path: Path, ...options: ListArguments<Path>) => AsyncGenerator<ListItem<Path>, void, undefined>;
  /** Yields the events page by page, each page with the cursor to store. Throws OrderOperationsError. */
  events: (options?: FeedOptions) => AsyncGenerator<FeedPage, void, undefined>;
  /**
   * Makes later reads include the change that a consistency token stands for. Pass the header `X-Consistency-Token` of a webhook, or of a
   * response that another process got. Reads always include the writes of this client.
   */
  readAfter: ConsistencyTokens["readAfter"];
}

/** A list of names is one parameter with commas. */
const QUERY_FORMAT = { array: { style: "form", explode: false } } as const;

/** Inserts ids into a path. Throws TypeError for an id that would change the path: an empty one, `.` or `..`. */
function pathSerializer(path: string, ids: Record<string, unknown>): string {
  for (const [name, id] of Object.entries(ids)) {
    if (["", ".", ".."].includes(String(id))) throw new TypeError(`${name} is not a valid id: "${String(id)}".`);
  }
  return defaultPathSerializer(path, ids);
}

/**
 * Creates a client for the service at `baseUrl`. Each API has its own credential and therefore its own limits. Both credentials must belong
 * to the same organization.
 */
export function createClient(options: OrderOperationsOptions): OrderOperations {
  const { baseUrl, token, apiKey, onRetry, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const policy = { ...DEFAULT_POLICY, ...options.retry };
  const { readAfter, withTokens } = consistencyTokens(baseUrl);
  const init = (headers: Record<string, string>) => {
    const send = withTokens(withRetries({ fetch, policy, onRetry }));
    return { baseUrl, headers, pathSerializer, querySerializer: QUERY_FORMAT, fetch: send };
  };
  const v1 = createFetchClient<V1Paths>(init(apiKey === undefined ? {} : { "x-api-key": apiKey }));
  const v2 = createFetchClient<V2Paths>(init(token === undefined ? {} : { Authorization: `Bearer ${token}` }));

  const list = (path: string, listOptions: LooseOptions = {}) =>
    path.startsWith("/api/v2/") ? listByCursor(v2.GET as LooseGet, path, listOptions) : listByPage(v1.GET as LooseGet, path, listOptions);
  return { v1, v2, list: list as OrderOperations["list"], events: (feedOptions = {}) => readFeed(v2, feedOptions), readAfter };
}
