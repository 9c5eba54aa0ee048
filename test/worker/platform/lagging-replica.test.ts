import { expect, it } from "vitest";
import { LaggingReplica } from "../../kit/lagging-replica";

/** The replica stand-in of the tests (test/kit/lagging-replica.ts). */

/** After this many turns of about a millisecond without progress, a call counts as cancelled. */
const MAX_SILENT_TURNS = 20;

/** A database that records its statements, and takes this many ms for each batch. */
function aDatabase(ms: number) {
  const executed: string[] = [];
  const prepare = (sql: string) => ({ bind: () => sql });
  const batch = async (statements: string[]) => {
    await scheduler.wait(ms);
    executed.push(...statements);
    return [];
  };
  return { executed, d1: { prepare, batch } as unknown as D1Database };
}

const insert = (n: number) => [{ sql: `insert ${n}`, params: [] }];
const read = [{ sql: "select", params: [] }];

it("the stand-in repeats each commit once, in order, however long it takes, if two requests read at the same time", async () => {
  // A call of the replica takes four times as long as a cancelled one is waited for.
  const [primary, replica] = [aDatabase(0), aDatabase(4 * MAX_SILENT_TURNS)];
  const lagging = new LaggingReplica(primary.d1, replica.d1, MAX_SILENT_TURNS);
  for (const n of [1, 2, 3]) await lagging.onPrimary(insert(n));
  await Promise.all([1, 2].map(async () => await lagging.onReplica(read, { lagMs: 0, atLeast: null })));
  expect(replica.executed).toEqual(["insert 1", "insert 2", "insert 3", "select", "select"]);
});

it("the stand-in does not wait for a call whose request was cancelled", async () => {
  const lagging = new LaggingReplica(aDatabase(0).d1, aDatabase(0).d1, MAX_SILENT_TURNS);
  const wait = scheduler.wait.bind(scheduler);
  // The timers of a request end with it.
  scheduler.wait = async () => await new Promise(() => undefined);
  void lagging.inOrder(async () => await new Promise(() => undefined));
  scheduler.wait = wait;
  expect(await lagging.inOrder(async () => await Promise.resolve("next"))).toBe("next");
});
