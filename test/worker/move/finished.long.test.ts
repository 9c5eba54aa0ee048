import { afterEach, expect, it, vi } from "vitest";
import { orderBody, idempotencyKey, rows } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { inDatabase } from "../databases/in-database";
import { aSmallShop } from "./killed";
import { interruptibleBindings, move } from "./kit";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const LEASE_MS = 5_000;
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** The end of the organization's closing in the source database; 0 if it was not closed. */
async function closedUntil(organizationId: number): Promise<number> {
  const sql = "select closed_until from halted_organizations where organization_id = ?";
  const [row] = await inDatabase<{ closed_until: number }>(0, sql, organizationId);
  return row?.closed_until ?? 0;
}

it.each([
  ["temporarily", (until: number) => until > 0 && until < FOR_EVER],
  ["permanently", (until: number) => until === FOR_EVER],
])("a write finishes a move whose process was killed while the organization was closed %s", async (_kind, isReached) => {
  const shop = await aSmallShop();
  const headers = idempotencyKey();
  const write = async () => (await shop.v2("/orders", { body: orderBody({ external_id: "meanwhile" }), headers })).status;
  let isKilled = false;
  const bindings = interruptibleBindings(async () => {
    isKilled ||= isReached(await closedUntil(shop.id));
    if (isKilled) throw new Error("The process was killed.");
  });
  vi.spyOn(console, "error").mockReturnValue();
  // Not earlier: the end of a closing is compared with the clock of D1, which goes on.
  vi.useFakeTimers({ toFake: ["Date"] });
  expect(await move(shop.id, bindings)).toBe("500");
  vi.restoreAllMocks();
  const database = async () => (await rows<{ database: number }>("select database from organizations where id = ?", shop.id))[0]?.database;

  vi.setSystemTime(Date.now() + LEASE_MS - 1000);
  expect([await write(), await database()]).toEqual([503, 0]);
  vi.setSystemTime(Date.now() + 1001);
  expect(await write()).toBe(503);
  await eventually(async () => expect(await database()).toBe(1));
  expect(await write()).toBe(201);
  const orders = await inDatabase<{ external_id: string }>(
    1,
    "select external_id from orders where organization_id = ? order by id",
    shop.id,
  );
  expect(orders.map(({ external_id }) => external_id)).toEqual(["first", "second", "meanwhile"]);
});
