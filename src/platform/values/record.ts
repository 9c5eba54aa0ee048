/** Builds a record with a value for each name. */
export function recordOf<Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}

/** Picks the values of a row that `shape` names, in the order of `shape`. */
export function pickValues<Row, Name extends keyof Row & string>(row: Row, shape: Readonly<Record<Name, unknown>>): Pick<Row, Name> {
  const values: Partial<Row> = {};
  for (const name of Object.keys(shape) as Name[]) values[name] = row[name];
  return values as Pick<Row, Name>;
}

/** How to read each value of a view from a row. */
export type Readers<Row, View> = { readonly [Name in keyof View]: (row: Row) => View[Name] };

/** Readers of the columns that `shape` names, in the order of `shape`. */
export function columnReaders<Row, Name extends keyof Row & string>(shape: Readonly<Record<Name, unknown>>): Readers<Row, Pick<Row, Name>> {
  return recordOf(Object.keys(shape) as Name[], (name) => (row: Row) => row[name]) as Readers<Row, Pick<Row, Name>>;
}

/**
 * Returns a function that reads a view from a row, with its values in the order of `readers`. It copies an object that has all names, because
 * objects that get a long list of names one by one take several times as long to build, and longer to stringify.
 */
export function viewer<Row, View extends object>(readers: Readers<Row, View>): (row: Row) => View {
  const entries = Object.entries(readers) as [keyof View, (row: Row) => View[keyof View]][];
  const empty = Object.fromEntries(entries.map(([name]) => [name, null]));
  return (row) => {
    const view = { ...empty } as View;
    for (const [name, read] of entries) view[name] = read(row);
    return view;
  };
}
