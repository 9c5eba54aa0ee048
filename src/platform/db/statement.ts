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

/** SQL on control data. Only `ControlDb` runs it, and `ControlDb` runs nothing else. */
export class ControlStatement<Row = unknown> extends Query<Row> {
  declare readonly control: true;
}

/** Fails its batch if a condition does not hold. */
export class Assertion extends WriteStatement {
  declare readonly control: true;
}

/** Rows of each statement of a batch, in order. */
export type RowsOf<S extends readonly Query<unknown>[]> = { [K in keyof S]: S[K] extends Query<infer Row> ? Row[] : never };

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
  const own: Compiled = { sql: "", params: [] };
  return compile(query, own) ? own : dialect.sqlToQuery(query);
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
export async function runBatch<const S extends readonly Query<unknown>[]>(d1: Database, meter: Meter, statements: S): Promise<RowsOf<S>> {
  const compiled = statements.map(({ query }) => compileQuery(query));
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
  return results.map(({ results: rows }, index) => statements[index]?.packed?.unpack(rows) ?? rows) as RowsOf<S>;
}

/** The organization's id as a bound parameter. A query that does not contain it does not compile. */
export class OrgKey implements SQLWrapper {
  constructor(readonly id: number) {}

  getSQL(): SQL {
    return sql`${this.id}`;
  }
}
