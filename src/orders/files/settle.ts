import type { ErrorAnswer, Verdict } from "./bulk-answer.ts";

/** Sends some orders, each as JSON text; a verdict for each in order, or what they were refused for as a whole. */
type SendOrders = (orders: string[]) => Promise<Verdict[] | ErrorAnswer>;

/**
 * One verdict for each of up to 200 orders, in order. Where the batch is refused and the orders at fault are named, the
 * others are sent again without them. Throws what `send` throws.
 */
export async function settle(orders: readonly string[], send: SendOrders): Promise<Verdict[]> {
  const verdicts: Verdict[] = orders.map(() => ({ outcome: "failed", reason: "", message: "" }));
  let open = orders.map((_, index) => index);
  while (open.length > 0) {
    const answer = await send(open.map((index) => orders[index] ?? ""));
    if (Array.isArray(answer)) {
      for (const [at, index] of open.entries()) verdicts[index] = answer[at] ?? { outcome: "failed", reason: "", message: "" };
      break;
    }
    const blamed = open.filter((_, at) => answer.byOrder.size === 0 || answer.byOrder.has(at));
    for (const index of blamed) {
      const fault = answer.byOrder.get(open.indexOf(index));
      const message = fault === undefined ? answer.message : `${answer.message} ${fault}`;
      verdicts[index] = { outcome: "failed", reason: answer.code, message };
    }
    // A fault at an index that was never sent must not keep the loop alive.
    open = blamed.length === 0 ? [] : open.filter((index) => !blamed.includes(index));
  }
  return verdicts;
}
