export type Outcome = "created" | "updated" | "unchanged" | "skipped" | "failed";
const OUTCOMES: readonly string[] = ["created", "updated", "unchanged", "skipped", "failed"] satisfies Outcome[];

/** The result of one order, with the API's messages. */
export interface OrderResult {
  outcome: Outcome;
  reason: string;
  message: string;
}

/** An error answer: its code and message, and violations by the index of the order that their path names. */
export interface BulkError {
  code: string;
  message: string;
  byOrder: Map<number, string>;
}

type Fields = Record<string, unknown>;

/** The results of a 200 answer by index, or null where the body is not one for `count` orders. */
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

/** The error of an answer with another status; null where the body is not this API's. */
export function readBulkError(body: unknown): BulkError | null {
  const error = readError(asFields(body)?.["error"]);
  if (error === null) return null;
  const byOrder = new Map<number, string>();
  const others: Violation[] = [];
  for (const violation of error.violations) {
    const index = /^orders\[(\d+)\]\.?(.*)$/.exec(violation.path);
    if (index === null) others.push(violation);
    else
      byOrder.set(
        Number(index[1]),
        [byOrder.get(Number(index[1])), violationMessage(index[2] ?? "", violation.message)].filter(Boolean).join("; "),
      );
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

/** Sends some orders, each as JSON text; a result for each in order, or what they were refused for as a whole. */
type SendOrders = (orders: string[]) => Promise<OrderResult[] | BulkError>;

/**
 * One result for each of up to 200 orders, in order. Where the batch is refused and the orders at violation are named, the
 * others are sent again without them. Throws what `send` throws.
 */
export async function sendAll(orders: readonly string[], send: SendOrders): Promise<OrderResult[]> {
  const results: OrderResult[] = orders.map(() => ({ outcome: "failed", reason: "", message: "" }));
  let open = orders.map((_, index) => index);
  while (open.length > 0) {
    const answer = await send(open.map((index) => orders[index] ?? ""));
    if (Array.isArray(answer)) {
      for (const [at, index] of open.entries()) results[index] = answer[at] ?? { outcome: "failed", reason: "", message: "" };
      break;
    }
    const blamed = open.filter((_, at) => answer.byOrder.size === 0 || answer.byOrder.has(at));
    for (const index of blamed) {
      const violation = answer.byOrder.get(open.indexOf(index));
      const message = violation === undefined ? answer.message : `${answer.message} ${violation}`;
      results[index] = { outcome: "failed", reason: answer.code, message };
    }
    // A violation at an index that was never sent must not keep the loop alive.
    open = blamed.length === 0 ? [] : open.filter((index) => !blamed.includes(index));
  }
  return results;
}
