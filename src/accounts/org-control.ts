import { type AuditActor, type AuditEntry, insertControlAuditEntry } from "./audit-log/audit-log.sql.ts";
import { AlreadyCommitted, type Conflicts } from "../platform/db/change";
import { ControlDb } from "../platform/db/control-db";
import { findControlMarker, insertControlMarker } from "../platform/db/markers";
import type { CredentialRef } from "../platform/gate/admission";
import type { ControlStatement, RowsOf, Statements } from "../platform/db/statement";

/** Who changes the control data of an organization, and how. */
export interface Author {
  organizationId: number;
  actor: AuditActor;
  /** Identifies a form submission, so that a repeated one commits only once. Null if a repeated submission cannot be recognized. */
  operationId: string | null;
  /** Tells the credential's gate its next version. Throws 503 Service Unavailable. */
  announceVersion: (credential: CredentialRef, version: number) => Promise<void>;
}

/** A change of control data. Assertions (`assertRowsChanged`, `assertCondition`) are part of `writes`. */
interface ControlChange<S extends Statements<ControlStatement>> {
  writes: S;
  entry: AuditEntry;
  /** See `Change`. */
  conflicts?: Conflicts;
}

/** The control data of one organization, and who changes it. */
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
   * Commits a change, its audit entry and its marker in one batch, and returns the rows of `writes`. Throws WriteConflict, and
   * AlreadyCommitted if the same form was committed before. Nothing is written then.
   */
  async commit<const S extends Statements<ControlStatement>>({ writes, entry, conflicts }: ControlChange<S>): Promise<RowsOf<S>> {
    const { now } = this;
    const { organizationId, operationId } = this.author;
    // It comes first: a batch fails with its first error, and a form that is repeated must not fail with a WriteConflict.
    const marker = operationId === null ? null : insertControlMarker({ operationId, organizationId, now });
    return (await this.runWithConflicts({ marker, writes, audit: insertControlAuditEntry(this.author, entry, now) }, conflicts)).writes;
  }

  /** Reads the rows that a change depends on. Throws AlreadyCommitted if the same form was committed before. */
  async readForUpdate<const S extends Statements<ControlStatement>>(statements: S): Promise<RowsOf<S>> {
    const { organizationId, operationId } = this.author;
    const { rows, marker } = await this.run({ rows: statements, marker: findControlMarker(operationId, organizationId) });
    if (marker.length > 0) throw new AlreadyCommitted();
    return rows;
  }
}
