import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "./org-db";
import { WriteStatement } from "./statement";

type SequenceName = "orders" | "order_items" | "expenses";

/**
 * Takes `count` ids of a table at the start of a batch. The batch's later statements then name the rows they write with
 * `sequenceId`, before any answer has come back. Control data: a sequence belongs to no organization.
 */
export function takeIds(_org: OrgDb, name: SequenceName, count: number): WriteStatement {
  return new WriteStatement(sql`update sequences set value = value + ${count} where name = ${name}`);
}

/** SQL: the id of the `ordinal`-th row (0-based; a number or SQL) of the `count` ids just taken. */
export function sequenceId(name: SequenceName, count: number, ordinal: number | SQL): SQL {
  return sql`((select value from sequences where name = ${name}) - cast(${count - 1} as integer) + cast(${ordinal} as integer))`;
}
