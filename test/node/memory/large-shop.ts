import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MAX_ORDER_ITEMS } from "../../../src/resources/orders/order-limits.ts";
import { wooOrder } from "../../worker/connections/payloads.ts";

/** The longest response of a shop that the service reads (src/resources/connections/shop-client.ts). */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** The number of orders on a page (src/resources/connections/platforms/payload.ts). */
const ORDER_COUNT = 25;

/** A page of orders with so many items that no response may be longer. */
function largestPage(): string {
  const [item] = wooOrder()["line_items"] as Record<string, unknown>[];
  // 20 bytes for a comma and a longer id. 5% of the response are left for the other fields of the orders.
  const itemBytes = JSON.stringify(item).length + 20;
  const items = Math.floor((MAX_RESPONSE_BYTES * 0.95) / ORDER_COUNT / itemBytes);
  const orders = Array.from({ length: ORDER_COUNT }, (_, order) =>
    wooOrder({
      id: order + 1,
      number: `${order + 1}`,
      line_items: Array.from({ length: Math.min(items, MAX_ORDER_ITEMS) }, (__, n) => ({ ...item, id: order * 10_000 + n + 1 })),
    }),
  );
  return JSON.stringify(orders);
}

/** A shop and a receiver of webhooks on a free port of 127.0.0.1, whose every response is a page of the largest orders. */
export async function startLargeShop(): Promise<AsyncDisposable & { url: string }> {
  const page = largestPage();
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader("Content-Type", "application/json").end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
