import type { Settings } from "../env";
import { addressError, destinationError, destinationRules } from "../webhooks/destination";
import type { CallShop, ShopAccess } from "./platforms/adapter";
import { ShopError } from "./shop-error";

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Calls the API of one shop, under the same rules as webhooks (docs/spec/webhooks.md#targets). Redirects are not followed. All
 * calls together end at `deadline`. */
export function callShop(settings: Settings, access: ShopAccess, deadline?: AbortSignal): CallShop {
  const rules = destinationRules(settings, null);
  const { origin } = new URL(access.url);
  return async ({ method, url, headers, json }) => {
    const reason = new URL(url).origin === origin ? (destinationError(url, rules) ?? (await addressError(url, rules))) : "Another host.";
    if (reason !== null) throw new ShopError(`The address of the shop may not be called. ${reason}`, false, null, null, "blocked_url");
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = deadline === undefined ? timeout : AbortSignal.any([timeout, deadline]);
    const sent = json === undefined ? {} : { body: JSON.stringify(json) };
    const type: Record<string, string> = json === undefined ? {} : { "Content-Type": "application/json" };
    try {
      const agent = { "User-Agent": "Order-Operations/1.0" };
      const response = await fetch(url, { method, headers: { ...agent, ...type, ...headers }, ...sent, redirect: "manual", signal });
      if (!response.ok) {
        await response.body?.cancel();
        throw statusError(response);
      }
      return { status: response.status, body: await readJson(response), headers: response.headers };
    } catch (error) {
      if (error instanceof ShopError) throw error;
      if (signal.aborted) throw new ShopError("The shop did not respond in time.", true, null, null, "timeout");
      throw new ShopError("The shop could not be reached.", true, null, null, "connection");
    }
  };
}

function statusError({ status, headers }: Response): ShopError {
  const seconds = Number(headers.get("Retry-After") ?? "");
  const retryAfterMs = seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : null;
  if (status === 401 || status === 403) return new ShopError("The shop rejected the credentials of its API.", false, status);
  if (status === 429) return new ShopError("The shop limits the rate of requests.", true, status, retryAfterMs);
  if (status >= 300 && status < 400) {
    return new ShopError("The shop redirected the request. Check its address.", false, status, null, "redirect");
  }
  return new ShopError(`The shop responded with the status ${status}.`, status >= 500, status, retryAfterMs);
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: string[] = [];
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) throw new ShopError("The response of the shop is too large.", false, response.status);
    chunks.push(decoder.decode(chunk, { stream: true }));
  }
  try {
    return JSON.parse(chunks.join("") + decoder.decode());
  } catch {
    throw new ShopError("The response of the shop is not JSON. Check its address.", false, response.status);
  }
}
