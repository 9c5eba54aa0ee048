import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../../../src/entrypoints/app";
import type { Lease } from "../../../src/platform/gate/admission";
import { withDatabases } from "../../kit/databases";

/** Where a write is paused until it is resumed, in order. */
export type Point = "admit" | "admitted" | "read" | "commit" | "committed" | "settle";

/** What happens at that point: a lost call never arrives, or its response never does. */
export type Fate = "goes on" | "is lost";

interface Held {
  point: Point;
  release: (fate: Fate) => void;
}

export interface Sent {
  request: Request;
  /** Null until there is a response. */
  response: { status: number; text: string; replayed: boolean } | null;
  /** Where it is paused: at two points at once while it reads and calls the gate. */
  held: Held[];
  /** The number of running database calls. */
  calls: number;
  /** Whether it is inside the gate, where it may wait for another one. */
  inGate: boolean;
  waits: boolean;
  lease: Lease | null;
  settled: boolean;
}

const LOST = "Network connection lost.";
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Requests through the real app, gate and database, each paused at every point where it could meet another or be lost. Only one runs at a
 * time, so that the caller chooses the order.
 */
export class Interleaving {
  readonly sent: Sent[] = [];
  /** The names of the gates that were called. */
  readonly #gates = new Set<string>();
  commits = 0;

  send(request: Request): void {
    const one: Sent = { request, response: null, held: [], calls: 0, inGate: false, waits: false, lease: null, settled: false };
    this.sent.push(one);
    const respond = async () => {
      const response = await app.fetch(request, this.#around(one), createExecutionContext());
      one.response = { status: response.status, text: await response.text(), replayed: response.headers.has("Idempotent-Replayed") };
    };
    void respond();
  }

  get held(): Held[] {
    return this.sent.flatMap(({ held }) => held);
  }

  get waits(): boolean {
    return this.sent.some(({ waits }) => waits);
  }

  /** Resolves once no request runs: each has a response, is paused, or waits in the gate for another. */
  async untilPaused(): Promise<void> {
    for (;;) {
      do await aMoment();
      while (this.sent.some(isMoving));
      const callers = this.sent.filter((one) => one.inGate && !one.waits);
      if (callers.length === 0) return;
      // The gate has processed all earlier calls, so a request without a response is waiting.
      for (const name of this.#gates) await env.GATE.getByName(name).changed(0);
      await aMoment();
      for (const one of callers) one.waits = one.inGate;
    }
  }

  /** Lets requests that wait in a gate check again, as the 5 s timer would, because a lease may have expired. */
  async wake(key: string): Promise<void> {
    const foreignLease: Lease = { key, operationId: "op_nobodys", resumed: false, erased: false, execution: 1, until: 0 };
    for (const name of this.#gates)
      await env.GATE.getByName(name).settle({ execution: { lease: foreignLease, settlement: { outcome: "unknown" } }, write: null });
    for (const one of this.sent) one.waits = false;
  }

  async #hold(one: Sent, point: Point): Promise<void> {
    const fate = await new Promise<Fate>((release) => {
      one.held.push({ point, release });
    });
    if (fate === "is lost") throw new Error(LOST);
  }

  release(held: Held, fate: Fate): void {
    for (const one of this.sent) one.held = one.held.filter((other) => other !== held);
    held.release(fate);
  }

  /** The environment as one request sees it. */
  #around(one: Sent): Env {
    const batch = async <T>(database: Pick<D1Database, "batch">, statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
      const texts = statements.map(textOf);
      const commits = texts.some((text) => text.includes("insert into write_markers"));
      if (commits) await this.#hold(one, "commit");
      else if (!texts.some((text) => text.includes("from credentials"))) await this.#hold(one, "read");
      one.calls += 1;
      const results = await database.batch<T>(statements).finally(() => {
        one.calls -= 1;
      });
      if (!commits) return results;
      this.commits += 1;
      await this.#hold(one, "committed");
      return results;
    };
    const getByName = (name: string) => {
      this.#gates.add(name);
      const gate = env.GATE.getByName(name);
      return {
        admit: async (...args: Parameters<typeof gate.admit>) => {
          await this.#hold(one, "admit");
          one.inGate = true;
          const result = await gate.admit(...args).finally(() => Object.assign(one, { inGate: false, waits: false }));
          await this.#hold(one, "admitted");
          one.lease = result.outcome === "proceed" ? result.lease : null;
          return result;
        },
        settle: async (...settlement: Parameters<typeof gate.settle>) => {
          try {
            await this.#hold(one, "settle");
            await gate.settle(...settlement);
            for (const other of this.sent) other.waits = false;
          } finally {
            one.settled = true;
          }
        },
        changed: async (version: number) => await gate.changed(version),
      };
    };
    const held = <D extends Pick<D1Database, "batch">>(d1: D1Database, database: D): D =>
      new Proxy(database, {
        get(_, name) {
          if (name === "batch") return async (statements: D1PreparedStatement[]) => await batch(database, statements);
          const value: unknown = Reflect.get(database, name);
          if (name === "withSession") return (start: string) => held(d1, d1.withSession(start));
          return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, database, args) : value;
        },
      });
    return { ...withDatabases((d1) => held(d1, d1)), GATE: { getByName } as unknown as Env["GATE"] };
  }
}

/** A request with a lease settles it after its response. */
function isMoving({ response, held, calls, inGate, lease, settled }: Sent): boolean {
  const ended = response !== null && (lease === null || settled);
  return calls > 0 || (!ended && !inGate && held.length === 0);
}

function textOf(statement: D1PreparedStatement): string {
  return "statement" in statement ? String(statement.statement) : "";
}
