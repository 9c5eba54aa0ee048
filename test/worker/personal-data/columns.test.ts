import { expect, it } from "vitest";
import { PERSONAL_DATA } from "../../../src/tenants/personal-data/columns.sql.ts";
import { declarationOf } from "../../../src/tenants/personal-data/personal-tables.sql.ts";
import * as tables from "../../../src/tenants/tables";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { rows } from "../../kit/client";

/** Every text column is declared as personal or not (docs/spec/personal-data.md#declaration). */

/** Tables that SQLite, D1 and the migrations create: full-text indexes have the words of declared columns, the others have no data. */
const isDerived = (table: string) => /^(sqlite_|_cf_|d1_migrations)|^(order|item|product)_(search|words)/.test(table);

it("every text column of the database is declared", async () => {
  const columns = await rows<{ table_name: string; name: string }>(
    `select m.name as table_name, c.name as name from sqlite_master m join pragma_table_info(m.name) c
     where m.type = 'table' and m.name not like '\\_cf%' escape '\\' and lower(c.type) not in ('integer', 'real')`,
  );
  // A column whose values are listed in its table holds nothing else.
  const withListedValues = new Set(
    Object.values(tables).flatMap((table) => {
      if (!((table as unknown) instanceof SQLiteTable)) return [];
      const { name, columns: all } = getTableConfig(table as SQLiteTable);
      return all.filter(({ enumValues }) => (enumValues?.length ?? 0) > 0).map((column) => `${name}.${column.name}`);
    }),
  );
  const undeclared = columns
    .filter(({ table_name, name }) => !isDerived(table_name) && !withListedValues.has(`${table_name}.${name}`))
    .filter(({ table_name, name }) => declarationOf(table_name, name) === undefined)
    .map(({ table_name, name }) => `${table_name}.${name}`);
  expect(undeclared).toEqual([]);
  expect(columns.length).toBeGreaterThan(150);
});

it("every table is declared, and nothing else", () => {
  const declared = Object.keys(PERSONAL_DATA).toSorted();
  expect(declared).toEqual(
    Object.entries(tables)
      .filter(([, table]) => (table as unknown) instanceof SQLiteTable)
      .map(([key]) => key)
      .toSorted(),
  );
});
