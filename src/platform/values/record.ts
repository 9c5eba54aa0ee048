/** A value for each of some names. */
export function recordOf<Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value): Record<Name, Value> {
  const record: Partial<Record<Name, Value>> = {};
  for (const name of names) record[name] = value(name);
  return record as Record<Name, Value>;
}

/** The values of a row that have one of the names of `shape`, in their order. */
export function valuesOf<Row, Name extends keyof Row & string>(row: Row, shape: Readonly<Record<Name, unknown>>): Pick<Row, Name> {
  const values: Partial<Row> = {};
  for (const name of Object.keys(shape) as Name[]) values[name] = row[name];
  return values as Pick<Row, Name>;
}
