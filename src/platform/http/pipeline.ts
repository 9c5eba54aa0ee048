import type { Context } from "hono";
import { AlreadyCommitted, type DueDelivery } from "../db/change";
import { databaseOf } from "../db/database";
import { findMarker } from "../db/markers";
import { type EventRelay, OrgDb, OrgReader } from "../db/org-db";
import { ApiError } from "../api-error";
import { unavailable } from "./admission";
import type { HttpEnv } from "./context";
import type { Rendered } from "./rendered";
import type { Admission, Ended, Operation, Principal } from "./principal";

/** With less than this left of its lease, an execution may no longer commit: another may be about to begin. */
const LEASE_MARGIN_MS = 5_000;

interface Read<T> {
  principal: Principal;
  /** What the request is rejected for once its principal is admitted; null: nothing. */
  rejection: ApiError | null;
  handle: (org: OrgReader, admission: Promise<Admission>) => Promise<T>;
}

/** A read: it runs while its principal is admitted. The admission counts first. */
export async function runRead<T>(c: Context<HttpEnv>, { principal, rejection, handle }: Read<T>): Promise<T> {
  const { now, meter } = c.get("state");
  const { organization, actor } = principal;
  const admission = principal.admit(null);
  if (rejection !== null) {
    await admission;
    throw rejection;
  }
  const work = handle(new OrgReader({ d1: databaseOf(c.env, organization), organization, actor, now, meter }), admission);
  const [admittedNow, reply] = await Promise.allSettled([admission, work]);
  if (admittedNow.status === "rejected") throw admittedNow.reason;
  if (reply.status === "rejected") throw reply.reason;
  return reply.value;
}

type Marker = { result: unknown };

interface WriteOptions<T> {
  principal: Principal;
  /** The commit waits for it. */
  admission: Promise<Admission>;
  relay: EventRelay;
  handle: (org: OrgDb) => Promise<T>;
  /** The reply of an operation that had committed before, from what its marker stores; null where it can't be rebuilt. */
  rebuild: ((org: OrgDb, marker: unknown) => Promise<T>) | null;
  /** Whether a reply that came without a commit may be one to what an earlier execution has committed. */
  mayRepeat?: (reply: T) => boolean;
}

/**
 * One execution of a write that commits once (docs/spec/durability.md). Its handler begins at once. What it commits waits for the
 * admission, and for the marker of an operation that has been executed before.
 */
export class Write<T> {
  readonly org: OrgDb;
  readonly #earlier: Promise<Marker | null>;
  readonly #work: Promise<T>;
  #hasCommitted = false;
  /** A marker was found: the operation has committed, whatever becomes of its response. */
  #isRebuilt = false;

  constructor(
    private readonly c: Context<HttpEnv>,
    private readonly options: WriteOptions<T>,
  ) {
    const { principal, admission, relay, handle } = options;
    const { now, meter } = c.get("state");
    const { organization, actor } = principal;
    this.org = new OrgDb(
      { d1: databaseOf(c.env, organization), organization, actor, now, meter },
      {
        admission: async () => await this.#mayCommit(),
        fanOut: relay.fanOut,
        delivered: (due: DueDelivery[]) => {
          this.#hasCommitted = true;
          if (due.length > 0) c.executionCtx.waitUntil(relay.enqueueDeliveries(c.env, due));
        },
      },
    );
    this.#earlier = admission.then(async ({ operation }) =>
      operation?.repeated === "yes" ? await findMarker(this.org, operation.id) : null,
    );
    this.#work = handle(this.org);
    // Their errors count only once the principal was admitted.
    this.#earlier.catch(() => undefined);
    this.#work.catch(() => undefined);
  }

  async #mayCommit(): Promise<{ operationId: string | null }> {
    const { operation, replay } = await this.options.admission;
    if (replay !== null || (await this.#earlier) !== null) throw new AlreadyCommitted();
    if (operation !== null && isOver(operation)) throw unavailable();
    return { operationId: operation?.id ?? null };
  }

  /** The handler's reply, or the one rebuilt from what the operation wrote when it ran before. */
  async #reply(): Promise<T> {
    const { admission, rebuild, mayRepeat } = this.options;
    const { operation } = await admission;
    let marker = await this.#earlier;
    if (marker === null) {
      try {
        const reply = await this.#work;
        if (operation === null || this.#hasCommitted || mayRepeat?.(reply) !== true) return reply;
        marker = await findMarker(this.org, operation.id);
        if (marker === null) return reply;
      } catch (error) {
        if (operation === null || !mayHaveCommitted(error, operation)) throw error;
        marker = await findMarker(this.org, operation.id);
        if (marker === null && error instanceof ApiError) throw error;
      }
    }
    if (marker === null || rebuild === null) throw unavailable();
    this.#isRebuilt = true;
    return await rebuild(this.org, marker.result);
  }

  /** Renders the reply, and settles the operation after that. */
  async respond(render: (reply: T) => Promise<Rendered>): Promise<Rendered> {
    const { operation } = await this.options.admission;
    const settle = (ended: Ended) => {
      if (operation !== null) this.c.executionCtx.waitUntil(operation.settle(ended));
    };
    return await this.#outliving(async () => {
      try {
        const response = await render(await this.#reply());
        settle({ outcome: "done", response });
        return response;
      } catch (error) {
        // What it wrote may be gone again, and its response a 404: the key stays bound all the same. So it does after a second
        // execution, since the first one's batch may still be on its way.
        const nothingWritten = error instanceof ApiError && error.status < 500 && !this.#isRebuilt && operation?.repeated !== "yes";
        settle({ outcome: nothingWritten ? "free" : "unknown" });
        throw error;
      }
    });
  }

  /** The reply alone, for an operation that nobody settles. */
  async reply(): Promise<T> {
    return await this.#outliving(async () => await this.#reply());
  }

  /** Goes on where the caller hangs up: what was begun is finished, settled and delivered. */
  async #outliving<R>(run: () => Promise<R>): Promise<R> {
    const work = run();
    this.c.executionCtx.waitUntil(work.then(noop, noop));
    return await work;
  }
}

const noop = (): void => undefined;

/** Another execution of this operation may be under way, or about to begin. */
function isOver({ until }: Operation): boolean {
  return Date.now() > until - LEASE_MARGIN_MS;
}

/**
 * Whether another execution of the same operation has committed, or may have: what this one was rejected for may be that
 * very change. The marker wins over every 404, 409 and 412 (docs/spec/durability.md#resumed-operations), also where it was not yet there to
 * begin with.
 */
function mayHaveCommitted(error: unknown, operation: Operation): boolean {
  if (error instanceof AlreadyCommitted) return true;
  if (!(error instanceof ApiError)) return false;
  if (operation.repeated === "unknown") return error.code !== "validation_error";
  return error.status < 500 && (operation.repeated === "yes" || isOver(operation));
}
