import { describe, expect, it } from "vitest";
import { checkRows } from "../../../src/tenants/lifecycle/row-values";
import { findExportedTable } from "../../../src/tenants/lifecycle/exported-tables";
import type { TenantColumn, TenantTable } from "../../../src/tenants/move/tenant-tables.sql.ts";

const column = (name: string, of: Partial<TenantColumn>): TenantColumn => ({
  name,
  type: "number",
  isNullable: false,
  fallback: null,
  values: [],
  isSecret: false,
  ...of,
});

const ID = column("id", {});
const ORGANIZATION = column("organization_id", {});

const table = (...columns: TenantColumn[]): TenantTable => {
  const definitions = [ID, ORGANIZATION, ...columns];
  const names = definitions.map(({ name }) => name);
  return { name: "gifts", columns: names, definitions, key: ["id"], hasKeyIndex: true, parent: null, numberedBy: null };
};

describe("a value that no export has", () => {
  // JSON of another form than the service writes, and moments before 1970 or after the year 9999 (stored-values.ts).
  it.each([
    ["orders", "tags", "<b>", "a value as exports have it"],
    ["orders", "tags", "[1]", "a value as exports have it"],
    ["orders", "metadata", '["key"]', "a value as exports have it"],
    ["stores", "send_blockers", "null", "a value as exports have it"],
    ["events", "body", "[", "a value as exports have it"],
    ["refunds", "items", "[{}]", "a value as exports have it"],
    ["connections", "platform", "other", "a value as exports have it"],
    ["orders", "currency", "usd", "a currency"],
    ["tickets", "due_date", "tomorrow", "a date"],
    ["order_history", "at", 9e15, "a moment"],
    ["orders", "date", -1, "a moment"],
  ])("is rejected: %s.%s with %s", (name, of, value, expected) => {
    const exported = findExportedTable(name)?.table;
    if (exported === undefined) throw new Error(`There is no table ${name}.`);
    const { violations } = checkRows(exported, [{ [of]: value }], 7);
    expect(violations.filter(({ path }) => path === `rows[0].${of}`)).toEqual([
      { path: `rows[0].${of}`, code: "invalid_value", message: `Expected ${expected}.` },
    ]);
  });
});

it("a key is rejected if it is longer than a URL can have, in which the next part of an export has it", () => {
  const suppliers = findExportedTable("suppliers")?.table;
  if (suppliers === undefined) throw new Error("There is no table suppliers.");
  const violationsOf = (id: string) => checkRows(suppliers, [{ id }], 7).violations.filter(({ path }) => path === "rows[0].id");
  expect(violationsOf("s".repeat(1000))).toEqual([]);
  expect(violationsOf("s".repeat(1001))).toEqual([{ path: "rows[0].id", code: "too_big", message: "Expected at most 1000 characters." }]);
});

it.each(["5", "null", '"text"', "[1]", "{}"])("any JSON is accepted as the body of a shop's delivery: %s", (body) => {
  const inbox = findExportedTable("connection_inbox")?.table;
  if (inbox === undefined) throw new Error("There is no table connection_inbox.");
  expect(checkRows(inbox, [{ body }], 7).violations.filter(({ path }) => path === "rows[0].body")).toEqual([]);
});

/** Rows of an export from before a release that has added a column to the table. */
describe("a row without a column that a release has added", () => {
  const row = { id: 1, organization_id: 5 };

  it("gets the default of the column", () => {
    const wrapping = column("wrapping", { type: "text", fallback: "none", values: ["none", "paper"] });
    expect(checkRows(table(wrapping), [row, { ...row, wrapping: "paper" }], 7)).toEqual({
      values: [
        { id: 1, organization_id: 7, wrapping: "none" },
        { id: 1, organization_id: 7, wrapping: "paper" },
      ],
      violations: [],
    });
  });

  it("gets null if the column has no default", () => {
    const note = column("note", { type: "text", isNullable: true });
    expect(checkRows(table(note), [row], 7)).toEqual({ values: [{ id: 1, organization_id: 7, note: null }], violations: [] });
  });

  it("is rejected if the column is NOT NULL without a default, which a migration that only adds cannot create", () => {
    const { violations } = checkRows(table(column("weight", {})), [row], 7);
    expect(violations).toEqual([{ path: "rows[0].weight", code: "required", message: "weight must not be null." }]);
  });
});
