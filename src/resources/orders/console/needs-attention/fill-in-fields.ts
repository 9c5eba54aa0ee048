import * as z from "zod";
import { fromForm } from "../../../../console/form";
import type { FormState } from "../../../../console/page";
import { requiredText } from "../../../../platform/http/input/text";
import { MAX_URL_LENGTH } from "../../../../platform/values/text-limits";
import type { FilledField } from "../../items/fill-items";
import { MAX_NAME_LENGTH } from "../../order-limits";
import type { MissingField } from "../../items/needs-attention";
import { CostInput } from "../item-form";

/** How many items a page lists. All of them can be filled in at once. */
export const PAGE_SIZE = 50;

export const fillField = (itemId: number): string => `fill_${itemId}`;

/** The button that says that an item is no goods, so that it needs nothing. Its value is the id of the item. */
export const NOT_GOODS_FIELD = "not_goods";

function filledRows(fields: FormState["values"]): { id: number; value: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const id = /^fill_(\d{1,15})$/.exec(name)?.[1];
    return id === undefined || typeof value !== "string" || value.trim() === "" ? [] : [{ id: Number(id), value }];
  });
}

/** The form of a page. `patchOf` converts the value of a row to the patch of its item. `numbers`: ["value"] if the value is a number. */
function fillForm<Value>(value: z.ZodType<Value>, patchOf: (value: Value) => FilledField["patch"], numbers: readonly string[] = []) {
  const row = fromForm(z.object({ id: z.int().min(1), value }), { numbers }).transform(({ id, value: filled }): FilledField => ({
    id,
    path: fillField(id),
    patch: patchOf(filled),
  }));
  return z.preprocess(
    (fields) => {
      const { [NOT_GOODS_FIELD]: notGoods, ...rest } = fields as FormState["values"];
      return { rows: filledRows(rest), not_goods: notGoods };
    },
    z.object({ rows: z.array(row).max(PAGE_SIZE), not_goods: z.coerce.number().int().min(1).optional() }),
  );
}

export type FillForm = ReturnType<typeof fillForm>;

export const FILL_FORMS: Readonly<Record<MissingField, FillForm>> = {
  sku: fillForm(requiredText(MAX_NAME_LENGTH), (sku) => ({ sku })),
  design: fillForm(requiredText(MAX_URL_LENGTH), (design_url) => ({ design_url })),
  cost: fillForm<number>(CostInput, (cost) => ({ cost }), ["value"]),
};

/** Renames the paths of violations from `rows[0].value` to the names of the fields. */
export function withFieldNames({ values, violations }: FormState): FormState {
  const rows = filledRows(values);
  return {
    values,
    violations: violations.map((violation) => {
      const row = rows[Number(/^rows\[(\d+)\]/.exec(violation.path ?? "")?.[1] ?? NaN)];
      return row === undefined ? violation : { ...violation, path: fillField(row.id) };
    }),
  };
}
