import { sql, SQL, type SQLWrapper, StringChunk } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { PackedColumns } from "./packed";
import { repeatBatch } from "./repeat-batch";

declare const row: unique symbol;

/** SQL with the type of the rows that it returns. */
export class Query<Row> {
  declare readonly [row]: Row;

  constructor(
    readonly query: SQL,
    /** The columns of its rows if they arrive packed; null if they arrive as objects. */
    readonly packed: PackedColumns | null = null,
  ) {}
}

/** SQL on the rows of organizations. */
export class Statement<Row = never> extends Query<Row> {
  declare readonly tenant: true;
}

/** A statement that changes rows. OrgReader can't run it. */
export class WriteStatement<Row = unknown> extends Statement<Row> {
  declare readonly writes: true;
}

/** Foreign keys are checked at the end of the batch. */
export const DEFER_FOREIGN_KEYS = new WriteStatement(sql`pragma defer_foreign_keys = on`);

/**
 * Inserts events. A commit creates the deliveries of all events that its statements insert, so that no event can be written without them.
 * Only events/write.sql.ts creates such statements, and nothing else writes to the table.
 */
export class EventStatement extends WriteStatement<never> {
  constructor(
    query: SQL,
    readonly eventIds: readonly string[],
  ) {
    super(query);
  }
}

/** SQL on control data. Only `ControlDb` runs it, and `ControlDb` runs nothing else. */
export class ControlStatement<Row = unknown> extends Query<Row> {
  declare readonly control: true;
}

/** Fails its batch if a condition does not hold. Both OrgDb and ControlDb run it. */
export class Assertion extends WriteStatement {
  declare readonly control: true;
}

/** A statement of which a batch returns the first row, or undefined if there is none. */
class First<Q extends Query<unknown>> {
  declare private readonly isFirst: true;

  constructor(readonly statement: Q) {}
}

export const first = <Q extends Query<unknown>>(statement: Q): First<Q> => new First(statement);

/** The statements of a batch, in order: one, a list, or by name. Null stands for no statement. */
export type Statements<Q extends Query<unknown> = Query<unknown>> =
  | Q
  | First<Q>
  | null
  | readonly Q[]
  | { readonly [name: string]: Statements<Q> };

/** The rows of a batch, in the same places as its statements. */
export type RowsOf<S> =
  S extends First<Query<infer Row>>
    ? Row | undefined
    : S extends Query<infer Row>
      ? Row[]
      : S extends null
        ? never[]
        : { [K in keyof S]: RowsOf<S[K]> };

/** Rejects, by its type, a batch with a statement that writes. */
export type ReadOnly<S> =
  S extends First<infer Q>
    ? ReadOnly<Q>
    : S extends WriteStatement
      ? never
      : S extends Query<unknown> | null
        ? unknown
        : { [K in keyof S]: ReadOnly<S[K]> };

function listOf(statements: Statements): Query<unknown>[] {
  if (statements === null) return [];
  if (statements instanceof First) return [statements.statement];
  return statements instanceof Query ? [statements] : Object.values(statements).flatMap(listOf);
}

/** Takes the rows of `statements` from the beginning of `results`. */
function takeRows(statements: Statements, results: unknown[][]): unknown {
  if (statements === null) return [];
  if (statements instanceof First) return results.shift()?.[0];
  if (statements instanceof Query) return results.shift();
  if (Array.isArray(statements)) return statements.map((statement: Statements) => takeRows(statement, results));
  return Object.fromEntries(Object.entries(statements).map(([name, part]) => [name, takeRows(part, results)]));
}

const dialect = new SQLiteSyncDialect();

interface Compiled {
  sql: string;
  params: unknown[];
}

/**
 * Compiles a query that consists only of texts, values and other such queries, as hand-written ones do. Returns false if it contains
 * anything else. The ORM's compiler handles every query, but takes eight times as long (0.2 ms of a write).
 */
function compile(query: SQL, into: Compiled): boolean {
  for (const chunk of query.queryChunks) {
    if (chunk instanceof StringChunk) into.sql += chunk.value.join("");
    else if (chunk instanceof SQL) {
      if (!compile(chunk, into)) return false;
    } else if (chunk instanceof OrgKey || chunk === null || typeof chunk !== "object") {
      into.sql += "?";
      into.params.push(chunk instanceof OrgKey ? chunk.id : chunk);
    } else return false;
  }
  return true;
}

function compileQuery(query: SQL): Compiled {
  const compiled: Compiled = { sql: "", params: [] };
  return compile(query, compiled) ? compiled : dialect.sqlToQuery(query);
}

/** The D1 usage of one request: round trips, and rows read and written (as billed). */
export class Meter {
  trips = 0;
  /** Time of the round trips, and the part of it that statements took, ms. */
  tripMs = 0;
  sqlMs = 0;
  rowsRead = 0;
  rowsWritten = 0;
  /** Where the database of the last trip runs, as D1 reports it, such as `WEUR`, and whether that is the primary. */
  region: string | null = null;
  isPrimary: boolean | null = null;
  /** Whether the response to a batch with a write marker was lost, so that it may be committed even if its repetition fails. */
  hasLostWrite = false;

  count(results: readonly D1Result[], ms: number): void {
    this.trips += 1;
    this.tripMs += ms;
    for (const { meta } of results) {
      this.rowsRead += meta.rows_read;
      this.rowsWritten += meta.rows_written;
      this.sqlMs += meta.duration;
      this.region = meta.served_by_region ?? this.region;
      this.isPrimary = meta.served_by_primary ?? this.isPrimary;
    }
  }
}

/** A D1 database, or a session with one of its replicas. */
export type Database = Pick<D1Database, "prepare" | "batch">;

/** Runs statements as one D1 batch: one round trip and one transaction. */
export async function runBatch<const S extends Statements>(d1: Database, meter: Meter, statements: S): Promise<RowsOf<S>> {
  const list = listOf(statements);
  // D1 rejects an empty batch.
  if (list.length === 0) return takeRows(statements, []) as RowsOf<S>;
  const compiled = list.map(({ query }) => compileQuery(query));
  const run = async () => await d1.batch(compiled.map(({ sql: text, params }) => d1.prepare(text).bind(...params)));
  const start = Date.now();
  const results = await repeatBatch(compiled, run, {
    hasMarker: async (operationId) => {
      const [found] = await d1.batch([d1.prepare("select 1 from write_markers where operation_id = ?").bind(operationId)]);
      return (found?.results.length ?? 0) > 0;
    },
    onLostWrite: () => {
      meter.hasLostWrite = true;
    },
  });
  meter.count(results, Date.now() - start);
  // D1 returns one result per statement, in order. Each statement declares the type of its rows.
  const unpacked = results.map(({ results: rows }, index) => list[index]?.packed?.unpack(rows) ?? rows);
  return takeRows(statements, unpacked) as RowsOf<S>;
}

/** The organization's id as a bound parameter. A query that does not contain it does not compile. */
export class OrgKey implements SQLWrapper {
  constructor(readonly id: number) {}

  getSQL(): SQL {
    return sql`${this.id}`;
  }
}
