import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtCrashEntry } from "../server/built-worker.ts";
import { idempotencyKey, openShop, type Shop } from "../server/shop.ts";
import { CrashingWorker, PAST_LEASE_MS } from "./crashing-worker.ts";
import { ITEM_STATUS, testKills } from "./kill-points.ts";

let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry(), { timersByClock: true });
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

describe("an item's status: nothing is lost, nothing is doubled", () => testKills(() => crashing, ITEM_STATUS));

it("a retry is reported as done and changes nothing if others have changed the order meanwhile", async () => {
  const { worker } = crashing;
  const shop = await openShop(worker.url);
  const order = await shop.order();
  const move = ({ v2 }: Shop, status: string, key: Record<string, string>) => v2(`/orders/${order.id}/status`, { status }, key);
  const key = idempotencyKey();
  await crashing.pauseAt(["committed"], () => void move(shop, "Shipped", key).catch(() => undefined));

  const restarted = await crashing.restart(PAST_LEASE_MS);
  const reopened = shop.at(restarted.url);
  expect((await move(reopened, "Complete", idempotencyKey())).status).toBe(200);
  // From Complete to Shipped, another request needs a reason.
  const another = await move(reopened, "Shipped", idempotencyKey());
  expect(another).toMatchObject({ status: 409, body: { error: { code: "invalid_transition" } } });
  expect(JSON.stringify(another.body)).toContain("requires a reason");
  expect(await move(reopened, "Shipped", key)).toMatchObject({ status: 200, body: { status: "Complete", version: 3 } });
  const history = "select to_value from order_history where change = 'status' and order_id = ? order by id";
  expect(await restarted.rows(history, order.id)).toEqual([{ to_value: "Shipped" }, { to_value: "Complete" }]);
});
