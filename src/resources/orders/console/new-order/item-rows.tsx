import type { FormState } from "../../../../console/page";
import { Folded } from "../../../../console/parts/folded";
import { TextArea, TextField } from "../../../../console/parts/form";
import { MAX_URL_LENGTH } from "../../../../platform/values/text-limits";

/** The items that the form has room for. An order with more is imported or sent by the API. */
const MAX_ROWS = 20;

const ITEM_FIELDS = ["name", "sku", "quantity", "price", "design_url", "assigned_supplier", "personalization"] as const;
/** Folded, because most items need none of them, or a product of the SKU supplies them. */
const RARE_FIELDS = ["personalization", "assigned_supplier", "design_url"] as const;
const NUMBERS: ReadonlySet<string> = new Set(["quantity", "price"]);

const fieldName = (row: number, field: string): string => `item_${row}_${field}`;

export const ITEM_FIELD_NAMES = rowNumbers(1, MAX_ROWS).flatMap((row) => ITEM_FIELDS.map((field) => fieldName(row, field)));

function rowNumbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The numbers of the rows that are not empty. Without any, the first one, so that it is reported as incomplete. */
function filledRows(fields: Readonly<Record<string, unknown>>): number[] {
  const isFilled = (row: number) => ITEM_FIELDS.some((field) => textOf(fields[fieldName(row, field)]) !== "");
  const filled = rowNumbers(1, MAX_ROWS).filter(isFilled);
  return filled.length === 0 ? [1] : filled;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Converts `item_1_name=Mug` to the name of the first item. Empty inputs are left out, and an invalid number stays a text. */
export function parseItems(fields: unknown): unknown {
  const form = fields as Record<string, unknown>;
  const items = filledRows(form).map((row) =>
    Object.fromEntries(
      ITEM_FIELDS.flatMap((field) => {
        const text = textOf(form[fieldName(row, field)]);
        return text === "" ? [] : [[field, NUMBERS.has(field) && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text] as const];
      }),
    ),
  );
  return { ...form, items };
}

/** Renames the paths of violations from `items[0].name` to the names of the inputs. */
export function withInputNames({ values, violations }: FormState): FormState {
  const rows = filledRows(values);
  return {
    values,
    violations: violations.map((violation) => {
      const [, index, field] = /^items\[(\d+)\]\.(\w+)/.exec(violation.path ?? "") ?? [];
      const row = rows[Number(index)];
      return row === undefined || field === undefined ? violation : { ...violation, path: fieldName(row, field) };
    }),
  };
}

function ItemRow({ row }: { row: number }) {
  const input = (field: (typeof ITEM_FIELDS)[number] | "") => fieldName(row, field);
  return (
    <fieldset aria-label={`Item ${row}`}>
      <div class="pair">
        <TextField
          name={input("name")}
          label="Name"
          hint="Type to find a product."
          maxLength={255}
          required={row === 1}
          pick="products"
          pickPrefix={input("")}
        />
        <TextField name={input("sku")} label="SKU" maxLength={255} />
        <TextField name={input("price")} label="Price" hint="Of one unit." inputmode="decimal" required={row === 1} />
        <TextField name={input("quantity")} label="Quantity" hint="1 if empty." inputmode="numeric" maxLength={7} />
      </div>
      <Folded label="Personalization, supplier and design" names={RARE_FIELDS.map(input)}>
        <TextArea name={input("personalization")} label="Personalization" maxLength={5000} rows={2} />
        <TextField name={input("assigned_supplier")} label="Supplier" maxLength={255} />
        <TextField name={input("design_url")} label="Design file" maxLength={MAX_URL_LENGTH} placeholder="https://" />
      </Folded>
    </fieldset>
  );
}

/** The inputs for the items of a new order. The first item is open, and each one opens the next. */
export function ItemRows({ values }: { values: FormState["values"] }) {
  const lastFilled = Math.max(...filledRows(values));
  return (
    <>
      <h2>Item</h2>
      <ItemRow row={1} />
      <OtherItems from={2} lastFilled={lastFilled} />
    </>
  );
}

/** The items from one on, collapsed unless one of them is filled. */
function OtherItems({ from, lastFilled }: { from: number; lastFilled: number }) {
  if (from > MAX_ROWS) return null;
  return (
    <details class="another" open={from <= lastFilled}>
      <summary>
        <span class="add">Add another item</span>
        <span class="name-of">{`Item ${from}`}</span>
      </summary>
      <ItemRow row={from} />
      <OtherItems from={from + 1} lastFilled={lastFilled} />
    </details>
  );
}
