import type { Context } from "hono";
import { AlreadyCommitted, type DueDelivery } from "../db/change";
import type { ControlDb } from "../db/control-db";
import { consistencyHeader } from "../db/consistency-token";
import { databaseOf, nearestSessionOf, writeSessionOf } from "../db/database";
import { FIRST_LIMITS, type PageKind, type PageLimit } from "../db/list/page-limit";
import { PageMemory } from "../db/list/page-memory";
import { findFormMarker, findMarker, type Marker } from "../db/markers";
import { type EventRelay, OrgDb, OrgReader } from "../db/org-db";
import { NearestSession, type PrimarySession } from "../db/session";
import { NO_CLAIM, type Settlement } from "../gate/admission";
import { MAX_WRITE_MS } from "../gate/recent-writes";
import { settingsOf } from "../env";
import { yieldToOthers } from "../yield";
import { ApiError, conflict } from "../api-error";
import { unavailable } from "./admission";
import type { ReadStart } from "./consistency";
import type { HttpEnv } from "./context";
import { keepRunning, memoryOf } from "./isolate-memory";
import { discard } from "../reading/response-body";
import type { Rendered } from "./rendered";
import type { Admission, Operation, Principal } from "./principal";

/** An execution may not commit in the last part of its lease, because another may be about to start. */
const LEASE_MARGIN_MS = 5_000;

interface Read<T, R> {
  principal: Principal;
  /** The error to throw once the principal is admitted; null if there is none. */
  rejection: ApiError | null;
  /** For a principal that reads from the nearest replica. */
  start?: ReadStart;
  /** What kind of pages it reads. Default: ordinary ones. */
  pages?: PageKind;
  handle: (org: OrgReader, admission: Promise<Admission>) => Promise<T>;
  render: (reply: T) => Promise<R>;
  /** Returns the file of a reply, which must be ended if nobody is sent it. */
  fileOf: (reply: T) => Response | null;
}

/**
 * Runs a read while its principal is being admitted. If both fail, the error of the admission is thrown. A read from a replica that lacks
 * a write of the principal runs again on the primary. A page that turns out to be large is read again when there is memory for it.
 */
export async function runRead<T, R>(
  c: Context<HttpEnv>,
  { principal, rejection, start = "any", pages: kind = "ordinary", handle, render, fileOf }: Read<T, R>,
): Promise<R> {
  const state = c.get("state");
  const { now, meter } = state;
  const { organization, actor } = principal;
  const admission = principal.admit(NO_CLAIM);
  if (rejection !== null) {
    await admission;
    throw rejection;
  }
  const primary = databaseOf(c.env, organization);
  const pages = new PageMemory("read", memoryOf(c, organization.id), async (work) => await keepRunning(c, work));
  const readWith = async (org: OrgReader, d1: D1Database | NearestSession): Promise<R> => {
    const [admitted, reply] = await Promise.allSettled([admission, handle(org, admission)]);
    const file = reply.status === "fulfilled" ? fileOf(reply.value) : null;
    if (admitted.status === "rejected") {
      await discard(file);
      throw admitted.reason;
    }
    if (d1 instanceof NearestSession && !d1.contains(admitted.value.lastWrite ?? null)) {
      state.readFrom = "primary";
      await discard(file);
      return await read(primary, org.pageLimit);
    }
    if (reply.status === "rejected") throw reply.reason;
    // A large page takes long to read and long to render.
    if (org.pageLimit.next === undefined) await yieldToOthers();
    return await render(reply.value);
  };
  const read = async (d1: D1Database | NearestSession, limit: PageLimit): Promise<R> => {
    const org = new OrgReader({ d1, organization, actor, now, meter, pageLimit: limit });
    return await pages.run(org, async (reader) => await readWith(reader, d1));
  };
  const isNearest = principal.reads === "nearest" && start !== "primary";
  state.readFrom = principal.reads === "primary" ? null : isNearest ? "replica" : "primary";
  const session = isNearest ? nearestSessionOf(c.env, organization, start === "any" ? null : start.bookmark) : primary;
  return await read(session, FIRST_LIMITS[kind]);
}

interface WriteOptions<T> {
  principal: Principal;
  admission: Promise<Admission>;
  relay: EventRelay;
  handle: (org: OrgDb) => Promise<T>;
  /** Rebuilds the reply of an operation that has already committed from its write marker; null if that is not possible. */
  rebuild: ((org: OrgDb, marker: unknown) => Promise<T>) | null;
  /** Control data that the operation may change instead. Its marker is then there. */
  control?: ControlDb;
  /** Whether a reply that committed nothing may mean that an earlier execution has made the change. */
  mayRepeat?: (reply: T) => boolean;
}

/**
 * One execution of a write that commits once (docs/spec/durability.md). Its handler starts immediately. The commit waits for the
 * admission and, if the operation has been executed before, for the lookup of its marker.
 */
export class Write<T> {
  readonly org: OrgDb;
  readonly #session: PrimarySession;
  readonly #pages: PageMemory;
  readonly #earlier: Promise<Marker | null>;
  readonly #work: Promise<T>;
  #hasCommitted = false;
  /** True if a marker was found: the operation has committed, even if its response can't be rebuilt. */
  #isRebuilt = false;

  constructor(
    private readonly c: Context<HttpEnv>,
    private readonly options: WriteOptions<T>,
  ) {
    const { principal, admission, relay, handle } = options;
    const { now, meter } = c.get("state");
    const { organization, actor, stillAllowed = null } = principal;
    this.#session = writeSessionOf(c.env, organization);
    this.#pages = new PageMemory("write", memoryOf(c, organization.id));
    this.org = new OrgDb(
      { d1: this.#session, organization, actor, now, meter, stillAllowed },
      {
        admission: async () => await this.#admitCommit(),
        fanOut: relay.fanOut,
        onCommit: (due: DueDelivery[]) => {
          this.#hasCommitted = true;
          if (due.length > 0) c.executionCtx.waitUntil(relay.enqueueDeliveries({ queues: c.env, database: organization.database }, due));
        },
      },
    );
    this.#earlier = admission.then(async ({ operation }) => (operation?.resumed === "yes" ? await this.#findMarker(operation.id) : null));
    this.#work = this.runWithPages(handle);
    // These errors are handled later, when both are awaited after the admission.
    this.#earlier.catch(() => undefined);
    this.#work.catch(() => undefined);
  }

  async #findMarker(operationId: string): Promise<Marker | null> {
    const { control } = this.options;
    return control === undefined ? await findMarker(this.org, operationId) : await findFormMarker(this.org, control, operationId);
  }

  async #admitCommit(): Promise<{ operationId: string | null }> {
    const { operation, replay } = await this.options.admission;
    if (replay !== null || (await this.#earlier) !== null) throw new AlreadyCommitted();
    if (operation?.erased === true) throw responseErased();
    if (isTooLateToCommit(operation ?? { until: this.org.now + MAX_WRITE_MS })) throw unavailable();
    return { operationId: operation?.id ?? null };
  }

  /** The handler's reply, or one rebuilt from the marker if an earlier batch of the same operation was committed. */
  async #reply(): Promise<T> {
    const { operation } = await this.options.admission;
    const earlier = await this.#earlier;
    if (earlier !== null) return await this.#rebuild(earlier);
    const [work] = await Promise.allSettled([this.#work]);
    const marker = operation !== null && this.#mayBeEarlier(work, operation) ? await this.#findMarker(operation.id) : null;
    if (marker !== null) return await this.#rebuild(marker);
    if (work.status === "fulfilled") return work.value;
    // The database has the marker, but it was not found: only a repeated request can tell more.
    throw operation !== null && work.reason instanceof AlreadyCommitted ? unavailable() : work.reason;
  }

  /** Whether an earlier batch may be the reason that the handler failed, or that it found nothing to change. */
  #mayBeEarlier(work: PromiseSettledResult<T>, operation: Operation): boolean {
    if (work.status === "rejected") return this.#mayHaveCommitted(work.reason, operation);
    return !this.#hasCommitted && (this.#isResumed(operation) || this.options.mayRepeat?.(work.value) === true);
  }

  async #rebuild({ result }: Marker): Promise<T> {
    const { rebuild } = this.options;
    if (rebuild === null) throw unavailable();
    this.#isRebuilt = true;
    return await this.runWithPages(async (org) => await rebuild(org, result));
  }

  /** Whether an earlier batch may have made the change: one of an earlier execution, or one of this one whose response was lost. */
  #isResumed(operation: Operation | null): boolean {
    return operation?.resumed === "yes" || this.c.get("state").meter.hasLostWrite;
  }

  /**
   * Whether an earlier batch of the same operation may have been committed, so that its change may be the reason for this error. A marker
   * takes precedence over every 404, 409 and 412 (docs/spec/durability.md#resumed-operations), even if it was not there when this execution
   * started.
   */
  #mayHaveCommitted(error: unknown, operation: Operation): boolean {
    if (error instanceof AlreadyCommitted) return true;
    if (!(error instanceof ApiError)) return false;
    // Also a validation error of a form: what it has may be impossible only since it was carried out.
    return operation.resumed === "unknown" || (error.status < 500 && (this.#isResumed(operation) || isTooLateToCommit(operation)));
  }

  /** Runs work of this write that reads pages, once more with memory for them if they are large. Nothing runs a second time after the commit. */
  async runWithPages<R>(work: (org: OrgDb) => Promise<R>): Promise<R> {
    const hadCommitted = this.#hasCommitted;
    return await this.#pages.run(this.org, work, () => this.#hasCommitted === hadCommitted);
  }

  /** Renders the reply, with the token of what was written, then settles the operation. */
  async respond(render: (reply: T) => Promise<Rendered>): Promise<Rendered> {
    const { operation, settle: report } = await this.options.admission;
    const settle = (ended: Settlement<Rendered>) => {
      if (report !== null) this.c.executionCtx.waitUntil(report(ended, this.#session.bookmark));
    };
    return await this.#runToCompletion(async () => {
      try {
        const rendered = await render(await this.#reply());
        const response = { ...rendered, headers: { ...rendered.headers, ...(await this.#consistencyHeader()) } };
        settle({ outcome: "done", response });
        return response;
      } catch (error) {
        // The key stays bound if the operation has committed, even if the written resource has been deleted since (404), and after a
        // second execution or batch, since the first one's batch may still arrive at the database.
        const nothingWritten = error instanceof ApiError && error.status < 500 && !this.#isRebuilt && !this.#isResumed(operation);
        settle({ outcome: nothingWritten ? "free" : "unknown" });
        throw error;
      }
    });
  }

  async #consistencyHeader(): Promise<Record<string, string>> {
    const { organization, now } = this.org;
    return await consistencyHeader(settingsOf(this.c.env), { organization, bookmark: this.#session.bookmark, now });
  }

  /** Returns the reply without rendering it or settling the operation. */
  async reply(): Promise<T> {
    return await this.#runToCompletion(async () => await this.#reply());
  }

  /** Keeps the Worker running if the caller disconnects, so that the operation is completed, settled and delivered. */
  async #runToCompletion<R>(run: () => Promise<R>): Promise<R> {
    return await keepRunning(this.c, run);
  }
}

/** 409 Conflict for a repeated request whose response was erased and can't be rebuilt. */
function responseErased(): ApiError {
  const message = "The request has succeeded before. Its stored response was deleted together with a person's data. Read the resource.";
  return conflict("response_erased", message);
}

/** Whether a commit would be too late: another execution of this operation may be about to start, or the gate may count the write as lost. */
function isTooLateToCommit({ until }: Pick<Operation, "until">): boolean {
  return Date.now() > until - LEASE_MARGIN_MS;
}
