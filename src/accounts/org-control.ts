import { type AuditActor, type AuditEntry, auditedControl } from "./audit-log/audit-log.sql.ts";
import { AlreadyCommitted, type Conflicts } from "../platform/db/change";
import { ControlDb } from "../platform/db/control-db";
import { findControlMarker, insertControlMarker } from "../platform/db/markers";
import type { ControlStatement, RowsOf } from "../platform/db/statement";

/** On whose behalf the control data of an organization is read and changed. */
export interface Author {
  organizationId: number;
  actor: AuditActor;
  /** The same for the same form sent again: what commits under it commits once. Null where nothing tells. */
  operationId: string | null;
  /** Tells a credential's gate which version the credential is about to have. Rejects with a 503. */
  announceVersion: (credentialId: number, version: number) => Promise<void>;
}

/** A change of control data. Guards (`assertRowsChanged`, `mustBe`) stand among `writes`. */
interface ControlChange<W extends readonly ControlStatement[]> {
  writes: W;
  entry: AuditEntry;
  /** See `Change`. */
  conflicts?: Conflicts;
}

/** The control data of one organization. */
export class OrgControl extends ControlDb {
  constructor(
    control: ControlDb,
    readonly author: Author,
  ) {
    super(control);
  }

  get organizationId(): number {
    return this.author.organizationId;
  }

  /**
   * Commits a change, its audit line and its marker as one batch, and answers the rows of `writes`. Throws WriteConflict, without a line, and
   * AlreadyCommitted where the same form had committed before.
   */
  async commit<const W extends readonly ControlStatement[]>({ writes, entry, conflicts }: ControlChange<W>): Promise<RowsOf<W>> {
    const { now } = this;
    const { organizationId, operationId } = this.author;
    const marker = operationId === null ? [] : [insertControlMarker({ operationId, organizationId, now })];
    const audited = auditedControl(this.author, entry, now);
    const rows: readonly unknown[][] = await this.runWithConflicts<readonly ControlStatement[]>([...marker, ...writes, audited], conflicts);
    // A batch returns one result for each statement, in order.
    return rows.slice(marker.length, marker.length + writes.length) as RowsOf<W>;
  }

  /** Reads what a change depends on. Throws AlreadyCommitted where the same form had committed before. */
  async readToChange<const S extends readonly ControlStatement[]>(...statements: S): Promise<RowsOf<S>> {
    const { organizationId, operationId } = this.author;
    const marker = findControlMarker(operationId, organizationId);
    const rows: readonly unknown[][] = await this.run<readonly ControlStatement[]>(...statements, marker);
    if ((rows.at(-1)?.length ?? 0) > 0) throw new AlreadyCommitted();
    return rows.slice(0, -1) as RowsOf<S>;
  }
}
