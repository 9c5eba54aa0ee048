import * as z from "zod";
import { requiredText } from "../../../platform/http/input/text";
import type { ItemPatch } from "../../amend-order";
import type { MissingField } from "../../items/needs-attention";
import { CostInput } from "../item-form";
import { fromForm, ExpectedVersion } from "../../../console/form";

/** The item that a row's form changes, and the version that the page showed. */
const commonFields = { item: z.int().min(1), ...ExpectedVersion.shape };
const numbers = ["item"];

interface Kind {
  /** The label of the tab and of the field. */
  name: string;
  /** Describes the items that the tab shows. */
  lead: string;
  /** The API's name of the field. */
  field: "sku" | "design_url" | "cost";
  maxLength: number;
  inputmode?: "decimal" | "url";
  form: z.ZodType<{ item: number; expected_version?: number | undefined } & ItemPatch>;
}

export const KINDS: Readonly<Record<MissingField, Kind>> = {
  sku: {
    name: "SKU",
    lead: "Items that still have to be made and have no SKU. Newest orders first.",
    field: "sku",
    maxLength: 255,
    form: fromForm(z.object({ ...commonFields, sku: requiredText(255) }), { numbers }),
  },
  design: {
    name: "Design file",
    lead: "Items that still have to be made and have no design file. Stores that use no design files are left out. Newest orders first.",
    field: "design_url",
    maxLength: 2048,
    inputmode: "url",
    form: fromForm(z.object({ ...commonFields, design_url: requiredText(2048) }), { numbers }),
  },
  cost: {
    name: "Cost",
    lead: "Items without a cost, including delivered ones, because reports need the cost. Newest orders first.",
    field: "cost",
    maxLength: 20,
    inputmode: "decimal",
    form: fromForm(z.object({ ...commonFields, cost: CostInput }), { numbers: [...numbers, "cost"] }),
  },
};
