import * as z from "zod";
import { requiredText } from "../../api/text";
import type { ItemPatch } from "../../domain/orders/amend-order";
import type { ItemQuery } from "../../domain/order-items/list-items";
import { CostInput } from "../cost-input";
import { fromForm } from "../form";
import { Seen } from "../seen";

/** Which item a row's form fills in, and as it was when it was shown. */
const asked = { item: z.int().min(1), ...Seen.shape };
const numbers = ["item"];

/** What an item can lack, in the order of the tabs; each is the end of its tab's address. */
export const LACKS = ["sku", "design", "cost"] as const;

export type Lack = (typeof LACKS)[number];

interface Kind {
  /** The tab, and what is filled in. */
  name: string;
  /** Which items the tab shows. */
  filter: ItemQuery;
  /** The API's name of what is filled in. */
  field: "sku" | "design_url" | "cost";
  most: number;
  inputmode?: "decimal" | "url";
  form: z.ZodType<{ item: number; seen?: number | undefined } & ItemPatch>;
}

export const KINDS: Readonly<Record<Lack, Kind>> = {
  sku: {
    name: "SKU",
    filter: { missingSku: true },
    field: "sku",
    most: 255,
    form: fromForm(z.object({ ...asked, sku: requiredText(255) }), { numbers }),
  },
  design: {
    name: "Design file",
    filter: { missingDesign: true },
    field: "design_url",
    most: 2048,
    inputmode: "url",
    form: fromForm(z.object({ ...asked, design_url: requiredText(2048) }), { numbers }),
  },
  cost: {
    name: "Cost",
    filter: { missingCost: true },
    field: "cost",
    most: 20,
    inputmode: "decimal",
    form: fromForm(z.object({ ...asked, cost: CostInput }), { numbers: [...numbers, "cost"] }),
  },
};
