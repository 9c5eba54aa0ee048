import { type SQL, sql } from "drizzle-orm";

interface FilterSql<Value, Context> {
  /** The condition on a row; null if the statement filters in another way. */
  where: (value: Value, context: Context) => SQL | null;
  /** Its key in list_counts. */
  key?: (value: Value, context: Context) => SQL;
  /** The condition on a row `r` of the list's roll-ups; null if they do not have the value. */
  rollUp?: (value: Value, context: Context) => SQL | null;
  /** The index that finds its rows. */
  index?: (value: Value) => SQL;
}

/**
 * The SQL for a list's filters. A filter without `key` and `rollUp` is counted from the matching rows, so that totals are correct by
 * default.
 */
export type FilterStatements<Values, Context> = {
  readonly [Name in keyof Values]-?: FilterSql<Exclude<Values[Name], undefined>, Context>;
};

function entriesOf<Values extends object, Context>(
  table: FilterStatements<Values, Context>,
  filter: Values,
): [FilterSql<never, Context>, never][] {
  return (Object.keys(table) as (keyof Values)[]).flatMap((name): [FilterSql<never, Context>, never][] => {
    const value = filter[name];
    return value === undefined ? [] : [[table[name], value as never]];
  });
}

function joinWithAnd(conditions: readonly SQL[]): SQL {
  const parts = conditions.map((condition) => sql`and ${condition}`);
  return sql.join(parts, sql` `);
}

/** SQL for what the filters require of a row; each condition begins with "and". */
export function whereOf<Values extends object, Context>(table: FilterStatements<Values, Context>, filter: Values, context: Context): SQL {
  const all = entriesOf(table, filter).map(([{ where }, value]) => where(value, context));
  return joinWithAnd(all.filter((condition) => condition !== null));
}

/** The keys of the filters in list_counts; null if one of them has none. */
export function keysOf<Values extends object, Context>(
  table: FilterStatements<Values, Context>,
  filter: Values,
  context: Context,
): SQL[] | null {
  const all = entriesOf(table, filter).map(([{ key }, value]) => key?.(value, context) ?? null);
  return all.every((key) => key !== null) ? all : null;
}

/** SQL for the filters' conditions on a row of the list's roll-ups, each with "and"; null if the roll-ups do not support one of them. */
export function rollUpOf<Values extends object, Context>(
  table: FilterStatements<Values, Context>,
  filter: Values,
  context: Context,
): SQL | null {
  const all = entriesOf(table, filter).map(([{ rollUp }, value]) => rollUp?.(value, context) ?? null);
  return all.every((condition) => condition !== null) ? joinWithAnd(all) : null;
}

/** The index of the first filter that has one; null if none has. */
export function indexOf<Values extends object, Context>(table: FilterStatements<Values, Context>, filter: Values): SQL | null {
  for (const [{ index }, value] of entriesOf(table, filter)) if (index !== undefined) return index(value);
  return null;
}
