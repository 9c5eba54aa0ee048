import type { InputViolation } from "../../platform/api-error";
import { expectedValue } from "./stored-values";
import type { TenantColumn, TenantTable } from "../move/tenant-tables.sql.ts";

export type RowValues = Readonly<Record<string, string | number | null>>;

const MAX_VIOLATIONS = 20;

/** Characters of a text in a key. The next part of an export or a backup has the last key in its URL. */
const MAX_KEY_LENGTH = 1_000;

type ColumnViolation = Pick<InputViolation, "code" | "message">;

const invalidValue = (expected: string): ColumnViolation => ({ code: "invalid_value", message: `Expected ${expected}.` });

function violationOf(
  { name: table, key }: TenantTable,
  { name, type, isNullable, values }: TenantColumn,
  value: unknown,
): ColumnViolation | null {
  if (value === null) return isNullable ? null : { code: "required", message: `${name} must not be null.` };
  const isOfType = type === "number" ? Number.isSafeInteger(value) : typeof value === "string";
  if (!isOfType) return { code: "invalid_type", message: type === "number" ? "Expected an integer." : "Expected a text." };
  const typed = value as string | number;
  // SQLite would store another text.
  if (typeof typed === "string" && (!typed.isWellFormed() || typed.includes("\0")))
    return { code: "invalid_text", message: "Expected well-formed Unicode without U+0000." };
  if (typeof typed === "string" && typed.length > MAX_KEY_LENGTH && key.includes(name))
    return { code: "too_big", message: `Expected at most ${MAX_KEY_LENGTH} characters.` };
  if (values.length > 0) return values.some((one) => one === typed) ? null : invalidValue(`one of ${values.join(", ")}`);
  const expected = expectedValue(table, name, typed);
  return expected === null ? null : invalidValue(expected);
}

/**
 * Checks rows against the columns of a table. A column that a row lacks gets its default, so that an export can still be restored after a
 * release has added a column. The organization is the one of the restore; null: as each row says.
 */
export function checkRows(
  table: TenantTable,
  rows: readonly Readonly<Record<string, unknown>>[],
  organizationId: number | null,
): { values: RowValues[]; violations: InputViolation[] } {
  const { name, definitions } = table;
  const known = new Set(definitions.map((column) => column.name));
  const violations: InputViolation[] = [];
  const values = rows.map((row, index) => {
    const report = (column: string, violation: ColumnViolation) => {
      if (violations.length < MAX_VIOLATIONS) violations.push({ path: `rows[${index}].${column}`, ...violation });
    };
    for (const column of Object.keys(row)) {
      if (!known.has(column)) report(column, { code: "unknown_column", message: `The table ${name} has no such column.` });
    }
    const entries = definitions.map((column) => {
      if (organizationId !== null && column.name === "organization_id") return [column.name, organizationId] as const;
      const value = Object.hasOwn(row, column.name) ? row[column.name] : column.fallback;
      // Secrets are left out of the export of an owner.
      const violation = value === null && column.isSecret ? null : violationOf(table, column, value);
      if (violation !== null) report(column.name, violation);
      return [column.name, value as string | number | null] as const;
    });
    return Object.fromEntries(entries);
  });
  return { values, violations };
}
