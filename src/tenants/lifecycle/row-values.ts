import type { InputViolation } from "../../platform/api-error";
import type { TenantColumn, TenantTable } from "../move/tenant-tables.sql.ts";

export type RowValues = Readonly<Record<string, string | number | null>>;

const MAX_VIOLATIONS = 20;

function violationOf({ name, type, isNullable, values }: TenantColumn, value: unknown): Pick<InputViolation, "code" | "message"> | null {
  if (value === null) return isNullable ? null : { code: "required", message: `${name} must not be null.` };
  if (type === "number") return Number.isSafeInteger(value) ? null : { code: "invalid_type", message: "Expected an integer." };
  if (typeof value !== "string") return { code: "invalid_type", message: "Expected a text." };
  // SQLite would store another text.
  if (!value.isWellFormed() || value.includes("\0"))
    return { code: "invalid_text", message: "Expected well-formed Unicode without U+0000." };
  if (values.length === 0 || values.includes(value)) return null;
  return { code: "invalid_value", message: `Expected one of ${values.join(", ")}.` };
}

/**
 * Checks rows against the columns of a table. A column that a row lacks gets its default, so that an export can still be restored after a
 * release has added a column. The organization is the one of the restore.
 */
export function checkRows(
  { name, definitions }: TenantTable,
  rows: readonly Readonly<Record<string, unknown>>[],
  organizationId: number,
): { values: RowValues[]; violations: InputViolation[] } {
  const known = new Set(definitions.map((column) => column.name));
  const violations: InputViolation[] = [];
  const values = rows.map((row, index) => {
    const report = (column: string, violation: Pick<InputViolation, "code" | "message">) => {
      if (violations.length < MAX_VIOLATIONS) violations.push({ path: `rows[${index}].${column}`, ...violation });
    };
    for (const column of Object.keys(row)) {
      if (!known.has(column)) report(column, { code: "unknown_column", message: `The table ${name} has no such column.` });
    }
    const entries = definitions.map((column) => {
      if (column.name === "organization_id") return [column.name, organizationId] as const;
      const value = Object.hasOwn(row, column.name) ? row[column.name] : column.fallback;
      // Secrets are left out of the export of an owner.
      const violation = value === null && column.isSecret ? null : violationOf(column, value);
      if (violation !== null) report(column.name, violation);
      return [column.name, value as string | number | null] as const;
    });
    return Object.fromEntries(entries);
  });
  return { values, violations };
}
