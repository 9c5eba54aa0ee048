/**
 * What a flood of rejected bodies of 8 MiB costs, beside a bare Worker that rejects them unseen, and what it does to others:
 * how long /health takes meanwhile. Half of the flood lacks the scope, the other half is over its rate limit.
 *
 *     npm run bench -- rejected [--seconds=5] [--rounds=5] [--connections=8] [--json]
 */
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "../test/node/server/build.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../test/node/server/worker.ts";
import { quantile } from "./pressure.ts";
import { setStage, type Stage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "8" },
    json: { type: "boolean", default: false },
  },
});
const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number) as [number, number, number];
const say = (text: string): void => void process.stderr.write(`${text}\n`);

// A round may not outlast the rate limit that its bodies are over.
if (!(seconds < 60)) throw new Error("A round takes less than 60 s.");

const BODY = Buffer.alloc(8 * 1024 * 1024 - 1, " ");
/** Highest ratios that are acceptable. */
const MAX_COST = 1.5;
const MAX_HEALTH = 2;

/**
 * Sends `length` bytes of the body over a connection of its own, whatever is answered meanwhile; answers the status. workerd closes
 * the connection once it has rejected what it has not read; null where that came before the response was seen.
 */
function send({ hostname, port }: URL, headers: Record<string, string>, length = BODY.length): Promise<number | null> {
  return new Promise((settle) => {
    let [answer, isSent] = ["", false];
    const socket = connect(Number(port), hostname);
    const finish = () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      socket.destroy();
      settle(status === undefined ? null : Number(status));
    };
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (isSent) finish();
    });
    socket.on("error", () => undefined);
    socket.on("close", finish);
    const lines = Object.entries({ Host: `${hostname}:${port}`, "Content-Length": BODY.length, ...headers });
    socket.write(`POST /api/v2/orders/bulk HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
    socket.write(BODY.subarray(0, length), () => {
      isSent = true;
      if (answer !== "") finish();
    });
  });
}

/** ms that one GET /health takes. */
function health(agent: Agent, url: URL): Promise<number> {
  const began = performance.now();
  return new Promise((settle, fail) => {
    request({ agent, host: url.hostname, port: url.port, path: "/health" }, (response) => {
      response.resume();
      response.once("end", () => settle(performance.now() - began));
    })
      .once("error", fail)
      .end();
  });
}

type Side = "real" | "bare";

interface Round {
  /** CPU of workerd for one rejected request, ms. */
  cpu: number;
  perSecond: number;
  /** Median and 95th percentile of /health meanwhile, ms. */
  p50: number;
  p95: number;
}

/** Floods one side for some seconds, or nobody, and asks the real Worker for its health all the while. */
async function flood(stage: Stage, side: Side | null, headers: readonly Record<string, string>[]): Promise<Round> {
  const healthAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = stage.cpu();
  const end = performance.now() + seconds * 1000;
  let [rejected, nth] = [0, 0];
  const connection = async (): Promise<void> => {
    if (side === null) return;
    while (performance.now() < end) {
      const status = await send(stage[side], headers[(nth += 1) % headers.length] ?? {});
      if (status !== null && status !== 403 && status !== 429) throw new Error(`${side} answered ${status}.`);
      rejected += 1;
    }
  };
  const times: number[] = [];
  const probe = async (): Promise<void> => {
    while (performance.now() < end) {
      times.push(await health(healthAgent, stage.real));
      await wait(10);
    }
  };
  await Promise.all([...Array.from({ length: connections }, connection), probe()]);
  healthAgent.destroy();
  const cpu = ((stage.cpu() - before) * 1000) / Math.max(1, rejected);
  return { cpu, perSecond: rejected / seconds, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** A token of the first organization. */
async function tokenOf(stage: Stage, settings: object): Promise<Record<string, string>> {
  const answer = await fetch(new URL(`/operator/organizations/${stage.shops.large.organization}/credentials`, stage.real), {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "api_token", name: "flood", ...settings }),
  });
  const { secret } = (await answer.json()) as { secret: string };
  return { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
}

// What the tools say goes beside the JSON, not into it.
console.log = console.error;
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
process.env["X_LOCAL_OBSERVABILITY"] = "false";
using folder = temporaryFolder();
say("Building …");
const scripts = { real: await build(join(folder.path, "real")), bare: await build(join(folder.path, "bare"), "bench/bare/worker.ts") };
await using stage = await setStage(scripts, join(folder.path, "state"), 10, () => undefined);
const unscoped = await tokenOf(stage, { scopes: ["stores:read"], rate_limit: 1_000_000 });

/** A token that is over its limit for the next minute. Each round gets a new one: after a minute its bodies would be read. */
async function limitedToken(): Promise<Record<string, string>> {
  const token = await tokenOf(stage, { scopes: ["orders:write"], rate_limit: 1 });
  await fetch(new URL("/api/v2/me", stage.real), { headers: token });
  return token;
}

const rejecting: Record<Side | "idle", () => Promise<readonly Record<string, string>[]>> = {
  idle: async () => [],
  bare: async () => [{ "x-reject": "1" }],
  real: async () => [unscoped, await limitedToken()],
};
for (const headers of await rejecting.real()) say(`Rejected with ${await send(stage.real, headers, 1)}`);

const measured: Record<Side | "idle", Round[]> = { real: [], bare: [], idle: [] };
for (let round = 0; round <= rounds; round += 1) {
  for (const side of ["idle", "bare", "real"] as const) {
    const result = await flood(stage, side === "idle" ? null : side, await rejecting[side]());
    // The first round warms up.
    if (round > 0) measured[side].push(result);
  }
}

const median = (side: Side | "idle", figure: keyof Round): number =>
  quantile(
    measured[side].map((round) => round[figure]),
    0.5,
  );
const figures = Object.fromEntries(
  (["idle", "bare", "real"] as const).map((side) => [
    side,
    Object.fromEntries((["cpu", "perSecond", "p50", "p95"] as const).map((figure) => [figure, Number(median(side, figure).toFixed(2))])),
  ]),
);
const cost = median("real", "cpu") / median("bare", "cpu");
const beside = median("real", "p50") / median("bare", "p50");
say(`rejected bodies of 8 MiB, ${connections} at a time, medians of ${rounds} rounds of ${seconds} s:`);
for (const side of ["bare", "real"] as const) {
  say(
    `  ${side}: CPU ${median(side, "cpu").toFixed(2)} ms each, ${median(side, "perSecond").toFixed(0)}/s, /health p50 ${median(side, "p50").toFixed(1)} ms, p95 ${median(side, "p95").toFixed(1)} ms`,
  );
}
say(`  nobody: /health p50 ${median("idle", "p50").toFixed(1)} ms, p95 ${median("idle", "p95").toFixed(1)} ms`);
for (const side of ["bare", "real"] as const) {
  const ratio = median(side, "p50") / median("idle", "p50");
  say(`  /health beside the flood of the ${side} Worker: ${ratio.toFixed(2)} of what it takes with no flood`);
}
say(
  `  cost ${cost.toFixed(2)} of the bare Worker's (at most ${MAX_COST}); /health ${beside.toFixed(2)} of what it takes beside that (at most ${MAX_HEALTH})`,
);
if (values.json) process.stdout.write(`${JSON.stringify({ seconds, rounds, connections, ...figures, cost, beside }, null, 2)}\n`);
if (cost > MAX_COST || beside > MAX_HEALTH) process.exitCode = 1;
