import * as z from "zod";
import { requiredText } from "../../platform/http/input/text";
import { IDENTIFIER_KINDS } from "./columns.sql.ts";
import type { FoundRow } from "./erased-values";
import { isSpecific } from "./identifier-pattern";

const identifier = (kind: (typeof IDENTIFIER_KINDS)[number], maxLength: number, expected: string) =>
  requiredText(maxLength)
    .refine((value) => isSpecific(kind, value), { error: expected, params: { code: `invalid_${kind}` } })
    .optional();

/** The fields that identify a person. At least one is required. */
export const IDENTIFIER_FIELDS = {
  name: identifier("name", 255, "Expected a name of at least 2 letters or digits."),
  email: identifier("email", 320, "Expected an email address."),
  phone: identifier("phone", 64, "Expected a phone number of at least 7 digits."),
  address: identifier("address", 255, "Expected a part of an address with at least 8 letters and digits."),
};

/** Whether at least one field identifies a person, and the error if none does. */
const hasIdentifier = (fields: Readonly<Record<string, unknown>>) => IDENTIFIER_KINDS.some((kind) => fields[kind] !== undefined);
const NO_IDENTIFIER = { error: "Expected at least one of name, email, phone and address.", params: { code: "no_fields" } };

export const PersonBody = z.object(IDENTIFIER_FIELDS).refine(hasIdentifier, NO_IDENTIFIER);

export const ErasureForm = z
  .object({
    ...IDENTIFIER_FIELDS,
    confirmation: z.string().refine((text) => text.trim() === "ERASE", { error: "Type ERASE.", params: { code: "not_confirmed" } }),
  })
  .refine(hasIdentifier, NO_IDENTIFIER);

export const PersonSearchBody = z.object({ ...IDENTIFIER_FIELDS, cursor: z.string().optional() }).refine(hasIdentifier, NO_IDENTIFIER);

export const PersonalRow = z.strictObject({
  table: z.string(),
  id: z.string(),
  matched: z.array(z.enum(IDENTIFIER_KINDS)).describe("Empty if the row only belongs to an order of the person."),
  data: z.record(z.string(), z.string()).describe("The values with the person's data, by column."),
});

/** A line of an export: a row, and at the end of a part the cursor of the next one. */
export const ExportLine = z.union([PersonalRow, z.strictObject({ next_cursor: z.string().nullable() })]);

export function presentRow({ table, id, matched, data }: FoundRow): z.output<typeof PersonalRow> {
  return { table, id, matched, data };
}

const days = (max: number) => z.int().min(1).max(max).nullable();

/** How long an organization keeps its data, in days. */
export const Retention = z.object({
  customer_days: days(36_500).describe("After the last change of a closed order, its customer's data is erased. null: never."),
  event_days: days(30).describe("Events and deliveries are deleted after this time. null: after 30 days, as the service does."),
});

export const RetentionResponse = Retention.strict();

export const ErasureResponse = z.strictObject({
  id: z.int(),
  status: z.enum(["running", "waiting_for_move", "done"]),
  rows: z.int().describe("How many rows were changed so far."),
  requested_by: z.string(),
  requested_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
