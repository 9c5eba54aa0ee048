import { type SQL, sql } from "drizzle-orm";

/**
 * The SQL of a filter, and where its rows are counted: list_counts has a number for one filter alone, by day, and the roll-ups of a list
 * (`order_rollups`, `item_rollups`) one for each combination of store, status and so on (docs/design/lists.md).
 */
interface FilterSql<Value, Context> {
  /** The condition on a row; null if the statement filters in another way. */
  where: (value: Value, context: Context) => SQL | null;
  /** Its key in list_counts, which has the number of its rows by day. */
  key?: (value: Value, context: Context) => SQL;
  /** The condition on a row `r` of the list's roll-ups; null if they do not have the value. */
  rollUp?: (value: Value, context: Context) => SQL | null;
  /** Whether the number of all its rows comes from the roll-ups, because list_counts has only those of days. */
  isRolledUp?: true;
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

/** The key of at most one filter in list_counts, and whether the roll-ups have its total. Null if there are more filters, or if it has no key. */
export function keyOf<Values extends object, Context>(
  table: FilterStatements<Values, Context>,
  filter: Values,
  context: Context,
): { key: SQL; isRolledUp: boolean } | null {
  const [first, ...others] = entriesOf(table, filter);
  if (first === undefined) return { key: sql`''`, isRolledUp: false };
  const [{ key, isRolledUp = false }, value] = first;
  return key === undefined || others.length > 0 ? null : { key: key(value, context), isRolledUp };
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
