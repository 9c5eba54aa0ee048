import { integer, text } from "drizzle-orm/sqlite-core";

/**
 * Column shapes used by several tables. Property names equal column names everywhere in the schema,
 * so that a raw D1 row already has the type of the table's `$inferSelect`.
 */

/** The tenant column. Every table that OrgDb accepts has it. */
export const organizationId = () => integer().notNull();

/** A moment: milliseconds since 1970 UTC. */
export const moment = () => integer();

/** An amount of money: integer 1/10,000 of the currency's unit (decisions C22). */
export const money = () => integer();

/** A boolean as SQLite keeps it: 0 or 1. */
export const flag = () => integer();

/** A JSON array of strings, kept as its text. */
export const stringList = () => text().notNull().default("[]");

export const createdAndUpdated = () => ({
  created_at: moment().notNull(),
  updated_at: moment().notNull(),
});
