/**
 * The real Worker, which reports each point where a crash could lose or double something, and continues only after a response. The test
 * may kill it there, or choose how often a message is sent and how many consumers get it. Without a listener, only its clock and timers differ
 * from the deployed Worker. Only tests are built from this; test/node/crash/crashing-worker.ts is the other side.
 */
import { env as vars } from "cloudflare:workers";
import worker from "../../src/entrypoints/worker";

export { Gate } from "../../src/entrypoints/worker";

interface CrashVars {
  /** The address to which a point's name is posted; if it is empty, no point is reported, and the bindings are unchanged. */
  POINTS_URL: string;
  /** How far the clock is ahead at the start in ms, so that a lease expires without waiting. */
  CLOCK_AHEAD_MS: string;
  /** "true": timers follow this clock too, and with a listener, a delayed message is reported at the point `delay` instead of being sent. */
  TIMERS_BY_CLOCK: string;
}

const { POINTS_URL, CLOCK_AHEAD_MS, TIMERS_BY_CLOCK } = vars as unknown as CrashVars;

/** The clock of the test: this many ms ahead, or stopped at a time. */
interface Clock {
  aheadMs: number;
  stoppedAt: number | null;
}

/** The interval at which a timer checks the clock. */
const TICK_MS = 10;

let clock: Clock = { aheadMs: Number(CLOCK_AHEAD_MS), stoppedAt: null };
let rowsRead = 0;

const now = Date.now.bind(Date);
Date.now = () => clock.stoppedAt ?? now() + clock.aheadMs;

/** Running timers that follow the clock, with their durations in ms. */
const timers = new Map<unknown, number>();

if (TIMERS_BY_CLOCK === "true") {
  const clearTimer = (timer: unknown): void => {
    timers.delete(timer);
    clearInterval(timer as number);
  };
  const setTimer = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
    const end = Date.now() + ms;
    const timer = setInterval(() => {
      if (Date.now() < end) return;
      clearTimer(timer);
      act(...args);
    }, TICK_MS);
    timers.set(timer, ms);
    return timer;
  };
  Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: clearTimer });
}

/** Reports a point with its messages, and returns the response of the test. */
async function reach(point: string, bodies: unknown[] = []): Promise<string> {
  const response = await fetch(`${POINTS_URL}/${point}`, { method: "POST", body: JSON.stringify(bodies) });
  return await response.text();
}

/**
 * The points before and after a batch with a statement that contains this text. A batch may match several times, such as a record that
 * claims the next delivery. `isReached`: whether a result shows that the point after the batch is reached.
 */
const BATCH_POINTS: { sql: string; before?: string; after: string; isReached?: (result: D1Result) => boolean }[] = [
  { sql: "insert into write_markers", before: "commit", after: "committed" },
  { sql: "'outcome_unknown'", after: "expired" },
  { sql: "insert into attempts", before: "record", after: "recorded" },
  { sql: "set attempts = attempts + 1, lease_token", after: "claimed", isReached: isClaim },
];

/** A database or a session with these points. */
function withPoints<D extends Pick<D1Database, "batch">>(database: D): D {
  return override(database, {
    batch: async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
      const texts = statements.map(textOf);
      const points = BATCH_POINTS.filter(({ sql }) => texts.some((text) => text.includes(sql)));
      for (const { before } of points) if (before !== undefined) await reach(before);
      const results = await database.batch<T>(statements);
      for (const { meta } of results) rowsRead += meta.rows_read;
      for (const { after, isReached } of points) if (isReached === undefined || results.some(isReached)) await reach(after);
      return results;
    },
  });
}

function databaseWithPoints(d1: D1Database): D1Database {
  return override(withPoints(d1), { withSession: (start: string) => withPoints(d1.withSession(start)) });
}

/** The bindings of all databases. */
const databasesOf = (env: Env) => Object.entries(env).filter(([name]) => /^DB(_\d+)?$/.test(name)) as [string, D1Database][];

function instrument(env: Env): Env {
  return {
    ...env,
    ...Object.fromEntries(databasesOf(env).map(([name, d1]) => [name, databaseWithPoints(d1)])),
    GATE: override(env.GATE, {
      getByName: (name: string) => {
        const gate = env.GATE.getByName(name);
        return override(gate, {
          settle: async (...settlement: Parameters<typeof gate.settle>) => {
            await reach("settle");
            await gate.settle(...settlement);
            await reach("settled");
          },
        });
      },
    }),
    DELIVERIES: instrumentQueue(env.DELIVERIES, "DELIVERIES"),
    DELIVERIES_SLOW: instrumentQueue(env.DELIVERIES_SLOW, "DELIVERIES_SLOW"),
  };
}

function instrumentQueue(queue: Queue, name: QueueName): Queue {
  return override(queue, {
    sendBatch: async (messages: Iterable<MessageSendRequest>) => {
      const all = [...messages];
      const delayed = TIMERS_BY_CLOCK === "true" ? all.filter(({ delaySeconds = 0 }) => delaySeconds > 0) : [];
      if (delayed.length > 0)
        await reach(
          "delay",
          delayed.map(({ body, delaySeconds }) => ({ body, delaySeconds, queue: name })),
        );
      const immediate = all.filter((message) => !delayed.includes(message));
      if (immediate.length === 0) return;
      const copies = Number((await reach("enqueue", bodiesOf(immediate))) || 1);
      return await queue.sendBatch(Array.from({ length: copies }, () => immediate).flat());
    },
  });
}

type QueueName = "DELIVERIES" | "DELIVERIES_SLOW";

const bodiesOf = (messages: readonly { body: unknown }[]) => messages.map(({ body }) => body);

function textOf(statement: D1PreparedStatement): string {
  return "statement" in statement ? String(statement.statement) : "";
}

/** A successful claim has read the text to send. */
function isClaim({ results }: D1Result): boolean {
  return (results as { body?: unknown }[]).some(({ body }) => typeof body === "string");
}

async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
  const bodies = bodiesOf(batch.messages);
  if (batch.queue.endsWith("-dead")) await reach("dead", bodies);
  const consumers = Number((await reach("consume", bodies)) || 1);
  let inProgress = 0;
  const counting = override(ctx, {
    waitUntil: (work: Promise<unknown>) => {
      inProgress += 1;
      ctx.waitUntil(work.finally(() => (inProgress -= 1)));
    },
  });
  const others = Array.from({ length: consumers - 1 }, () => worker.queue(unacknowledged(batch), instrument(env), counting));
  await Promise.all([worker.queue(batch, instrument(env), counting), ...others]);
  // The queue gets a consumer's acknowledgements at the end of its handler.
  await reach("acknowledge", bodies);
  // The attempts that go on although their messages were acknowledged.
  if (inProgress > 0) ctx.waitUntil(reach("left", bodies));
}

/** The same messages for another consumer, whose acknowledgements the queue does not get. */
function unacknowledged(batch: MessageBatch): MessageBatch {
  const messages = batch.messages.map((message) => override(message, { ack: () => undefined, retry: () => undefined }));
  return override(batch, { messages });
}

/** The maximum number of messages that a queue accepts in one call. */
const MAX_BATCH = 100;

/**
 * Requests of the test to this entry point. All but the one for timers return the number of rows that batches have read since it was last set
 * to 0. Without a listener, none are counted.
 */
async function control(path: string, request: Request, env: Env): Promise<Response> {
  if (path === "/crash/clock") clock = await request.json();
  if (path === "/crash/enqueue") {
    const { bodies, queue }: { bodies: unknown[]; queue: QueueName } = await request.json();
    for (let sent = 0; sent < bodies.length; sent += MAX_BATCH) {
      await env[queue].sendBatch(bodies.slice(sent, sent + MAX_BATCH).map((body) => ({ body })));
    }
  }
  if (path === "/crash/timers") return Response.json([...timers.values()]);
  const response = Response.json(rowsRead);
  if (path === "/crash/rows-read") rowsRead = 0;
  return response;
}

/** The same object with some properties replaced. */
function override<T extends object>(target: T, properties: object): T {
  return new Proxy(target, {
    get(_, name) {
      if (name in properties) return Reflect.get(properties, name);
      const value: unknown = Reflect.get(target, name);
      // Not `bind`: the method of a Durable Object's stub can only be called.
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
}

/** The bindings of the Worker: instrumented, if the test listens. */
const bindingsFor = (env: Env): Env => (POINTS_URL === "" ? env : instrument(env));

export default {
  fetch: (request, env, ctx) => {
    const { pathname } = new URL(request.url);
    return pathname.startsWith("/crash/") ? control(pathname, request, env) : worker.fetch(request, bindingsFor(env), ctx);
  },
  queue: (batch, env, ctx) => (POINTS_URL === "" ? worker.queue(batch, env, ctx) : consume(batch, env, ctx)),
  scheduled: (controller, env) => worker.scheduled(controller, bindingsFor(env)),
} satisfies ExportedHandler<Env>;
