/**
 * The live heap of the isolate while it serves the largest bodies that are accepted: 8 MiB of 200 orders with 10,000 items in all. The inspector
 * has the garbage collected again and again while the Worker waits (for the gate, for D1), and tells what is still in use: the body's text, what was parsed
 * and what was sent to D1. Between two such points the Worker may use more: the figure with garbage is the highest that was seen.
 *
 *     npm run bench:heap -- [--requests=3]
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "../test/node/server/build.ts";
import { temporaryFolder } from "../test/node/server/worker.ts";
import { setStage } from "./stage.ts";

const { values } = parseArgs({ options: { requests: { type: "string", default: "1" } } });
const MIB = 1024 * 1024;
const [ORDERS, ITEMS] = [200, 50];
const SAMPLE_EVERY_MS = 2;

/** A bulk body of just under `size` bytes whose items have `item` and a text that fills it. */
function bulkBody(size: number, name: string, item: object, orders = ORDERS, items = ITEMS): string {
  const bodyOf = (length: number): string => {
    const text = "x".repeat(length);
    return JSON.stringify({
      on_conflict: "update",
      orders: Array.from({ length: orders }, (_, n) => ({
        store: "Gift",
        external_id: `${name}-${n}`,
        items: Array.from({ length: items }, (__, m) => ({
          external_id: `${m}`,
          name: "Mug",
          price: 9.99,
          ...item,
          personalization: text,
        })),
      })),
    });
  };
  return bodyOf(Math.floor((size - bodyOf(0).length) / (orders * items)));
}

const NAMES = [
  "sku",
  "custom_sku",
  "spu",
  "assigned_supplier",
  "sub_supplier",
  "material",
  "material_id",
  "style",
  "type",
  "size",
  "color",
];
const MORE_NAMES = [
  "customer_name",
  "ship_name",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "id_service",
  "comment",
  "variations",
];
/** An item with a value in most of its fields. */
const full = (value: string): object => Object.fromEntries([...NAMES, ...MORE_NAMES].map((field) => [field, value]));

/** The largest bodies: long texts, many values, and the same orders again with other values, for which the stored ones are read too. */
const BODIES: Record<string, (nth: number) => string> = {
  "long texts": (nth) => bulkBody(8 * MIB, `long-${nth}`, { sku: "MUG-1", quantity: 2 }),
  "many values": (nth) => bulkBody(8 * MIB, `many-${nth}`, full("ab")),
  "many values, changed": (nth) => bulkBody(8 * MIB, `many-${nth}`, full("cd")),
};

/** Bytes that an isolate's heap uses, and those of its buffers. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize?: number;
}

type Answer = Partial<HeapUsage> & Record<string, unknown>;

/** The inspector of a Worker. It collects garbage between stretches of the Worker's code. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: Answer };
      if (id === undefined) return;
      this.#waiting.get(id)?.(result ?? {});
      this.#waiting.delete(id);
    });
  }

  static async open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((settle, fail) => {
      socket.addEventListener("open", settle, { once: true });
      socket.addEventListener("error", fail, { once: true });
    });
    return new Inspector(socket);
  }

  async ask(method: string): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<Answer>((settle) => this.#waiting.set(id, settle));
    this.#socket.send(JSON.stringify({ id, method }));
    return await answer;
  }

  /** MiB that are in use. */
  async used(): Promise<number> {
    const { usedSize = 0, backingStorageSize = 0 } = await this.ask("Runtime.getHeapUsage");
    return (usedSize + backingStorageSize) / MIB;
  }

  /** MiB that are in use once the garbage is collected, which waits for the Worker to do something. */
  async live(): Promise<number> {
    await this.ask("HeapProfiler.collectGarbage");
    return await this.used();
  }

  /** The highest samples until `end`, with and without garbage, in MiB. */
  async watch(end: AbortSignal): Promise<{ live: number; used: number; samples: number }> {
    let [live, used, samples] = [0, 0, 0];
    while (!end.aborted) {
      used = Math.max(used, await this.used());
      const sample = await this.live();
      // Garbage of a request that has ended meanwhile is gone.
      if (!end.aborted) [live, samples] = [Math.max(live, sample), samples + 1];
      await wait(SAMPLE_EVERY_MS);
    }
    return { live, used: Math.max(live, used), samples };
  }

  close(): void {
    this.#socket.close();
  }
}

// What the tools say goes beside the figures.
console.log = console.error;
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
process.env["X_LOCAL_OBSERVABILITY"] = "false";
using folder = temporaryFolder();
const scripts = { real: await build(join(folder.path, "real")), bare: await build(join(folder.path, "bare"), "bench/bare/worker.ts") };
await using stage = await setStage(scripts, join(folder.path, "state"), 10, () => undefined, true);
const list = (await (await fetch(new URL("/json", (await stage.inspector()).href.replace("ws:", "http:")))).json()) as {
  webSocketDebuggerUrl: string;
  id: string;
}[];
const target = list.find(({ id }) => id.includes("order-operations"));
if (target === undefined) throw new Error(`No inspector of the Worker: ${JSON.stringify(list)}`);
const inspector = await Inspector.open(target.webSocketDebuggerUrl);
const headers = { Authorization: `Bearer ${stage.shops.large.token}`, "Content-Type": "application/json" };

const ping = async (): Promise<void> => void (await (await fetch(new URL("/health", stage.real))).text());

/** MiB that are live while a body is served, and what was answered. */
async function measure(path: string, body: string): Promise<string> {
  const idle = inspector.live();
  await wait(20);
  await ping();
  const before = await idle;
  const done = new AbortController();
  const post = async (): Promise<string> => {
    const response = await fetch(new URL(path, stage.real), { method: "POST", headers, body });
    const text = await response.text();
    done.abort();
    // The last collection waits for it.
    await ping();
    return response.ok ? String(response.status) : `${response.status} ${text.slice(0, 300)}`;
  };
  const [status, { live, used, samples }] = await Promise.all([post(), inspector.watch(done.signal)]);
  const figures = [before, live, used].map((mib) => `${mib.toFixed(0)} MiB`);
  return `${(body.length / MIB).toFixed(2)} MiB: ${status}; live heap ${figures[0]} before, at most ${figures[1]} meanwhile (${figures[2]} with garbage; ${samples} samples)`;
}

for (let nth = 0; nth < Number(values.requests); nth += 1) {
  for (const [name, bodyOf] of Object.entries(BODIES)) {
    process.stdout.write(`${name}, ${await measure("/api/v2/orders/bulk", bodyOf(nth))}\n`);
  }
}
inspector.close();
