import { OPERATOR_TOKEN, type RunningWorker } from "../server/worker.ts";
import { besideNeighbor, type Neighbor } from "./attack.ts";
import type { Scene } from "./scene.ts";
import type { Job } from "./surfaces.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An organization is removed 30 days after its deletion (src/tenants/lifecycle/deletion.ts). */
const PAST_GRACE_MS = 31 * DAY_MS;
const TIMEOUT_MS = 120_000;

interface JobContext {
  worker: RunningWorker;
  scene: Scene;
  /** The address of a shop and receiver with the largest responses. */
  shopUrl: string;
}

/** Calls the Worker with a token. The run fails with an unsuccessful or endless response. */
async function call({ url }: RunningWorker, token: string, [method, path]: readonly [string, string], body: unknown): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${method} ${path}: no whole response within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    const response = await Promise.race([fetch(url + path, { method, headers, body: JSON.stringify(body) }), late.promise]);
    const text = await Promise.race([response.text(), late.promise]);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  } finally {
    clearTimeout(timer);
  }
}

interface Preparation {
  /** Creates the largest amount of work for the job. */
  begin: (context: JobContext) => Promise<void>;
  /** Ends its work, so that later jobs run alone. */
  end?: (context: JobContext) => Promise<void>;
}

const doNothing = async (): Promise<void> => await Promise.resolve();
const connectionPath = ({ contents }: Scene): string => `/api/v2/connections/${contents.ids["connections.id"]}`;

/** The times of rows are set back instead of advancing the clock, because the sessions of the other organization would end. */
const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  deliveries: {
    begin: async ({ worker, scene: { large, contents }, shopUrl }) => {
      const endpoint = String(contents.ids["webhooks.id"]);
      await call(worker, large.token, ["PATCH", `/api/v2/webhooks/${endpoint}`], { url: `${shopUrl}/hook`, enabled: true });
      const due = "status = 'pending', attempts = 0, run_from = 0, next_attempt_at = created_at - 60000, completed_at = null";
      await worker.rowsIn(0, `update deliveries set ${due} where endpoint_id = ?`, endpoint);
    },
  },
  inboxes: {
    begin: async ({ worker, scene: { large } }) => {
      const due = "status = 'pending', attempts = 0, next_attempt_at = received_at - 60000, processed_at = null";
      await worker.rowsIn(0, `update connection_inbox set ${due} where organization_id = ?`, large.id);
    },
  },
  reconciliation: {
    begin: async ({ worker, scene, shopUrl }) => {
      const { large } = scene;
      const path = connectionPath(scene);
      const api = { shop_url: shopUrl, key: "ck_0123456789", secret: "cs_0123456789" };
      await call(worker, large.token, ["PATCH", path], { api });
      // By SQL, because a form of an earlier surface has started a backfill, and the API accepts no second one while it runs.
      const backfill = "backfill_status = 'running', backfill_since = ?, backfill_cursor = null";
      const since = Date.UTC(2026, 0, 1);
      await worker.rowsIn(0, `update connections set reconcile_at = 0, ${backfill} where organization_id = ?`, since, large.id);
    },
    end: async ({ worker, scene }) => await call(worker, scene.large.token, ["PATCH", connectionPath(scene)], { api: null }),
  },
  // The work of these two does not depend on the data of an organization.
  "sign-ins": { begin: doNothing },
  databases: { begin: doNothing },
  // Without a bucket, there are no files to remove.
  files: { begin: doNothing },
  // With one database, no organization moves.
  moves: { begin: doNothing },
  erasures: {
    begin: async ({ worker, scene: { large } }) => {
      // Every row is searched for the address, which none has.
      const path = `/operator/organizations/${large.id}/erasures`;
      await call(worker, OPERATOR_TOKEN, ["POST", path], { email: "nobody@example.com" });
    },
  },
  retention: {
    begin: async ({ worker, scene: { large } }) => {
      const old = Date.now() - 100 * DAY_MS;
      const closed = "status = 'Complete', created_at = ?, updated_at = ?";
      await worker.rowsIn(0, `update orders set ${closed} where organization_id = ? and item_count = 2000`, old, old, large.id);
      await worker.rowsIn(0, "update events set occurred_at = ? where organization_id = ?", old, large.id);
      const path = `/operator/organizations/${large.id}/retention`;
      await call(worker, OPERATOR_TOKEN, ["PUT", path], { customer_days: 1, event_days: 1 });
    },
  },
  removals: {
    begin: async ({ worker, scene: { large } }) => {
      // An earlier request may have changed its name.
      const [named] = await worker.directoryRows<{ name: string }>("select name from organizations where id = ?", large.id);
      await call(worker, OPERATOR_TOKEN, ["POST", `/operator/organizations/${large.id}/deletion`], { name: named?.name });
      await worker.directoryRows("update organizations set closed_at = closed_at - ? where id = ?", PAST_GRACE_MS, large.id);
    },
  },
};

/** Prepares each of these jobs and runs those of its cron trigger `runs` times, while the other organization makes requests. */
export async function* runJobs(
  context: JobContext,
  { jobs, runs }: { jobs: readonly Job[]; runs: number },
): AsyncGenerator<Neighbor & { name: string }> {
  for (const { name, cron } of jobs) {
    const preparation = PREPARATIONS[name];
    if (preparation === undefined) throw new Error(`There is no preparation for the job ${name}: add one.`);
    const { worker, scene } = context;
    await preparation.begin(context);
    const run = async () => {
      // As if scheduled at the last full hour: only then do all jobs of a cron run.
      for (let n = 0; n < runs; n += 1) await worker.runCron(Math.floor(Date.now() / HOUR_MS) * HOUR_MS, cron);
    };
    const beside = await besideNeighbor(worker, scene.other, run);
    if (!beside.crashed) await preparation.end?.(context);
    yield { name: `cron: ${name}`, ...beside };
  }
}
