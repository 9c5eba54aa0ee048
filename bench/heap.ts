/**
 * The heap of the isolate while it serves the largest body that is accepted: 8 MiB of 200 orders with 10,000 items in all. The inspector tells
 * how much of it is used, between stretches of the Worker's code: within one, more may be used than any sample shows. Garbage that is not
 * collected yet counts too.
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

const { values } = parseArgs({ options: { requests: { type: "string", default: "3" } } });
const MIB = 1024 * 1024;
const [ORDERS, ITEMS] = [200, 50];

/** A bulk body of just under 8 MiB; each has orders of its own. */
function largestBody(nth: number): string {
  const bodyOf = (length: number): string => {
    const item = { name: "Mug", sku: "MUG-1", price: 9.99, quantity: 2, personalization: "x".repeat(length) };
    const orders = Array.from({ length: ORDERS }, (_, n) => ({
      store: "Gift",
      external_id: `H-${nth}-${n}`,
      items: Array.from({ length: ITEMS }, () => item),
    }));
    return JSON.stringify({ orders });
  };
  return bodyOf(Math.floor((8 * MIB - bodyOf(0).length) / (ORDERS * ITEMS)));
}

/** Bytes that an isolate's heap uses, and those of its buffers. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize?: number;
}

/** Asks a Worker's inspector again and again, and keeps the most that it has answered. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (usage: HeapUsage) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: HeapUsage };
      if (id === undefined) return;
      this.#waiting.get(id)?.(result ?? { usedSize: 0 });
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

  async ask(method: string): Promise<HeapUsage> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<HeapUsage>((settle) => this.#waiting.set(id, settle));
    this.#socket.send(JSON.stringify({ id, method }));
    return await answer;
  }

  /** MiB that are used now. */
  async used(): Promise<number> {
    const { usedSize, backingStorageSize = 0 } = await this.ask("Runtime.getHeapUsage");
    return (usedSize + backingStorageSize) / MIB;
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

for (let nth = 0; nth < Number(values.requests); nth += 1) {
  const body = largestBody(nth);
  const before = await inspector.used();
  const done = new AbortController();
  const watch = async (): Promise<number> => {
    let most = before;
    while (!done.signal.aborted) {
      most = Math.max(most, await inspector.used());
      await wait(2);
    }
    return most;
  };
  const post = async (): Promise<number> => {
    const response = await fetch(new URL("/api/v2/orders/bulk", stage.real), { method: "POST", headers, body });
    await response.text();
    done.abort();
    return response.status;
  };
  const [status, most] = await Promise.all([post(), watch()]);
  process.stdout.write(
    `${(body.length / MIB).toFixed(2)} MiB: ${status}; heap ${before.toFixed(0)} MiB before, highest sample ${most.toFixed(0)} MiB while it is served\n`,
  );
}
inspector.close();
