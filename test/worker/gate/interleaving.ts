import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../../../src/entrypoints/app";
import type { Lease } from "../../../src/platform/gate/admission";
import { withDatabases } from "../../kit/databases";

/** Where a write is held until it is told to go on, in the order that it comes by. */
export type Point = "admit" | "admitted" | "read" | "commit" | "committed" | "settle";

/** What becomes of it there: `lost` is a call that never arrives, or one whose response never comes back. */
export type Fate = "goes on" | "is lost";

interface Held {
  point: Point;
  release: (fate: Fate) => void;
}

export interface Sent {
  request: Request;
  /** Null until it is answered. */
  response: { status: number; text: string; replayed: boolean } | null;
  /** Where it stands: in two places at once while it reads and asks the gate. */
  held: Held[];
  /** Calls of the database under way. */
  calls: number;
  /** It is inside the gate, where it may wait for another. */
  asking: boolean;
  waits: boolean;
  lease: Lease | null;
  settled: boolean;
}

const LOST = "Network connection lost.";
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Requests through the real app, gate and database, each stopped at every point where it could meet another or be lost:
 * only one moves at a time, so that the order of everything is the caller's to choose.
 */
export class Interleaving {
  readonly sent: Sent[] = [];
  /** The gates that were asked, by name. */
  readonly #gates = new Set<string>();
  commits = 0;

  send(request: Request): void {
    const one: Sent = { request, response: null, held: [], calls: 0, asking: false, waits: false, lease: null, settled: false };
    this.sent.push(one);
    const answering = async () => {
      const response = await app.fetch(request, this.#around(one), createExecutionContext());
      one.response = { status: response.status, text: await response.text(), replayed: response.headers.has("Idempotent-Replayed") };
    };
    void answering();
  }

  get held(): Held[] {
    return this.sent.flatMap(({ held }) => held);
  }

  get waits(): boolean {
    return this.sent.some(({ waits }) => waits);
  }

  /** Ends once nobody moves: each is answered, held, or waits in the gate for another. */
  async still(): Promise<void> {
    for (;;) {
      do await aMoment();
      while (this.sent.some(isMoving));
      const asking = this.sent.filter((one) => one.asking && !one.waits);
      if (asking.length === 0) return;
      // The gate has looked at whoever came before this; who is still without a response then waits.
      for (const name of this.#gates) await env.GATE.getByName(name).changed(0);
      await aMoment();
      for (const one of asking) one.waits = one.asking;
    }
  }

  /** Lets whoever waits in a gate look again, as the 5 s timer would: a lease may have ended by the clock. */
  async wake(key: string): Promise<void> {
    const nobodys: Lease = { key, operationId: "op_nobodys", resumed: false, erased: false, execution: 1, until: 0 };
    for (const name of this.#gates)
      await env.GATE.getByName(name).settle({ execution: { lease: nobodys, settlement: { outcome: "unknown" } }, write: null });
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
        admit: async (...asked: Parameters<typeof gate.admit>) => {
          await this.#hold(one, "admit");
          one.asking = true;
          const result = await gate.admit(...asked).finally(() => Object.assign(one, { asking: false, waits: false }));
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

/** What has a lease settles it after its response. */
function isMoving({ response, held, calls, asking, lease, settled }: Sent): boolean {
  const ended = response !== null && (lease === null || settled);
  return calls > 0 || (!ended && !asking && held.length === 0);
}

function textOf(statement: D1PreparedStatement): string {
  return "statement" in statement ? String(statement.statement) : "";
}
