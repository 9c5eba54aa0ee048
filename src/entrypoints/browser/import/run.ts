import { isUpdate, SHOP_FACT } from "../../../resources/orders/files/format.ts";
import { Batches } from "../../../resources/orders/files/batches.ts";
import type { OrderResult } from "../../../resources/orders/files/bulk-results.ts";
import type { FileOrder, OrderFile } from "./order-file.ts";
import type { Result } from "./results.ts";
import { sendOrders, RunStopped, type Target } from "./send.ts";

interface PreparedOrder {
  json: string;
  itemCount: number;
  at: number;
}

/** The results of a run. `stopReason` is the reason why it ended before the end of the file, or null if it was completed. */
export interface Run {
  results: Result[];
  stopReason: string | null;
}

const encoder = new TextEncoder();

function batchesOf(orders: readonly FileOrder[]): PreparedOrder[][] {
  const collector = new Batches<PreparedOrder>((text) => encoder.encode(text).length);
  const batches: PreparedOrder[][] = [];
  for (const [at, { order }] of orders.entries()) {
    if (order === null) continue;
    // What a shop states is stored, also if it is implausible. Updates do not come from a shop.
    const json = JSON.stringify(isUpdate(order) ? order : { ...SHOP_FACT, ...order });
    const full = collector.add({ json, itemCount: order.items.length, at });
    if (full !== null) batches.push(full);
  }
  const rest = collector.flush();
  return rest.length > 0 ? [...batches, rest] : batches;
}

/** Sends a file's orders in batches, in the order of the file, and reports how many of them have a result. */
export async function runOrders({ orders }: OrderFile, target: Target, onProgress: (done: number) => void): Promise<Run> {
  const byPosition = new Map<number, OrderResult>();
  for (const [at, { error }] of orders.entries()) if (error !== null) byPosition.set(at, { outcome: "failed", ...error });
  const toRun = (stopReason: string | null): Run => ({
    stopReason,
    results: orders.flatMap((order, at) => {
      const result = byPosition.get(at);
      return result === undefined ? [] : [{ order, ...result }];
    }),
  });
  for (const batch of batchesOf(orders)) {
    try {
      const results = await sendOrders(
        target,
        batch.map(({ json }) => json),
      );
      for (const [nth, { at }] of batch.entries()) byPosition.set(at, results[nth] ?? { outcome: "failed", reason: "", message: "" });
    } catch (error) {
      if (error instanceof RunStopped) return toRun(error.message);
      throw error;
    }
    onProgress(byPosition.size);
  }
  return toRun(null);
}
