import { and, eq, type InferInsertModel, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Admission, type Change, type Committed, type DueDelivery, classifyError, type CreatedDelivery } from "./change";
import type { ControlTable } from "./columns";
import { Meter, OrgKey, type RowsOf, runBatch, Statement, WriteStatement } from "./statement";

/** The tenant, as far as every verb needs it. */
export interface Organization {
  id: number;
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  timezone: string;
  /** Whether an order's status follows its items. */
  rollUpStatus: boolean;
}

/** Who acts: written to the history of what changes. */
export interface Actor {
  kind: "credential" | "user" | "system";
  id: number | null;
  name: string;
}

type NamesOrganization<V extends readonly unknown[]> = [Extract<V[number], OrgKey>] extends [never]
  ? ["this query names no organization", never]
  : [Extract<V[number], ControlTable>] extends [never]
    ? V
    : ["this query names a table of control data", never];

/** Statements of which none writes. */
type ReadOnly<S extends readonly unknown[]> = { [K in keyof S]: S[K] extends WriteStatement ? never : unknown };

/** A table whose rows belong to an organization, and are in its database. */
export type TenantTable = SQLiteTable & { organization_id: SQLiteColumn } & { [K in keyof ControlTable]?: never };

/** For whom, and in which database, rows are read. */
export interface OrgAccess {
  d1: D1Database;
  organization: Organization;
  actor: Actor;
  /** When the request began, ms since 1970: one request has one time. */
  now: number;
  meter?: Meter;
}

/** Reads of one organization. Every statement that it makes or runs is bound to that organization. */
export class OrgReader {
  readonly organization: Organization;
  readonly actor: Actor;
  readonly now: number;
  readonly key: OrgKey;
  protected readonly orm;
  readonly #d1: D1Database;
  readonly #meter: Meter;

  constructor({ d1, organization, actor, now, meter = new Meter() }: OrgAccess) {
    [this.organization, this.actor, this.now] = [organization, actor, now];
    [this.#d1, this.#meter] = [d1, meter];
    this.key = new OrgKey(organization.id);
    this.orm = drizzle(d1);
  }

  /** A hand-written query. The template must contain `${org.key}`. */
  rows<Row>() {
    return <V extends readonly unknown[]>(strings: TemplateStringsArray, ...values: V & NamesOrganization<V>): Statement<Row> =>
      new Statement<Row>(sql(strings, ...values));
  }

  /** Rows of one table. */
  find<T extends TenantTable>(table: T, where?: SQL): Statement<InferSelectModel<T>> {
    return new Statement(this.orm.select().from(table).where(this.own(table, where)).getSQL());
  }

  /** Runs reads in one trip. */
  read<const S extends readonly Statement<unknown>[]>(...statements: S & ReadOnly<S>): Promise<RowsOf<S>> {
    return this.run<S>(statements);
  }

  protected async run<const S extends readonly Statement<unknown>[]>(statements: S): Promise<RowsOf<S>> {
    return await runBatch<S>(this.#d1, this.#meter, statements);
  }

  /** The condition that a row belongs to the organization, and `where`. */
  protected own(table: TenantTable, where: SQL | undefined): SQL | undefined {
    return and(eq(table.organization_id, this.organization.id), where);
  }
}

/** What a commit needs that is not in the change itself. */
interface CommitContext {
  /** Settles when the gate has admitted this write; rejects with its refusal. */
  admission: () => Promise<Admission>;
  /** Makes the deliveries of the events that a change writes. */
  fanOut: FanOut;
  /** Told of each commit, and which deliveries it made due. */
  delivered: (due: DueDelivery[]) => void;
}

/** The statement that makes the deliveries of events, in the batch that writes them: who receives events says it. */
type FanOut = (org: OrgDb, eventIds: readonly string[]) => WriteStatement<CreatedDelivery>;

/** How the events of changes reach those who subscribe to them. */
export interface EventRelay {
  fanOut: FanOut;
  /** Enqueues the deliveries that have become due. */
  enqueueDeliveries: (env: Env, due: DueDelivery[]) => Promise<void>;
}

/** Reads and writes of one organization. Writes run only inside `commit`. */
export class OrgDb extends OrgReader {
  constructor(
    access: OrgAccess,
    private readonly context: CommitContext,
  ) {
    super(access);
  }

  /** A hand-written change. The template must contain `${org.key}`. */
  write<Row = unknown>() {
    return <V extends readonly unknown[]>(strings: TemplateStringsArray, ...values: V & NamesOrganization<V>): WriteStatement<Row> =>
      new WriteStatement<Row>(sql(strings, ...values));
  }

  /** Inserts rows, stamped with the organization; answers them whole. */
  insert<T extends TenantTable>(table: T, ...values: Omit<InferInsertModel<T>, "organization_id">[]): WriteStatement<InferSelectModel<T>> {
    const stamped = values.map((value) => ({ ...value, organization_id: this.organization.id }));
    // The stamp completes the insert model, which the compiler can't see through Omit on a generic table.
    return new WriteStatement(
      this.orm
        .insert(table)
        .values(stamped as unknown as InferInsertModel<T>[])
        .returning()
        .getSQL(),
    );
  }

  /** Changes the rows that `where` names, a predicate being required; answers them whole. */
  update<T extends TenantTable>(
    table: T,
    patch: { [K in keyof Omit<InferInsertModel<T>, "organization_id">]?: InferInsertModel<T>[K] | SQL },
    where: SQL,
  ): WriteStatement<InferSelectModel<T>> {
    return new WriteStatement(
      this.orm
        .update(table)
        .set(patch as never)
        .where(this.own(table, where))
        .returning()
        .getSQL(),
    );
  }

  /** Removes the rows that `where` names, a predicate being required. */
  remove(table: TenantTable, where: SQL): WriteStatement {
    return new WriteStatement(this.orm.delete(table).where(this.own(table, where)).getSQL());
  }

  /**
   * Commits a change with its marker, events and deliveries in one D1 batch, after the gate has admitted the request.
   * Throws WriteConflict where a guard matched no row, AlreadyCommitted where this operation had committed before.
   */
  async commit<const A extends readonly Statement<unknown>[]>(change: Change<A>): Promise<Committed<A>> {
    const { admission, fanOut, delivered } = this.context;
    const { operationId } = await admission();
    const { writes, events, markerResult, returning } = change;
    const deliveries = events.length > 0 ? [fanOut(this, events)] : [];
    const marker =
      operationId === null
        ? []
        : [
            this.write()`insert into write_markers (operation_id, organization_id, result, created_at)
              values (${operationId}, ${this.key}, ${markerResult}, ${this.now})`,
          ];
    const released = change.due === undefined ? [] : [change.due];
    const all: readonly Statement<unknown>[] = [...writes, ...deliveries, ...marker, ...released, ...returning];
    const rows: readonly unknown[][] = await this.run(all).catch((error: unknown) => {
      throw classifyError(error, change.conflicts);
    });
    // At most one statement makes deliveries, right behind the writes, and one reads those that were released, right before the answer.
    const made = deliveries.length > 0 ? ((rows[writes.length] ?? []) as CreatedDelivery[]) : [];
    const again = released.length > 0 ? ((rows.at(-returning.length - 1) ?? []) as DueDelivery[]) : [];
    const due = [...made.flatMap(({ at, ...delivery }) => (at === null ? [] : [{ ...delivery, at }])), ...again];
    delivered(due);
    return { due, rows: rows.slice(rows.length - returning.length) as RowsOf<A> };
  }
}
