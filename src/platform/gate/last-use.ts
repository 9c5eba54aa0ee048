import { recordUse } from "../../accounts/credentials/find-credential.sql.ts";
import type { ControlDb } from "../db/control-db";
import { logError } from "../log";

/** How often a use is written down: often enough to tell a credential that nobody uses any more. */
const EVERY_MS = 3_600_000;

/**
 * When a credential was last used, to the hour (docs/spec/authentication.md#last-use). The database keeps it, the object when it was
 * written.
 */
export class LastUse {
  #written: number;

  constructor(
    private readonly kv: SyncKvStorage,
    private readonly controlAt: (now: number) => ControlDb,
  ) {
    this.#written = kv.get<number>("last_use_written") ?? 0;
  }

  /** Whether the last use that was written down is an hour old. */
  isDue(now: number): boolean {
    return now - this.#written >= EVERY_MS;
  }

  /** Writes a use down. Nobody waits for it, and it never throws: a use that is lost does no harm. */
  async note(credentialId: number, now: number): Promise<void> {
    this.#written = now;
    try {
      await recordUse(this.controlAt(now), credentialId);
      // After the database, not beside it: an answer of the object waits for what it has just stored.
      this.kv.put("last_use_written", now);
    } catch (error) {
      logError("gate.last_use", error, { credential_id: credentialId });
    }
  }
}
