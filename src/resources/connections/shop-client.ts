import type { Settings } from "../../platform/env";
import { type EdgeError, edgeError, needsBody } from "../webhooks/edge-status";
import { addressError, countRequest, destinationError, destinationRules } from "../webhooks/destination";
import type { Budget } from "../../platform/budget";
import { withMemory } from "../../platform/reading/memory";
import { parseJson } from "../../platform/reading/json";
import { ReadError } from "../../platform/reading/read-stream";
import { discard, readExcerpt, readResponse } from "../../platform/reading/response-body";
import type { CallShop, Keep, ShopAccess } from "./platforms/adapter";
import { RESPONSE_SHAPE } from "./platforms/payload";
import { ShopError } from "./shop-error";

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface CalledShop {
  settings: Settings;
  access: ShopAccess;
  organizationId: number;
  /** All calls together end then. */
  deadline?: AbortSignal;
  /** That of the invocation. Each call counts. */
  budget?: Pick<Budget, "count"> | undefined;
}

/** Calls the API of one shop, under the same rules as webhooks (docs/spec/webhooks.md#targets). Redirects are not followed. */
export function callShop({ settings, access, organizationId, deadline, budget }: CalledShop): CallShop {
  // The host of this service was excluded when the access was stored (v2/register.ts). A job has no host of a request.
  const rules = destinationRules(settings, null);
  const { origin } = new URL(access.url);
  return async ({ method, url, headers, json }, read) => {
    const reason = new URL(url).origin === origin ? (destinationError(url, rules) ?? (await addressError(url, rules))) : "Another host.";
    if (reason !== null)
      throw new ShopError(`The address of the shop may not be called. ${reason}`, { isTemporary: false, kind: "blocked_url" });
    countRequest(budget, rules);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = deadline === undefined ? timeout : AbortSignal.any([timeout, deadline]);
    const type: Record<string, string> = json === undefined ? {} : { "Content-Type": "application/json" };
    const init = {
      method,
      headers: { "User-Agent": "Order-Operations/1.0", ...type, ...headers },
      ...(json !== undefined && { body: json }),
    };
    const response = await fetch(url, { ...init, redirect: "manual", signal }).catch(() => {
      throw unreachable(signal.aborted ? "timeout" : "connection");
    });
    if (!response.ok) throw await statusError(response);
    return await withMemory(organizationId, async (memory) => {
      const bytes = await readResponse(response, { maxBytes: MAX_RESPONSE_BYTES, ms: TIMEOUT_MS }, memory).catch((error: unknown) => {
        throw error instanceof ReadError ? readingError(error, signal) : error;
      });
      return await memory.process(bytes.byteLength, () =>
        read({ status: response.status, body: parseBody(bytes, response), headers: response.headers }),
      );
    });
  };
}

/** Characters of all texts that are kept while orders are read. */
const MAX_KEPT_LENGTH = 4 * 1024 * 1024;

/** Reads orders of a shop. What is kept between its calls has memory until all of them are read: a shop may take long for each. */
export async function readOrders<T>(organizationId: number, read: (keep: Keep) => Promise<T>): Promise<T> {
  return await withMemory(organizationId, async (memory) => {
    let length = 0;
    return await read((text) => {
      length += text.length;
      if (length > MAX_KEPT_LENGTH) throw new ShopError("The response of the shop is too large.", { isTemporary: false });
      memory.keep(text.length);
      return text;
    });
  });
}

const UNREACHABLE: Record<EdgeError, string> = {
  timeout: "The shop did not respond in time.",
  connection: "The shop could not be reached.",
  tls_or_dns: "The shop could not be reached: its host name is unknown, or its certificate is invalid.",
};

const unreachable = (kind: EdgeError, status: number | null = null): ShopError =>
  new ShopError(UNREACHABLE[kind], { isTemporary: true, status, kind });

function readingError({ failure }: ReadError, signal: AbortSignal): ShopError {
  if (failure === "too_large") return new ShopError("The response of the shop is too large.", { isTemporary: false });
  return unreachable(failure === "too_slow" || signal.aborted ? "timeout" : "connection");
}

/** The first bytes of a response of Cloudflare's edge say which host could not be reached, and why. */
const EDGE_BODY = { maxBytes: 1024, keptBytes: 1024, ms: 1000 };

async function statusError(response: Response): Promise<ShopError> {
  const { status, headers } = response;
  const excerpt = needsBody(status) ? await readExcerpt(response, EDGE_BODY) : null;
  if (excerpt === null) await discard(response);
  const edgeFailure = edgeError(status, excerpt === null ? null : new TextDecoder().decode(excerpt.bytes));
  if (edgeFailure !== null) return unreachable(edgeFailure, status);
  const seconds = Number(headers.get("Retry-After") ?? "");
  const retryAfterMs = seconds > 0 ? Math.min(Math.ceil(seconds) * 1000, MAX_RETRY_AFTER_MS) : null;
  if (status === 401 || status === 403)
    return new ShopError("The shop rejected the credentials of its API.", { isTemporary: false, status });
  if (status === 429) return new ShopError("The shop limits the rate of requests.", { isTemporary: true, status, retryAfterMs });
  if (status >= 300 && status < 400) {
    return new ShopError("The shop redirected the request. Check its address.", { isTemporary: false, status, kind: "redirect" });
  }
  return new ShopError(`The shop responded with the status ${status}.`, { isTemporary: status >= 500, status, retryAfterMs });
}

const NO_CONTENT = 204;

function parseBody(bytes: Uint8Array, { status }: Response): unknown {
  if (status === NO_CONTENT) return null;
  const { value, violation } = parseJson(bytes, RESPONSE_SHAPE);
  if (violation === null) return value;
  if (violation.code === "malformed_json")
    throw new ShopError("The response of the shop is not JSON in UTF-8. Check its address.", { isTemporary: false, status });
  throw new ShopError(`The response of the shop can't be read. ${violation.message}`, { isTemporary: false, status });
}
