import { toolArguments } from "../../platform/http/input/filters";
import type { ToolDescription } from "../../platform/http/tool-description";
import { PAGE_SIZE } from "../orders/mcp";
import { SUPPLIER_COST_FILTERS } from "./costs/filters";
import { SUPPLIER_FILTERS } from "./filters";

/** The suppliers that items are made by. */
export const supplierTools: readonly ToolDescription[] = [
  {
    name: "list_suppliers",
    title: "List suppliers",
    operation: "listSuppliers",
    description:
      "List the organization's suppliers by name, with their lead times. find_orders and items accept a supplier's id, code or name. Paging works as in find_orders.",
    arguments: {
      ...toolArguments(SUPPLIER_FILTERS),
      limit: { about: "Suppliers on a page.", default: PAGE_SIZE },
      cursor: "`next_cursor` of the previous page.",
    },
    onRequest: true,
  },
  {
    name: "list_supplier_costs",
    title: "List a supplier's costs",
    operation: "listSupplierCosts",
    description: "List what a supplier charges for a unit, by SKU. Paging works as in find_orders.",
    path: { supplier_id: { parameter: "id", about: "The `id` of a supplier." } },
    arguments: {
      ...toolArguments(SUPPLIER_COST_FILTERS),
      limit: { about: "Costs on a page.", default: PAGE_SIZE },
      cursor: "`next_cursor` of the previous page.",
    },
    onRequest: true,
  },
];
