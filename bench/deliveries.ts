/**
 * What a delivery to the address of a connection costs that is rejected, and one that is accepted: CPU of workerd for each, beside GET /health,
 * over connections of their own. A rejected one may cost twice as much as GET /health.
 *
 *     npm run bench -- deliveries -- [--requests=300] [--bytes=1048576]
 */
import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../test/node/server/build.ts";
import { temporaryFolder } from "../test/node/server/worker.ts";
import { quantile } from "./pressure.ts";
import { setStage } from "./stage.ts";

const { values } = parseArgs({ options: { requests: { type: "string", default: "300" }, bytes: { type: "string", default: "1048576" } } });
const [requests, bytes] = [Number(values.requests), Number(values.bytes)];
const MAX_COST = 2;
const WARM_UP = 60;
const FIRST = 50;
const ROUNDS = 9;
const SECRET = "a-secret-of-the-sender-0123456789";

// What the tools say goes beside the figures.
console.log = console.error;
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
process.env["X_LOCAL_OBSERVABILITY"] = "false";
using folder = temporaryFolder();
const scripts = { real: await build(join(folder.path, "real")), bare: await build(join(folder.path, "bare"), "bench/bare/worker.ts") };
await using stage = await setStage(scripts, join(folder.path, "state"), 10, () => undefined);
const { token } = stage.shops.large;

/** The path of a new connection of the organization. */
async function connect(): Promise<string> {
  const create = async (path: string, body: object): Promise<{ id: number; delivery_url: string }> => {
    const response = await fetch(new URL(`/api/v2${path}`, stage.real), {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: number; delivery_url: string };
  };
  const store = await create("/stores", { name: crypto.randomUUID(), platform: "woocommerce" });
  const connection = await create("/connections", { store: store.id, platform: "woocommerce", webhook_secret: SECRET });
  return new URL(connection.delivery_url).pathname;
}

let addresses = 0;
const newAddress = (): string => `2001:db8:${(addresses += 1).toString(16)}::1`;

interface Sent {
  path: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

/** Makes one request over a connection of its own. Returns its status; null if the connection was closed before it was seen. */
async function send({ path, body, headers = {} }: Sent): Promise<number | null> {
  const { hostname, port } = stage.real;
  const length: Record<string, string | number> = body === undefined ? {} : { "Content-Length": body.length };
  const method = body === undefined ? "GET" : "POST";
  return await new Promise((settle) => {
    const sending = request({ method, hostname, port, path, agent: false, headers: { ...length, ...headers } }, (response) => {
      response.resume();
      settle(response.statusCode ?? null);
      response.once("end", () => sending.destroy());
    });
    sending.on("error", () => settle(null));
    sending.end(body);
  });
}

/** CPU of a request in ms, and the statuses. */
async function measure(make: (nth: number) => Sent, measured: number, warmUp: number): Promise<{ cpu: number; statuses: string }> {
  const statuses = new Map<number | null, number>();
  for (let nth = 0; nth < warmUp; nth += 1) await send(make(nth));
  const before = stage.cpu();
  for (let nth = 0; nth < measured; nth += 1) {
    const status = await send(make(nth));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const cpu = ((stage.cpu() - before) * 1000) / measured;
  return { cpu, statuses: [...statuses].map(([status, count]) => `${count} × ${status ?? "closed"}`).join(", ") };
}

const order = (nth: number): string => JSON.stringify({ id: nth + 1, status: "processing", date_created_gmt: "2026-01-01T00:00:00" });
const large = Buffer.from(`{"id":1,"x":[${"{},".repeat(Math.floor((bytes - 20) / 3))}{}]}`);
const wrong = { "X-WC-Webhook-Signature": `${"A".repeat(43)}=`, "X-WC-Webhook-Topic": "order.updated" };
const signed = (body: Buffer) => ({ ...wrong, "X-WC-Webhook-Signature": createHmac("sha256", SECRET).update(body).digest("base64") });
const [attacked, live] = [await connect(), await connect()];
const [attacker, sender] = [newAddress(), newAddress()];

const CASES: Readonly<Record<string, (nth: number) => Sent>> = {
  "GET /health": () => ({ path: "/health" }),
  "a flood from one address": () => ({ path: attacked, body: large, headers: { ...wrong, "CF-Connecting-IP": attacker } }),
  "a flood from many addresses": () => ({ path: attacked, body: large, headers: { ...wrong, "CF-Connecting-IP": newAddress() } }),
  "an unknown address, from many": () => ({
    path: "/in/1_con_0000000000000000000000",
    body: large,
    headers: { "CF-Connecting-IP": newAddress() },
  }),
  "no signature, from many": () => ({ path: attacked, body: large, headers: { "CF-Connecting-IP": newAddress() } }),
  "accepted: an order": (nth) => {
    const body = Buffer.from(order(nth));
    return { path: live, body, headers: { ...signed(body), "CF-Connecting-IP": sender } };
  },
};

/** Sends wrong signatures from many addresses until those are rejected without reading: the first failures cost more, and are measured below. */
async function exhaust(path: string): Promise<void> {
  const body = Buffer.from("{}");
  const fail = async () => await send({ path, body, headers: { ...wrong, "CF-Connecting-IP": newAddress() } });
  while (!(await Promise.all(Array.from({ length: 60 }, fail))).includes(429));
}

let health = 0;
for (const [name, make] of Object.entries(CASES)) {
  if (make(0).path === attacked) await exhaust(attacked);
  const { cpu, statuses } = await measure(make, requests, WARM_UP);
  if (health === 0) health = cpu;
  const isRejected = !name.startsWith("accepted");
  process.stdout.write(`${name}: ${cpu.toFixed(2)} ms, ${(cpu / health).toFixed(2)} of GET /health (${statuses})\n`);
  if (isRejected && cpu > health * MAX_COST) process.exitCode = 1;
}
const first: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const path = await connect();
  const { cpu } = await measure(() => ({ path, body: large, headers: { ...wrong, "CF-Connecting-IP": newAddress() } }), FIRST, 0);
  first.push(cpu);
}
process.stdout.write(
  `the first ${FIRST} with a wrong signature: ${quantile(first, 0.5).toFixed(2)} ms, the median of ${ROUNDS} connections\n`,
);
