import { DurableObject } from "cloudflare:workers";
import { settingsOf } from "../env";
import { primaryBookmark } from "../db/database";
import { EXPORT_LOCK_MS, StoredExportLock } from "./export-lock";
import { LastUse } from "./last-use";
import { Quota } from "./quota";
import { RateWindow, type SavedWindow } from "./rate-window";
import { RecentWrites } from "./recent-writes";
import { EXECUTION_LEASE_MS, ReplayLedger, RETENTION_MS } from "./replay-ledger";
import { VisitWindow } from "./visit-window";
import type { AdmissionResult, AdmitRequest, ClaimRequest, EndedRequest, KeyRequest, KeyResult, QuotaState } from "./admission";

const RATE_WINDOW = "rate_window";
/** When stored responses were last deleted, ms since 1970. */
const ERASED_AT = "erased_at";
/** The version of a new credential. */
const FIRST_VERSION = 1;

/** How long a repeated request waits for the response to the first one (docs/spec/idempotency.md#concurrent-requests). */
const WAIT_MS = 5_000;

/**
 * One object per credential holds its rate window, daily quota, idempotency keys and version.
 * A read by a credential without a quota writes to storage only its last use (once an hour) and the rate window. The window is saved each
 * time a sixtieth of the limit has been used, because an object that is idle for 10 s is removed from memory. A console session has an
 * object too, which counts its requests, and a member of an organization has one for the lock of their exports; both leave storage empty.
 */
export abstract class CredentialGate extends DurableObject<Env> {
  readonly #window: RateWindow;
  readonly #visits = new VisitWindow();
  readonly #exportLock: StoredExportLock;
  // These two are created on first use, because they create tables that only the object of a credential needs.
  #lazyLedger: ReplayLedger | null = null;
  #lazyQuota: Quota | null = null;
  readonly #lastUse: LastUse;
  readonly #recentWrites: RecentWrites;
  /** The newest version of the credential that this object has received; null until it receives one. */
  #version: number | null;
  /** True if an alarm that purges expired entries is known to be set. */
  #isAlarmSet = false;
  /** Requests waiting for the execution that holds their key. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Stores in the database when a credential was last used. */
  protected abstract recordUse(credentialId: number, now: number): Promise<void>;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#window = new RateWindow(state.storage.kv.get<SavedWindow>(RATE_WINDOW));
    this.#exportLock = new StoredExportLock(state.storage.kv);
    this.#lastUse = new LastUse(state.storage.kv, async (credentialId, now) => await this.recordUse(credentialId, now));
    this.#recentWrites = new RecentWrites(state.storage.kv, async (database) => await primaryBookmark(env, { database }));
    this.#version = state.storage.kv.get<number>("version") ?? null;
  }

  /** Checks one request against the limits, counts it if it is admitted, and claims its idempotency key. */
  async admit(request: AdmitRequest): Promise<AdmissionResult> {
    // Without a version we can't tell whether a replica's record is out of date, so we take the version from the first record of the
    // primary. After a database restore, a record can be newer than the version stored here.
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
    // The request does not wait for the write: the object stays in memory for longer than it takes.
    if (unsaved !== null) this.ctx.waitUntil(this.ctx.storage.put(RATE_WINDOW, unsaved, { allowUnconfirmed: true }));
    let quota: QuotaState | null = null;
    if (request.dailyQuota !== null) {
      const taken = this.#quota.take(request.dailyQuota, now);
      quota = taken.state;
      if (!taken.admitted) return { outcome: "limited", policy: "daily", retryAfterSeconds: quota.resetSeconds, rate, quota };
    }
    if (this.#lastUse.isDue(now)) this.ctx.waitUntil(this.#lastUse.record(request.credentialId, now));
    // This object has seen every write of a credential that was never changed, unless it replaces one from before a restore. A request that
    // is late may still have the first version.
    const isReplacement = request.isReplacement || settingsOf(this.env).gateGeneration !== null;
    const mayHaveEarlierWrites = this.#version !== FIRST_VERSION || isReplacement;
    if (request.reads === "nearest") this.#recentWrites.enable(now, { database: request.database, mayHaveEarlierWrites });
    else this.#recentWrites.disable();
    const lastWrite = request.claim.writes ? null : this.#lastWrite(request, now);
    return { ...(await this.claim(request.claim)), rate, quota, lastWrite };
  }

  /**
   * Claims the idempotency key of a request and records its write. A request with a large body is admitted without a claim, and calls this
   * once it has read the body. Counts nothing.
   */
  async claim({ idempotency, writes }: ClaimRequest): Promise<KeyResult> {
    const result: KeyResult = idempotency === null ? { outcome: "proceed", lease: null, writeId: null } : await this.#claimKey(idempotency);
    return result.outcome === "proceed" && writes ? { ...result, writeId: this.#recentWrites.begin(Date.now()) } : result;
  }

  async #claimKey(request: KeyRequest): Promise<KeyResult> {
    const { key } = request;
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const found = this.#ledger.claim(request, Date.now());
      if (found.outcome === "unbound") return { outcome: "proceed", lease: null, writeId: null };
      if (found.outcome === "proceed") return { ...found, writeId: null };
      if (found.outcome !== "running") return found;
      const remainingMs = deadline - Date.now();
      if (remainingMs <= 0) return { outcome: "in_progress" };
      await this.#waitForExecution(key, remainingMs);
    }
  }

  /** Ends a write: its execution under a lease, for which other requests may be waiting, and its record. */
  async settle({ execution, write }: EndedRequest): Promise<void> {
    if (write !== null) this.#recentWrites.end(write);
    if (execution === null) return;
    const { lease, settlement } = execution;
    const now = Date.now();
    const mayHaveErasedData = lease.until - EXECUTION_LEASE_MS <= (this.ctx.storage.kv.get<number>(ERASED_AT) ?? -Infinity);
    this.#ledger.settle(lease, settlement, now);
    if (mayHaveErasedData) this.#ledger.eraseResponses(lease.key);
    this.#wake(lease.key);
    if (!this.#isAlarmSet && (await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + RETENTION_MS);
    this.#isAlarmSet = true;
  }

  /** Records that the credential is about to get this version: requests with an older record must read it again. */
  changed(version: number): void {
    this.#version = Math.max(this.#version ?? 0, version);
    this.ctx.storage.kv.put("version", this.#version);
  }

  /**
   * Deletes the stored responses, because they may have an erased person's data. Their keys stay bound. Executions that started before this
   * do not store theirs.
   */
  eraseResponses(): void {
    const now = Date.now();
    this.ctx.storage.kv.put(ERASED_AT, now);
    this.#ledger.eraseResponses();
  }

  /** Deletes everything. The credential no longer exists. */
  async empty(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Counts a request of a session, at most `limit` per second. Returns 0 if it is admitted, otherwise the ms until the next would be. */
  visit(limit: number): number {
    return this.#visits.take(limit, Date.now());
  }

  /** Acquires or extends the lock of a member's exports; returns false if another export holds it. */
  async holdExport(id: string): Promise<boolean> {
    const now = Date.now();
    if (!this.#exportLock.hold(id, now)) return false;
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + EXPORT_LOCK_MS);
    return true;
  }

  /** Releases the lock of a member's exports. */
  async releaseExport(id: string): Promise<void> {
    // The object stores nothing but the lock.
    if (this.#exportLock.isHeldBy(id)) await this.ctx.storage.deleteAll();
  }

  /** Deletes the lock of a stalled export or, in the object of a credential, the expired idempotency keys. */
  override async alarm(): Promise<void> {
    const lockedUntil = this.#exportLock.expiresAt();
    if (lockedUntil !== null) {
      if (lockedUntil > Date.now()) await this.ctx.storage.setAlarm(lockedUntil);
      else await this.ctx.storage.deleteAll();
      return;
    }
    this.#isAlarmSet = false;
    const next = this.#ledger.purge(Date.now());
    if (next === null) return;
    await this.ctx.storage.setAlarm(next);
    this.#isAlarmSet = true;
  }

  /** The bookmark that a read needs. If it is unknown, this read goes to the primary, and the bookmark is fetched for later ones. */
  #lastWrite({ credentialId, database }: AdmitRequest, now: number): string | null {
    const bookmark = this.#recentWrites.bookmark(now);
    if (this.#recentWrites.mustFetch()) this.ctx.waitUntil(this.#recentWrites.fetch(credentialId, database));
    return bookmark;
  }

  get #ledger(): ReplayLedger {
    return (this.#lazyLedger ??= new ReplayLedger(this.ctx.storage.sql));
  }

  get #quota(): Quota {
    return (this.#lazyQuota ??= new Quota(this.ctx.storage.sql));
  }

  /** Waits until the execution under the key has ended, for at most `ms`. */
  async #waitForExecution(key: string, ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | null = null;
    await new Promise<void>((resolve) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]);
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** Wakes all requests that wait for the key. Each claims it again: it replays the response, takes the lease or waits on. */
  #wake(key: string): void {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const resolve of waiting) resolve();
  }
}
