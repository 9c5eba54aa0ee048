import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "./org-db";
import { WriteStatement } from "./statement";

type SequenceName = "orders" | "order_items" | "expenses";

/**
 * Allocates `count` ids of a table at the start of a batch. Later statements of the batch refer to them with `sequenceId`, without a round
 * trip. A sequence is control data: it belongs to no organization. `_org` only shows that the caller may write.
 */
export function allocateIds(_org: OrgDb, name: SequenceName, count: number): WriteStatement {
  return new WriteStatement(sql`update sequences set value = value + ${count} where name = ${name}`);
}

/** SQL for one of the `count` ids just allocated. `ordinal` is 0-based, a number or SQL. D1 binds every number as a real, so they are cast. */
export function sequenceId(name: SequenceName, count: number, ordinal: number | SQL): SQL {
  return sql`((select value from sequences where name = ${name}) - cast(${count - 1} as integer) + cast(${ordinal} as integer))`;
}
