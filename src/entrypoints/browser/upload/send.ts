import { backoff, isTransient, type RetryPolicy, sleep } from "../../../../packages/client/src/retry.ts";

const POLICY: RetryPolicy = { tries: 5, firstDelayMs: 500, longestDelayMs: 10_000, longestWaitMs: 60_000, timeoutMs: 300_000 };

/** A wait is not ended early. */
const NEVER_ABORTED = new AbortController().signal;

/** A session may make 20 requests a second. Half of them are left to the other pages that a person has open. */
const INTERVAL_MS = 100;
let nextAt = 0;

async function waitForTurn(): Promise<void> {
  const now = performance.now();
  const at = Math.max(now, nextAt);
  nextAt = at + INTERVAL_MS;
  await sleep(at - now, NEVER_ABORTED);
}

/** Where the organization's files are, and the token of the page's form. */
export interface Target {
  url: string;
  formToken: string;
}

async function attempt({ url, formToken }: Target, path: string, body: Blob | object): Promise<Response | null> {
  const isFile = body instanceof Blob;
  try {
    return await fetch(url + path, {
      method: "POST",
      headers: {
        "Content-Type": isFile ? "application/octet-stream" : "application/json",
        Accept: "application/json",
        "X-Form-Token": formToken,
      },
      body: isFile ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(POLICY.timeoutMs),
    });
  } catch {
    return null;
  }
}

function problemOf(json: unknown, status: number): string {
  const { error } = (json ?? {}) as { error?: { message?: string; details?: { message?: string }[] } };
  return error?.details?.[0]?.message ?? error?.message ?? `The service returned an unexpected response (${status}).`;
}

/**
 * Sends a file, or an object as JSON, up to five times until there is a response. The service recognizes a repeated request by its form token, path and
 * body (src/console/form-token.ts), so it is carried out once. Throws an Error that says why it was rejected.
 */
export async function send(target: Target, path: string, body: Blob | object): Promise<unknown> {
  for (let attempts = 1; ; attempts += 1) {
    await waitForTurn();
    const response = await attempt(target, path, body);
    // Only requests with an Idempotency-Key get the error whose code makes it transient.
    if (response !== null && !isTransient(response.status, null)) {
      const json: unknown = await response.json().catch(() => null);
      if (response.ok) return json;
      throw new Error(problemOf(json, response.status));
    }
    if (attempts === POLICY.tries) throw new Error(`The service did not respond to ${POLICY.tries} attempts in a row.`);
    await sleep(backoff(POLICY, attempts), NEVER_ABORTED);
  }
}
