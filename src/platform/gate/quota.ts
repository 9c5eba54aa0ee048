import type { QuotaState } from "./admission";

const DAY_MS = 86_400_000;

/** Counts the requests admitted per UTC day, and stores each one (docs/spec/rate-limits.md#daily-quota). */
export class Quota {
  constructor(private readonly sql: SqlStorage) {
    sql.exec("create table if not exists quota (day integer primary key, used integer not null)");
  }

  /** Counts one request at `now` if the day's `limit` allows it, and returns the state of the quota. */
  take(limit: number, now: number): { admitted: boolean; state: QuotaState } {
    const day = Math.floor(now / DAY_MS);
    const used = this.sql.exec<{ used: number }>("select used from quota where day = ?", day).toArray()[0]?.used ?? 0;
    const resetSeconds = Math.ceil(((day + 1) * DAY_MS - now) / 1000);
    if (used >= limit) return { admitted: false, state: { limit, remaining: 0, resetSeconds } };
    this.sql.exec("insert into quota (day, used) values (?, 1) on conflict (day) do update set used = used + 1", day);
    // Yesterday is kept: if the object moves to a machine whose clock is slightly behind, it still counts for that day.
    if (used === 0) this.sql.exec("delete from quota where day < ?", day - 1);
    return { admitted: true, state: { limit, remaining: limit - used - 1, resetSeconds } };
  }
}
