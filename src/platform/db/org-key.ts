import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The organization's id as a bound parameter. A query that does not contain it does not compile. */
export class OrgKey implements SQLWrapper {
  constructor(readonly id: number) {}

  getSQL(): SQL {
    return sql`${this.id}`;
  }
}
