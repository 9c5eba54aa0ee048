/** One error of a request. */
export interface ErrorDetail {
  code: string;
  message: string;
  /** The invalid field, for example `items[0].price`. Absent if the error is not about a field. */
  path?: string;
  [more: string]: unknown;
}

/** The response was not 2xx. */
export class OrderOperationsError extends Error {
  override readonly name = "OrderOperationsError";
  /** HTTP status. */
  readonly status: number;
  /** `validation_error`, `not_found`, `rate_limited` …; `unknown` if the response did not come from the API. */
  readonly code: string;
  /** The errors of the request. Empty if the code is sufficient. */
  readonly details: readonly ErrorDetail[];
  /** Include it when you report a problem. null if the response did not come from the API. */
  readonly requestId: string | null;
  /** How long to wait before a retry, in ms (Retry-After). null if the header is absent. */
  readonly retryAfterMs: number | null;

  /** `body` is the body of the response, parsed if it is JSON. */
  constructor(response: Pick<Response, "status" | "headers">, body: unknown) {
    const error = asRecord(asRecord(body)["error"]);
    const code = typeof error["code"] === "string" ? error["code"] : "unknown";
    super(typeof error["message"] === "string" ? error["message"] : `The response was HTTP ${response.status}.`);
    this.status = response.status;
    this.code = code;
    this.details = Array.isArray(error["details"]) ? (error["details"] as ErrorDetail[]) : [];
    this.requestId = response.headers.get("X-Request-Id");
    this.retryAfterMs = readRetryAfter(response.headers.get("Retry-After"), Date.now());
  }
}

/** There was no response after all attempts. `cause` is the failure of the last attempt. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
  readonly method: string;
  readonly url: string;
  readonly tries: number;
  /** The key of a write. The same request with this key can be sent again safely, later or by another process. null for a read. */
  readonly idempotencyKey: string | null;

  constructor(call: { method: string; url: string; idempotencyKey: string | null }, tries: number, cause: unknown) {
    super(`${call.method} ${call.url} got no response after ${tries} ${tries === 1 ? "attempt" : "attempts"}: ${reasonOf(cause)}.`, {
      cause,
    });
    this.method = call.method;
    this.url = call.url;
    this.tries = tries;
    this.idempotencyKey = call.idempotencyKey;
  }
}

/** The result of a call of openapi-fetch. */
interface CallResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Returns the data of a response. Throws OrderOperationsError if it was not 2xx. */
export async function must<Data>(call: CallResult<Data> | Promise<CallResult<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw new OrderOperationsError(response, error);
  // No successful response of this API is empty.
  return data as Data;
}

/** A Retry-After header (seconds or an HTTP date) in ms from `now` (ms since 1970). null if it is absent or malformed. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  // An HTTP date begins with a weekday. Date.parse would also accept other texts.
  const moment = /^[A-Z][a-z]+,? /.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

/** Why a connection failed: the system's error code if there is one, otherwise the message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  for (const one of [cause, error]) if (one instanceof Error && "code" in one && typeof one.code === "string") return one.code;
  return error.message;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
