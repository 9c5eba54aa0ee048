export function recordOf<Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}

/** Picks the values of a row that `shape` names, in the order of `shape`. */
export function pickValues<Row, Name extends keyof Row & string>(row: Row, shape: Readonly<Record<Name, unknown>>): Pick<Row, Name> {
  const values: Partial<Row> = {};
  for (const name of Object.keys(shape) as Name[]) values[name] = row[name];
  return values as Pick<Row, Name>;
}
