import * as z from "zod";
import { cursorListQuery } from "../../../platform/http/input/lists";
import { optionalText, patchBody, requiredText } from "../../../platform/http/input/text";
import { textQuery } from "../../../platform/http/input/query";
import { NonNegativeAmountInput } from "../../../platform/values/money";
import {
  MAX_BULK_ACTION_IDS,
  MAX_CARRIER_LENGTH,
  MAX_OVERRIDE_LENGTH,
  MAX_TRACKING_NUMBER_LENGTH,
  MAX_QUANTITY,
} from "../../orders/order-limits";
import { optionalTrackingNumber, trackingNumber } from "../../orders/fulfillments/v2/tracking-number";
import { ItemId } from "../../orders/items/item-id";
import { isDay } from "../../../platform/values/zone";
import { MAX_FILE_ROWS, MAX_SUPPLIER_FILE_BYTES } from "../file-rows";
import { SUPPLIER_ORDER_FILTERS } from "../filters";
import { MAX_INVOICE_NUMBER_LENGTH, MAX_REASON_LENGTH, MAX_SENT_LINES, SUPPLIER_ORDER_STATES } from "../states";
import { SupplierOrder } from "../supplier-order-view";

export const SupplierOrderPath = z.object({ id: z.string().meta({ description: "Id of a supplier order, sor_…" }) });
export const LinePath = z.object({ id: SupplierOrderPath.shape.id, order_item_id: z.string().describe("Id of the order item of a line.") });

export const NewSupplierOrders = z
  .object({
    items: z
      .array(
        z.object({
          order_item_id: ItemId,
          quantity: z.int().min(1).max(MAX_QUANTITY).optional().describe("Default: everything that no supplier order has."),
          unit_cost: NonNegativeAmountInput.nullable()
            .optional()
            .describe(
              "The agreed cost of one unit, in the currency of the order. Default: what the supplier charges for the SKU, if that is in the same currency, or else the cost of the item.",
            ),
        }),
      )
      .min(1)
      .max(MAX_SENT_LINES)
      .optional()
      .describe("The items to send, each once."),
    order_ids: z
      .array(z.int().min(1))
      .min(1)
      .max(MAX_BULK_ACTION_IDS)
      .optional()
      .describe("Instead of `items`: orders of which everything is sent that is to be sent."),
    state: z
      .enum(["draft", "sent"])
      .default("sent")
      .describe("A draft reserves the quantities, and the statuses of the items do not change."),
    override_reason: optionalText(MAX_OVERRIDE_LENGTH).describe(
      "Why items are sent although they are not ready (`not_ready`). The history of the orders keeps it. It replaces neither a supplier nor the release of a hold.",
    ),
  })
  .refine(({ items, order_ids }) => (items === undefined) !== (order_ids === undefined), {
    error: "Expected either items or order_ids.",
    params: { code: "items_or_orders" },
  })
  .refine(({ items = [] }) => new Set(items.map(({ order_item_id }) => order_item_id)).size === items.length, {
    error: "Expected each item once.",
    path: ["items"],
    params: { code: "repeated_item" },
  })
  .meta({ id: "NewSupplierOrders" });

export const CreatedSupplierOrders = z.strictObject({ supplier_orders: z.array(SupplierOrder) }).meta({ id: "CreatedSupplierOrders" });

const day = z
  .string()
  .refine(isDay, { error: "Expected a date, YYYY-MM-DD.", params: { code: "invalid_date" } })
  .meta({ override: { type: "string", format: "date" } });

export const SupplierOrderChange = patchBody(
  z.object({
    state: z.enum(SUPPLIER_ORDER_STATES).optional(),
    reason: optionalText(MAX_REASON_LENGTH).describe("Required for the states `rejected` and `cancelled`."),
    due_date: day.nullable().optional().describe("The day by which it must be shipped."),
  }),
  "SupplierOrderChange",
);

export const SupplierInvoice = patchBody(
  z.object({
    invoice_number: optionalText(MAX_INVOICE_NUMBER_LENGTH),
    lines: z
      .array(
        z.object({
          order_item_id: ItemId,
          charged_cost: NonNegativeAmountInput.nullable().describe("What one unit costs, in the currency of the line. `null`: unknown."),
        }),
      )
      .min(1)
      .max(MAX_SENT_LINES)
      .refine((lines) => new Set(lines.map(({ order_item_id }) => order_item_id)).size === lines.length, {
        error: "Expected each line once.",
        params: { code: "repeated_item" },
      })
      .optional()
      .describe("Lines that the invoice contains, each once. Other lines do not change."),
    is_paid: z.boolean().optional().describe("Whether you have paid the supplier."),
  }),
  "SupplierInvoice",
);

export const UnpaidQuery = z.object({ supplier_id: textQuery().optional().describe("Only what is owed to the supplier with this id.") });

export const UnpaidSupplierOrders = z
  .strictObject({
    data: z.array(
      z.strictObject({
        supplier_id: z.string(),
        supplier_name: z.string(),
        month: z.string().describe("When they were sent, YYYY-MM, in the time zone of the organization."),
        currency: z.string(),
        orders: z.int(),
        lines_without_cost: z.int().describe("Lines of which nothing was agreed or charged."),
        due: z.number().nullable().describe("What was charged or else agreed. null if a line has no cost."),
      }),
    ),
  })
  .meta({ id: "UnpaidSupplierOrders" });

export const SupplierFileUpload = z
  .object({
    supplier_id: z
      .string()
      .max(64)
      .optional()
      .describe("The supplier whose file it is. Not needed for a token that is limited to a supplier."),
    csv: z
      .string()
      .min(1)
      .max(MAX_SUPPLIER_FILE_BYTES)
      .describe(
        `The text of the file, of at most ${MAX_FILE_ROWS} rows, in the columns that the supplier has. The names of the fields are headings, too. A column is for the tracking number or the reason of a rejection, and one for the number of the supplier order or the id of the item.`,
      ),
  })
  .meta({ id: "SupplierFileUpload" });

export const ImportedSupplierFile = z
  .strictObject({
    rows: z.int().describe("Rows of the file, without the headings."),
    shipped: z.int().describe("Rows whose units were shipped."),
    rejected: z.int().describe("Rows whose lines were rejected."),
    unchanged: z.int().describe("Rows that say nothing, or only what was recorded already."),
    supplier_order_ids: z.array(z.string()).describe("The supplier orders that have changed."),
  })
  .meta({ id: "ImportedSupplierFile" });

export const RejectedLine = z.object({ reason: requiredText(MAX_REASON_LENGTH) }).meta({ id: "RejectedLine" });

export const ShippedLines = z
  .object({
    lines: z
      .array(
        z.object({
          order_item_id: ItemId,
          quantity: z.int().min(1).max(MAX_QUANTITY).optional().describe("Default: everything that is left."),
        }),
      )
      .min(1)
      .max(MAX_SENT_LINES)
      .optional()
      .describe("The lines that were shipped, each once. Default: everything that is left and may be shipped."),
    tracking_number: optionalTrackingNumber,
    carrier: optionalText(MAX_CARRIER_LENGTH).describe("Default: the carrier that the tracking number shows."),
  })
  .refine(({ lines = [] }) => new Set(lines.map(({ order_item_id }) => order_item_id)).size === lines.length, {
    error: "Expected each line once.",
    path: ["lines"],
    params: { code: "repeated_item" },
  })
  .meta({ id: "ShippedLines" });

export const CorrectedTracking = z
  .object({
    wrong_tracking_number: z
      .string()
      .max(MAX_TRACKING_NUMBER_LENGTH)
      .nullable()
      .describe("The number that was recorded, as the `shipments` of the lines have it. `null`: none was."),
    tracking_number: trackingNumber.describe("The number that the parcel has."),
    carrier: optionalText(MAX_CARRIER_LENGTH).describe("Default: the carrier that the number shows, unless somebody named another one."),
  })
  .meta({ id: "CorrectedTracking" });

export const SupplierOrderListQuery = cursorListQuery({
  filters: SUPPLIER_ORDER_FILTERS,
  defaultSort: { field: "id", direction: "desc" },
});
