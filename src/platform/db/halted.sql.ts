import { sql } from "drizzle-orm";

/**
 * The end of an SQL condition on an organization's id: its deliveries and jobs run in this database. While an organization moves to or from
 * a database, and while an old copy is kept, they do not (move/table.ts).
 */
export const NOT_HALTED = sql`not in (select organization_id from halted_organizations)`;
