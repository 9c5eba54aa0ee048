import { and, eq, type InferInsertModel, type InferSelectModel, SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type AdmittedWrite, type Change, type DueDelivery, classifyError, type CreatedDelivery } from "./change";
import type { ControlTable } from "./columns";
import type { ActorKind } from "../values/actor-kinds";
import { FIRST_LIMITS, type PageLimit } from "./list/page-limit";
import type { PackedColumns } from "./packed";
import { textKeys } from "./text/text-keys";
import {
  type Assertion,
  type Database,
  EventStatement,
  Meter,
  OrgKey,
  type ReadOnly,
  type RowsOf,
  runBatch,
  Statement,
  type Statements,
  WriteStatement,
} from "./statement";

export interface Organization {
  id: number;
  database: number;
  /** When that database was last restored to an earlier time, ms since 1970. Null: never. */
  restoredAt: number | null;
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  timezone: string;
  /** Whether an order's status follows its items. */
  rollUpStatus: boolean;
}

/** The author of changes, for the history. */
export interface Actor {
  kind: ActorKind;
  /** Of the credential or the person. Null for others, and for a person who is no member yet. */
  id: number | null;
  name: string;
}

type NamesOrganization<V extends readonly unknown[]> = [Extract<V[number], OrgKey>] extends [never]
  ? ["this query does not contain org.key", never]
  : [Extract<V[number], ControlTable>] extends [never]
    ? V
    : ["this query uses a table of control data", never];

/** It only builds statements, so it needs no database, and all requests share it. */
const orm = drizzle({} as D1Database);

/** A table whose rows belong to an organization and are in its database. */
export type TenantTable = SQLiteTable & { organization_id: SQLiteColumn } & { [K in keyof ControlTable]?: never };

export interface OrgAccess {
  d1: Database;
  organization: Organization;
  actor: Actor;
  /** When the request started, ms since 1970. A request uses this one time for everything. */
  now: number;
  meter?: Meter;
  /** What a page of a list may hold. Default: an ordinary page, and LargePage is thrown for a larger one (list/page-memory.ts). */
  pageLimit?: PageLimit;
  /** What must hold when a change commits: that the caller still has access (`assertAccess`). Default: nothing. */
  stillAllowed?: Assertion | null;
}

/** Reads of one organization. Every statement that it creates or runs is bound to that organization. */
export class OrgReader {
  readonly organization: Organization;
  readonly actor: Actor;
  readonly now: number;
  readonly pageLimit: PageLimit;
  readonly key: OrgKey;
  protected readonly access: OrgAccess;
  readonly #meter: Meter;

  constructor(access: OrgAccess) {
    const { organization, actor, now, meter = new Meter(), pageLimit = FIRST_LIMITS.ordinary } = access;
    [this.organization, this.actor, this.now] = [organization, actor, now];
    [this.access, this.#meter, this.pageLimit] = [{ ...access, meter }, meter, pageLimit];
    this.key = new OrgKey(organization.id);
  }

  /** The same reader with another limit of pages. Only list/page-memory.ts calls this, with memory for them. */
  withPageLimit(pageLimit: PageLimit): this {
    // A subclass returns its own kind.
    return new OrgReader({ ...this.access, pageLimit }) as this;
  }

  /** A hand-written query, whose rows may arrive packed. The template must contain `${org.key}`. */
  rows<Row>(packed: PackedColumns | null = null) {
    return <V extends readonly unknown[]>(strings: TemplateStringsArray, ...values: V & NamesOrganization<V>): Statement<Row> =>
      new Statement<Row>(sql(strings, ...values), packed);
  }

  find<T extends TenantTable>(table: T, where?: SQL): Statement<InferSelectModel<T>> {
    return new Statement(orm.select().from(table).where(this.ownRows(table, where)).getSQL());
  }

  /** Runs reads in one round trip: one statement, which gives its rows, or several by name. */
  read<const S extends Statements<Statement<unknown>>>(statements: S & ReadOnly<S>): Promise<RowsOf<S>> {
    return this.run<S>(statements);
  }

  protected async run<const S extends Statements>(statements: S): Promise<RowsOf<S>> {
    return await runBatch<S>(this.access.d1, this.#meter, statements);
  }

  /** Adds the condition that a row belongs to the organization. */
  protected ownRows(table: TenantTable, where: SQL | undefined): SQL | undefined {
    return and(eq(table.organization_id, this.organization.id), where);
  }
}

declare const showsMoney: unique symbol;

/** Marks the access of a caller who may see costs, profit and expenses. The mark exists only in types. */
interface ShowsMoney {
  readonly [showsMoney]: true;
}

/** What queries of costs, profit and expenses require, so that nobody sees them whose permission was not checked (docs/spec/console.md#money). */
export type MoneyReader = OrgReader & ShowsMoney;

interface CommitContext {
  /** Resolves when the gate has admitted this write; rejects with the error if it does not. */
  admission: () => Promise<AdmittedWrite>;
  /** Creates the deliveries of the events that a change writes. */
  fanOut: FanOut;
  /** Called after each commit, with the deliveries that it made due. */
  onCommit: (due: DueDelivery[]) => void;
}

/** Returns the statement that creates the deliveries of events, for the batch that writes the events. */
type FanOut = (org: OrgDb, eventIds: readonly string[]) => WriteStatement<CreatedDelivery>;

/** Passes the events of changes on to webhooks. */
export interface EventRelay {
  fanOut: FanOut;
  enqueueDeliveries: (to: { queues: Env; database: number }, due: DueDelivery[]) => Promise<void>;
}

/** Reads and writes of one organization. Writes run only inside `commit`. */
export class OrgDb extends OrgReader {
  constructor(
    access: OrgAccess,
    private readonly context: CommitContext,
  ) {
    super({ pageLimit: FIRST_LIMITS.changed, ...access });
  }

  override withPageLimit(pageLimit: PageLimit): this {
    return new OrgDb({ ...this.access, pageLimit }, this.context) as this;
  }

  /** A hand-written change. The template must contain `${org.key}`. */
  write<Row = unknown>() {
    return <V extends readonly unknown[]>(strings: TemplateStringsArray, ...values: V & NamesOrganization<V>): WriteStatement<Row> =>
      new WriteStatement<Row>(sql(strings, ...values));
  }

  /** Inserts rows with the organization's id, and returns all their columns. */
  insert<T extends TenantTable>(
    table: T,
    ...values: { [K in keyof Omit<InferInsertModel<T>, "organization_id">]: InferInsertModel<T>[K] | SQL }[]
  ): WriteStatement<InferSelectModel<T>> {
    const stamped = values.map((value) => ({ ...value, ...textKeys(table, value), organization_id: this.organization.id }));
    // organization_id completes the insert model, but the compiler can't see this through Omit on a generic table.
    return new WriteStatement(
      orm
        .insert(table)
        .values(stamped as unknown as InferInsertModel<T>[])
        .returning()
        .getSQL(),
    );
  }

  /** Updates the rows that match `where`, which is required, and returns all their columns. */
  update<T extends TenantTable>(
    table: T,
    patch: { [K in keyof Omit<InferInsertModel<T>, "organization_id">]?: InferInsertModel<T>[K] | SQL },
    where: SQL,
  ): WriteStatement<InferSelectModel<T>> {
    return new WriteStatement(
      orm
        .update(table)
        .set({ ...patch, ...textKeys(table, patch) })
        .where(this.ownRows(table, where))
        .returning()
        .getSQL(),
    );
  }

  remove(table: TenantTable, where: SQL): WriteStatement {
    return new WriteStatement(orm.delete(table).where(this.ownRows(table, where)).getSQL());
  }

  /**
   * Commits a change with its marker, its events and their deliveries in one D1 batch, after the gate has admitted the request. Returns the
   * rows of `returning`. Throws WriteConflict if an assertion fails, and AlreadyCommitted if this operation has committed before.
   */
  async commit<const S extends Statements<Statement<unknown>> = null>(change: Change<S>): Promise<RowsOf<S>> {
    const { writes, due = null, marker, returning = null, conflicts } = change;
    const { admission, fanOut, onCommit } = this.context;
    const { operationId } = await admission();
    const eventIds = writes.flatMap((write) => (write instanceof EventStatement ? write.eventIds : []));
    const batch = {
      stillAllowed: this.access.stillAllowed ?? null,
      writes,
      created: eventIds.length > 0 ? fanOut(this, eventIds) : null,
      marker: operationId === null ? null : this.#insertMarker(operationId, marker),
      due,
      returning,
    };
    const rows = await this.run(batch).catch((error: unknown) => {
      throw classifyError(error, conflicts);
    });
    const created = rows.created.flatMap(({ at, ...delivery }) => (at === null ? [] : [{ ...delivery, at }]));
    onCommit([...created, ...rows.due]);
    // `returning` is null only if S is.
    return rows.returning as RowsOf<S>;
  }

  #insertMarker(operationId: string, marker: Change["marker"]): WriteStatement {
    const result = marker instanceof SQL ? marker : JSON.stringify(marker);
    return this.write()`insert into write_markers (operation_id, organization_id, result, created_at)
      values (${operationId}, ${this.key}, ${result}, ${this.now})`;
  }
}

/** What changes of expenses require, as queries of them require MoneyReader. */
export type MoneyDb = OrgDb & ShowsMoney;
