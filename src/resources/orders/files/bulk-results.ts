export type Outcome = "created" | "updated" | "unchanged" | "skipped" | "failed";
const OUTCOMES: readonly string[] = ["created", "updated", "unchanged", "skipped", "failed"] satisfies Outcome[];

/** The result of one order. `reason` is the API's error code, or empty. */
export interface OrderResult {
  outcome: Outcome;
  reason: string;
  message: string;
}

/** An error response. `byOrder` has the violations of single orders, by their index in the request. */
export interface BulkError {
  code: string;
  message: string;
  byOrder: Map<number, string>;
}

type Fields = Record<string, unknown>;

/** Parses the results of a 200 OK response. Returns null if the body does not have results for `count` orders. */
export function readResults(body: unknown, count: number): OrderResult[] | null {
  const entries = asFields(body)?.["results"];
  if (!Array.isArray(entries) || entries.length !== count) return null;
  const results = Array.from<OrderResult | undefined>({ length: count });
  for (const entry of entries) {
    const result = asFields(entry);
    const index = result?.["index"];
    const outcome = result?.["outcome"];
    if (typeof index !== "number" || !(index in results) || typeof outcome !== "string" || !OUTCOMES.includes(outcome)) return null;
    const error = readError(result?.["error"]);
    results[index] = { outcome: outcome as Outcome, reason: error?.code ?? "", message: error === null ? "" : errorMessage(error) };
  }
  return results.every((result) => result !== undefined) ? results : null;
}

/** Parses an error response. Returns null if the body is not an error of this API. */
export function readBulkError(body: unknown): BulkError | null {
  const error = readError(asFields(body)?.["error"]);
  if (error === null) return null;
  const byOrder = new Map<number, string>();
  const others: Violation[] = [];
  for (const violation of error.violations) {
    const index = /^orders\[(\d+)\]\.?(.*)$/.exec(violation.path);
    const [at, message] = [Number(index?.[1]), violationMessage(index?.[2] ?? "", violation.message)];
    if (index === null) others.push(violation);
    else byOrder.set(at, [byOrder.get(at), message].filter(Boolean).join("; "));
  }
  return { code: error.code, message: errorMessage({ ...error, violations: others }), byOrder };
}

interface Violation {
  path: string;
  message: string;
}

interface ReadableError {
  code: string;
  message: string;
  violations: Violation[];
}

function readError(value: unknown): ReadableError | null {
  const error = asFields(value);
  if (error === null || typeof error["code"] !== "string") return null;
  const details: unknown = error["details"];
  const violations = (Array.isArray(details) ? details : []).flatMap((entry) => {
    const violation = asFields(entry);
    return violation === null ? [] : [{ path: text(violation["path"]), message: text(violation["message"]) }];
  });
  return { code: error["code"], message: text(error["message"]), violations };
}

function errorMessage(error: ReadableError): string {
  const violations = error.violations.map((violation) => violationMessage(violation.path, violation.message)).join("; ");
  return violations === "" ? error.message : `${error.message} ${violations}`;
}

function violationMessage(path: string, message: string): string {
  return path === "" ? message : `${path}: ${message}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function asFields(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Sends orders, each as JSON text. Returns a result for each of them, or the error of the whole request. */
type SendOrders = (orders: string[]) => Promise<OrderResult[] | BulkError>;

/** The result of an order that no response is about. */
const UNKNOWN: OrderResult = { outcome: "failed", reason: "", message: "" };

/** The orders are too large together, or the stored orders that they change are. Half of them may not be. */
const TOO_LARGE = "payload_too_large";

/**
 * Sends up to 200 orders and returns a result for each. If the API rejects the request and names the invalid orders, sends the others again
 * without them. If they are too large together, sends them in halves. Rethrows errors of `send`.
 */
export async function sendAll(orders: readonly string[], send: SendOrders): Promise<OrderResult[]> {
  const results: OrderResult[] = orders.map(() => UNKNOWN);
  let pending = orders.map((_, index) => index);
  while (pending.length > 0) {
    const response = await send(pending.map((index) => orders[index] ?? ""));
    if (Array.isArray(response)) {
      for (const [at, index] of pending.entries()) results[index] = response[at] ?? UNKNOWN;
      break;
    }
    if (response.code === TOO_LARGE && pending.length > 1) {
      for (const half of halvesOf(pending)) {
        const halfResults = await sendAll(
          half.map((index) => orders[index] ?? ""),
          send,
        );
        for (const [at, index] of half.entries()) results[index] = halfResults[at] ?? UNKNOWN;
      }
      break;
    }
    const rejected = pending.filter((_, at) => response.byOrder.size === 0 || response.byOrder.has(at));
    for (const index of rejected) {
      const violation = response.byOrder.get(pending.indexOf(index));
      const message = violation === undefined ? response.message : `${response.message} ${violation}`;
      results[index] = { outcome: "failed", reason: response.code, message };
    }
    // A violation at an index that was not sent must not cause an endless loop.
    pending = rejected.length === 0 ? [] : pending.filter((index) => !rejected.includes(index));
  }
  return results;
}

function halvesOf<T>(elements: readonly T[]): T[][] {
  const middle = Math.ceil(elements.length / 2);
  return [elements.slice(0, middle), elements.slice(middle)];
}
