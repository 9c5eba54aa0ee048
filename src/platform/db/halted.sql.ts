import { sql } from "drizzle-orm";

/**
 * The end of an SQL condition on an organization's id: its deliveries and jobs run in this database. While an organization moves to or from
 * a database, while an old copy is kept, and while it is deleted or being restored, they do not (tenants/move/table.ts).
 */
export const NOT_HALTED = sql`not in (select organization_id from halted_organizations)`;
