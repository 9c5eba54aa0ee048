import { Batches } from "../../../orders/files/batches.ts";
import type { OrderResult } from "../../../orders/files/bulk-results.ts";
import type { FileOrder, OrderFile } from "./order-file.ts";
import type { Result } from "./results.ts";
import { sendOrders, Stopped, type Target } from "./send.ts";

interface PreparedOrder {
  json: string;
  itemCount: number;
  at: number;
}

/** What came of a run; `stopped` says why it did not get to the end of the file. */
export interface Run {
  results: Result[];
  stopped: string | null;
}

const encoder = new TextEncoder();

function batchesOf(orders: readonly FileOrder[]): PreparedOrder[][] {
  const batches = new Batches<PreparedOrder>((text) => encoder.encode(text).length);
  const made: PreparedOrder[][] = [];
  for (const [at, { order }] of orders.entries()) {
    const full = order === null ? null : batches.add({ json: JSON.stringify(order), itemCount: order.items.length, at });
    if (full !== null) made.push(full);
  }
  const rest = batches.flush();
  return rest.length > 0 ? [...made, rest] : made;
}

/** Sends a file's orders, batch by batch in the file's order, and tells how many have been answered. */
export async function runOrders({ orders }: OrderFile, target: Target, onProgress: (done: number) => void): Promise<Run> {
  const byPosition = new Map<number, OrderResult>();
  for (const [at, { error }] of orders.entries()) if (error !== null) byPosition.set(at, { outcome: "failed", ...error });
  const run = (stopped: string | null): Run => ({
    stopped,
    results: orders.flatMap((order, at) => {
      const result = byPosition.get(at);
      return result === undefined ? [] : [{ order, ...result }];
    }),
  });
  for (const batch of batchesOf(orders)) {
    try {
      const answers = await sendOrders(
        target,
        batch.map(({ json }) => json),
      );
      for (const [nth, { at }] of batch.entries()) byPosition.set(at, answers[nth] ?? { outcome: "failed", reason: "", message: "" });
    } catch (error) {
      if (error instanceof Stopped) return run(error.message);
      throw error;
    }
    onProgress(byPosition.size);
  }
  return run(null);
}
