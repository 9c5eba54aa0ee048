import * as z from "zod";
import { ExpectedVersion } from "../../../../console/form";
import { requiredText } from "../../../../platform/http/input/text";
import { NonNegativeAmountInput } from "../../../../platform/values/money";
import type { RefundInput, SentLine } from "../../refunds/plan-refund";
import { MAX_QUANTITY } from "../../order-limits";

/** The fields of a line, which end with the id of its item: the units that were not shipped, those that were, and the amount. */
const LINE_FIELDS = ["unshipped", "shipped", "amount"] as const;
export type LineField = (typeof LINE_FIELDS)[number];

export const lineField = (field: LineField, itemId: number): string => `${field}_${itemId}`;

export const lineFieldNames = (itemIds: readonly number[]): string[] =>
  itemIds.flatMap((id) => LINE_FIELDS.map((field) => lineField(field, id)));

/** A number as typed. An empty field is null, and any other text is left for the schema to reject. */
function typedNumber(value: unknown): unknown {
  const text = typeof value === "string" ? value.trim() : value;
  if (text === "" || text === undefined) return null;
  return typeof text === "string" && /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

const Units = z.preprocess(typedNumber, z.int().min(0).max(MAX_QUANTITY).nullable());
const Amount = z.preprocess(typedNumber, NonNegativeAmountInput.nullable());

type TypedLine = Record<LineField, number | null>;

function sentLine({ unshipped, shipped, amount }: TypedLine): SentLine {
  const isTyped = unshipped !== null || shipped !== null;
  return { quantity: isTyped ? (unshipped ?? 0) + (shipped ?? 0) : null, cancelled_quantity: isTyped ? (unshipped ?? 0) : null, amount };
}

/** The form: the fields of each line, and those of the whole refund. Its output has the refund, without the versions. */
export const RefundForm = z
  .object({
    do: z.enum(["refund", "everything"], "Choose what to refund."),
    shipping: Amount.default(null),
    other: Amount.default(null),
    tax: Amount.default(null),
    reason: z.preprocess((value) => (value === "" ? null : value), requiredText(2000).nullable().default(null)),
    ...ExpectedVersion.shape,
  })
  .catchall(z.unknown())
  .transform(({ do: action, shipping, other, tax, reason, ...fields }, ctx) => {
    const typedLines = new Map<number, TypedLine>();
    for (const [name, value] of Object.entries(fields)) {
      const [, kind, digits] = /^(unshipped|shipped|amount)_(\d{1,15})$/.exec(name) ?? [];
      const field = LINE_FIELDS.find((each) => each === kind);
      if (field === undefined) continue;
      const parsed = (field === "amount" ? Amount : Units).safeParse(value);
      for (const { message } of parsed.error?.issues ?? []) ctx.addIssue({ code: "custom", path: [name], message });
      const id = Number(digits);
      typedLines.set(id, { ...(typedLines.get(id) ?? { unshipped: null, shipped: null, amount: null }), [field]: parsed.data ?? null });
    }
    const refund: RefundInput = {
      isEverything: action === "everything",
      lines: new Map([...typedLines].map(([id, line]) => [id, sentLine(line)])),
      pathOf: (id, field) => lineField(fieldOf(field, typedLines.get(id)), id),
      shipping,
      other,
      tax,
      reason,
    };
    return { ...fields, refund };
  });

/** The field in which something of a line was typed. */
function fieldOf(field: keyof SentLine | "order_item_id", line: TypedLine | undefined): LineField {
  if (field === "amount") return "amount";
  return field === "quantity" && (line?.shipped ?? 0) > 0 ? "shipped" : "unshipped";
}
