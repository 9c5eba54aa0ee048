import { expect } from "vitest";
import { type Responder, startReceiver } from "../server/receiver.ts";
import { NEWEST_DATABASE } from "../server/databases.ts";
import { type ApiResponse, orderBody, idempotencyKey, openShop, type Shop } from "../server/shop.ts";
import { type CrashingWorker, until } from "./crashing-worker.ts";
import { drain } from "./drain.ts";
import { checkDeliveries, type DeliveryTotals, type LoggedRow, READ_LOG } from "./check-deliveries.ts";

/** A shop with two endpoints at one receiver, in this database of a Worker that may be killed at any time. */
export async function openLoad(crashing: CrashingWorker, respond?: Responder, database = NEWEST_DATABASE) {
  const receiver = await startReceiver(respond);
  const shop = await openShop(crashing.worker.url, { database });
  const endpoints = await Promise.all(["/a", "/b"].map(async (path) => (await shop.webhook(receiver.url + path, ["order.created"])).id));
  const reopened = (): Shop => shop.at(crashing.worker.url);
  const query = async <Row>(sql: string) => await crashing.worker.rowsIn<Row>(database, sql, shop.id);
  let bulks = 0;

  return {
    receiver,
    shop: reopened,
    endpoints,

    /** A function that sends this many orders as one write. Every call of it is a retry with the same key. */
    bulkWrite: (size: number): (() => Promise<ApiResponse>) => {
      bulks += 1;
      const orders = Array.from({ length: size }, (_, index) => orderBody({ external_id: `${bulks}-${index}` }));
      const key = idempotencyKey();
      return async () => await reopened().v2("/orders/bulk", { orders }, key);
    },

    /** Sends a write that is rejected because its second order has no items, so that its first must never be created. */
    sendRejected: async (): Promise<void> => {
      const orders = [orderBody({ external_id: "rejected" }), { store: "Gift shop", items: [] }];
      const response = await reopened().v2("/orders/bulk", { orders }, idempotencyKey());
      expect(response).toMatchObject({ status: 400, body: { error: { details: [{ path: "orders[1].items" }] } } });
    },

    countOrders: async (): Promise<number> => {
      const [row] = await query<{ n: number }>("select count(*) as n from orders where organization_id = ?");
      return row?.n ?? 0;
    },

    /** Waits until nothing is pending (drain.ts). */
    drain: async (): Promise<number> => await drain(crashing, shop.id, database),

    /** Compares the receiver's requests with the log (check-deliveries.ts). */
    checkDeliveries: async (): Promise<DeliveryTotals> => {
      const events = await query<{ id: string }>("select id from events where organization_id = ? and type = 'order.created'");
      const log = await query<LoggedRow>(READ_LOG);
      expect(receiver.received.filter(({ raw }) => raw.includes('"rejected"'))).toEqual([]);
      expect(crashing.dead, "dead letters").toEqual([]);
      return checkDeliveries({
        owed: events.map(({ id }) => ({ event: id, paths: ["/a", "/b"] })),
        log,
        received: receiver.received,
        pathOf,
      });
    },

    [Symbol.asyncDispose]: async () => await receiver[Symbol.asyncDispose](),
  };

  function pathOf(endpointId: string): string {
    return endpointId === endpoints[0] ? "/a" : "/b";
  }
}

export type Load = Awaited<ReturnType<typeof openLoad>>;

/** Creates this many orders in bulk requests of at most 200. */
export async function createOrders(load: Load, size: number): Promise<void> {
  for (let left = size; left > 0; left -= 200) {
    const response = await load.bulkWrite(Math.min(200, left))();
    expect(response).toMatchObject({ status: 200, body: { summary: { created: Math.min(200, left) } } });
  }
  await until(async () => expect(await load.countOrders()).toBe(size));
}
