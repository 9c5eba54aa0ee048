import * as z from "zod";
import { ok, reads, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorListQuery, cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { cursorQuery } from "../../../platform/http/input/query";
import { requiredText } from "../../../platform/http/input/text";
import { NonNegativeAmountInput, toAmount } from "../../../platform/values/money";
import { momentText } from "../../../platform/values/zone";
import { SUPPLIER_COST_FILTERS } from "../costs/filters";
import type { SupplierCostRow } from "../costs/rows.sql.ts";
import { type CostChanges, type IncomingCost, listCosts, MAX_COSTS_AT_ONCE, setCosts } from "../costs/set-costs";
import { SupplierPath } from "./contract";

const SupplierCost = z
  .strictObject({
    sku: z.string(),
    unit_cost: z.number(),
    currency: z.string().describe("The currency that the supplier had when the cost was set."),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "SupplierCost" });

const presentCost = ({ sku, unit_cost, currency, updated_at }: SupplierCostRow): z.output<typeof SupplierCost> => ({
  sku,
  unit_cost: toAmount(unit_cost),
  currency,
  updated_at: momentText(updated_at),
});

export const NewSupplierCosts = z
  .object({
    costs: z
      .array(
        z.object({
          sku: requiredText(255),
          unit_cost: NonNegativeAmountInput.nullable().describe("In the currency of the supplier. `null` deletes the cost of the SKU."),
        }) satisfies z.ZodType<IncomingCost>,
      )
      .min(1)
      .max(MAX_COSTS_AT_ONCE)
      .describe("Each SKU once, regardless of case."),
  })
  .meta({ id: "NewSupplierCosts" });

const SupplierCostChanges = z
  .strictObject({ set: z.int(), deleted: z.int(), unchanged: z.int() })
  .meta({ id: "SupplierCostChanges" }) satisfies z.ZodType<CostChanges>;

const COST_LIST = {
  filters: SUPPLIER_COST_FILTERS,
  defaultSort: { field: "sku", direction: "asc" },
  // The cursor contains a folded SKU, which may have several bytes for each character.
  cursor: cursorQuery(4096),
} as const;

const SupplierCostListQuery = cursorListQuery(COST_LIST);

/** The query of the console's list, whose cursor parameter is `after`. */
export const SupplierCostPageQuery = cursorListQuery(COST_LIST, "after");

const route = resource("Suppliers", reads("suppliers:read"), writes("suppliers:write", { idempotencyKey: "optional" }));

export const supplierCostEndpoints = [
  route.get("/suppliers/:id/costs", {
    operationId: "listSupplierCosts",
    summary: "List what a supplier charges, by SKU, by cursor",
    input: { param: SupplierPath, query: SupplierCostListQuery },
    responses: { 200: listSchema(SupplierCost) },
    handle: async ({ org, param, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listSupplierCosts", query: [param.id, filter] },
        (after: readonly [key: string] | null) =>
          listCosts(org, { supplierId: param.id, filter: readFilter(SUPPLIER_COST_FILTERS, org, filter), after: after?.[0] ?? "", limit }),
        ({ sku_key }) => [sku_key],
      );
      return listReply(page, presentCost);
    },
  }),
  route.post("/suppliers/:id/costs", {
    operationId: "setSupplierCosts",
    summary: "Set what a supplier charges for SKUs",
    description:
      "Sets the cost of one unit of each SKU, and deletes those that are `null`. The costs of other SKUs do not change. Items that are sent to the supplier have these costs, unless the request names others.",
    input: { param: SupplierPath, json: NewSupplierCosts },
    responses: { 200: SupplierCostChanges },
    rebuildReply: async (_, marker) => ok(marker),
    handle: async ({ org, param, json }) => ok(await setCosts(org, param.id, json.costs)),
  }),
];
