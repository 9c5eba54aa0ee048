/** The name of a database's binding: `DB`, `DB_1`, `DB_2` … */
export function bindingOf(database: number): string {
  return database === 0 ? "DB" : `DB_${database}`;
}
