import { DurableObject } from "cloudflare:workers";
import { controlDb } from "../db/database";
import { EXPORT_LOCK_MS, ExportLock } from "./export-lock";
import { LastUse } from "./last-use";
import { Quota } from "./quota";
import { RateWindow, type SavedWindow } from "./rate-window";
import { ReplayLedger, RETENTION_MS } from "./replay-ledger";
import { VisitWindow } from "./visit-window";
import type { AdmitRequest, KeyRequest, KeyResult, Lease, QuotaState, Settlement, AdmissionResult } from "./admission";

const RATE_WINDOW = "rate_window";

/** How long a repeated request waits for the first one's answer (docs/spec/idempotency.md#concurrent-requests). */
const WAIT_MS = 5_000;

/**
 * One object per credential: its rate window, daily quota, idempotency keys and version.
 * A read of a credential without a quota writes nothing to storage, but for the hour of its last use, and the rate window each time that a
 * sixtieth of the limit has been used: an object that is idle for 10 s is removed from memory. A session of the console has an object
 * too, which counts its requests, and so has a member of an organization, for the lock of their exports: these two leave nothing in storage.
 */
export class Gate extends DurableObject<Env> {
  readonly #window: RateWindow;
  readonly #visits = new VisitWindow();
  readonly #exportLock: ExportLock;
  // Each is made on first use, since making it creates its tables: only the object of a credential needs them.
  #usedLedger: ReplayLedger | null = null;
  #usedQuota: Quota | null = null;
  readonly #lastUse: LastUse;
  /** The newest version of the credential that this object was told of; null until it is told of one. */
  #version: number | null;
  /** An alarm is known to be set, which will purge what expires. */
  #alarmed = false;
  /** Requests waiting for the execution that holds their key. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#window = new RateWindow(state.storage.kv.get<SavedWindow>(RATE_WINDOW));
    this.#exportLock = new ExportLock(state.storage.kv);
    this.#lastUse = new LastUse(state.storage.kv, (now) => controlDb(env, { now }));
    this.#version = state.storage.kv.get<number>("version") ?? null;
  }

  /** Decides on one request, and counts it where it is admitted. */
  async admit(request: AdmitRequest): Promise<AdmissionResult> {
    // An object that knows no version can't tell whether a record from a replica is out of date: it learns the version from the first
    // record of the primary. A newer record than it knows is of a database that was restored since.
    if (!request.isRefreshed && request.version !== this.#version) return { outcome: "stale" };
    if (this.#version === null || this.#version < request.version) this.changed(request.version);
    const now = Date.now();
    const decision = this.#window.take(request.rateLimit, now);
    const rate = decision.state;
    if (!decision.admitted) {
      const { policy, retryAfterSeconds } = decision;
      return { outcome: "limited", policy, retryAfterSeconds, rate, quota: null };
    }
    const unsaved = this.#window.takeUnsaved(request.rateLimit);
    // No request waits for it: the object stays in memory for longer than this takes.
    if (unsaved !== null) this.ctx.waitUntil(this.ctx.storage.put(RATE_WINDOW, unsaved, { allowUnconfirmed: true }));
    let quota: QuotaState | null = null;
    if (request.dailyQuota !== null) {
      const taken = this.#quota.take(request.dailyQuota, now);
      quota = taken.state;
      if (!taken.admitted) return { outcome: "limited", policy: "daily", retryAfterSeconds: quota.resetSeconds, rate, quota };
    }
    if (this.#lastUse.isDue(now)) this.ctx.waitUntil(this.#lastUse.note(request.credentialId, now));
    if (request.idempotency === null) return { outcome: "proceed", lease: null, rate, quota };
    return { ...(await this.claim(request.idempotency)), rate, quota };
  }

  /** Looks up the idempotency key of an admitted request. Counts nothing: a large body is read between the two calls. */
  async claim({ key, fingerprint, claimKey }: KeyRequest): Promise<KeyResult> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const answer = this.#ledger.claim(key, fingerprint, claimKey, Date.now());
      if (answer.outcome === "unbound") return { outcome: "proceed", lease: null };
      if (answer.outcome !== "running") return answer;
      const left = deadline - Date.now();
      if (left <= 0) return { outcome: "in_progress" };
      await this.#waitForExecution(key, left);
    }
  }

  /** Ends an execution under a lease, and wakes who waits for it. */
  async settle(lease: Lease, settlement: Settlement): Promise<void> {
    const now = Date.now();
    this.#ledger.settle(lease, settlement, now);
    this.#wake(lease.key);
    if (!this.#alarmed && (await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + RETENTION_MS);
    this.#alarmed = true;
  }

  /** The credential is about to have this version: guards that know an older one must read it anew. */
  changed(version: number): void {
    this.#version = Math.max(this.#version ?? 0, version);
    this.ctx.storage.kv.put("version", this.#version);
  }

  /** Counts a request of a session, at most `limit` per second: 0 if it is admitted, else the ms until another one would be. */
  visit(limit: number): number {
    return this.#visits.take(limit, Date.now());
  }

  /** Takes the lock of a member's exports, or keeps it; false if another export holds it. */
  async holdExport(id: string): Promise<boolean> {
    const now = Date.now();
    if (!this.#exportLock.hold(id, now)) return false;
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + EXPORT_LOCK_MS);
    return true;
  }

  /** Gives the lock of a member's exports back. */
  async releaseExport(id: string): Promise<void> {
    // The lock is all that its object stores.
    if (this.#exportLock.isHeldBy(id)) await this.ctx.storage.deleteAll();
  }

  /** Purges what has expired: idempotency keys in the object of a credential, else the lock of an export that has stalled. */
  override async alarm(): Promise<void> {
    const lockedUntil = this.#exportLock.heldUntil();
    if (lockedUntil !== null) {
      if (lockedUntil > Date.now()) await this.ctx.storage.setAlarm(lockedUntil);
      else await this.ctx.storage.deleteAll();
      return;
    }
    this.#alarmed = false;
    const next = this.#ledger.purge(Date.now());
    if (next === null) return;
    await this.ctx.storage.setAlarm(next);
    this.#alarmed = true;
  }

  get #ledger(): ReplayLedger {
    return (this.#usedLedger ??= new ReplayLedger(this.ctx.storage.sql));
  }

  get #quota(): Quota {
    return (this.#usedQuota ??= new Quota(this.ctx.storage.sql));
  }

  /** Waits until the execution under the key has ended, at most `ms`. */
  async #waitForExecution(key: string, ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | null = null;
    await new Promise<void>((resolve) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]);
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** Everyone looks again: one finds the answer or takes the lease, the others wait on. */
  #wake(key: string): void {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const resolve of waiting) resolve();
  }
}
