import { sql } from "drizzle-orm";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { fulfillments } from "./table";

/** Records the platform's id of a fulfillment, unless one is recorded. */
export function recordSourceId(org: OrgDb, id: string, sourceId: string): WriteStatement {
  return org.update(fulfillments, { source_id: sourceId }, sql`${fulfillments.id} = ${id} and ${fulfillments.source_id} is null`);
}
