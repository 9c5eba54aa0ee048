import * as z from "zod";
import { notFound } from "../../../platform/api-error";
import { one, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { parseItemId } from "../../orders/items/item-id";
import { changeSupplierOrder, rejectLine } from "../change-state";
import { SUPPLIER_ORDER_FILTERS } from "../filters";
import { listSupplierOrdersBefore, readSupplierOrder, readWithSupplier } from "../read-supplier-order";
import { sendItems, supplierOrdersFromMarker, type WholeSupplierOrder } from "../send-items";
import { SUPPLIER_FILE_TYPE, supplierFile, supplierFileName } from "../supplier-file";
import { SupplierOrder, viewSupplierOrder } from "../supplier-order-view";
import {
  CreatedSupplierOrders,
  LinePath,
  NewSupplierOrders,
  RejectedLine,
  SupplierOrderChange,
  SupplierOrderListQuery,
  SupplierOrderPath,
} from "./contract";

const createdReply = (orders: readonly WholeSupplierOrder[]): Reply => ({
  status: 201,
  data: { supplier_orders: orders.map(viewSupplierOrder) },
});

const route = resource("Supplier orders", reads("supplier_orders:read"), writes("supplier_orders:write", { idempotencyKey: "optional" }));

export const supplierOrderEndpoints = [
  route.get("/supplier-orders", {
    operationId: "listSupplierOrders",
    summary: "List supplier orders, newest first, by cursor",
    input: { query: SupplierOrderListQuery },
    responses: { 200: listSchema(SupplierOrder) },
    handle: async ({ org, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listSupplierOrders", query: filter },
        (after: readonly [id: string] | null) =>
          listSupplierOrdersBefore(org, readFilter(SUPPLIER_ORDER_FILTERS, org, filter), { before: after?.[0] ?? null, limit }),
        ({ order }) => [order.id],
      );
      return listReply(page, viewSupplierOrder);
    },
  }),
  route.get("/supplier-orders/:id", {
    operationId: "getSupplierOrder",
    summary: "Get a supplier order",
    input: { param: SupplierOrderPath },
    responses: { 200: SupplierOrder },
    handle: async ({ org, param }) => one(viewSupplierOrder(await readSupplierOrder(org, param.id))),
  }),
  route.get("/supplier-orders/:id/file", {
    operationId: "getSupplierOrderFile",
    summary: "Download a supplier order as CSV",
    description: "Its open lines, in the columns that its supplier has.",
    input: { param: SupplierOrderPath },
    responses: { 200: z.string() },
    mediaType: SUPPLIER_FILE_TYPE,
    handle: async ({ org, param }) => {
      const whole = await readWithSupplier(org, param.id);
      const response = new Response(supplierFile(whole, whole.supplier), { headers: { "Content-Type": SUPPLIER_FILE_TYPE } });
      const headers = { "Content-Disposition": `attachment; filename="${supplierFileName(whole)}"` };
      return { status: 200, data: null, file: { response, headers } };
    },
  }),
  route.post("/supplier-orders", {
    operationId: "sendToSuppliers",
    summary: "Send items to their suppliers",
    description:
      "Groups the items by the suppliers to which their `assigned_supplier` refers, and creates one supplier order for each, with a snapshot of what is to be made. All of them are created, or none. An item that is not ready gets 409 `not_ready` with its blockers.",
    hasNoLocation: true,
    input: { json: NewSupplierOrders },
    responses: { 201: CreatedSupplierOrders },
    rebuildReply: async ({ org }, marker) => createdReply(await supplierOrdersFromMarker(org, marker)),
    handle: async ({ org, json }) => createdReply(await sendItems(org, json)),
  }),
  route.patch("/supplier-orders/:id", {
    operationId: "updateSupplierOrder",
    summary: "Change the state or the due date of a supplier order",
    description:
      "The items become Sent to Supplier and In Production with it, and their orders In Production. The states `rejected` and `cancelled` free the quantities, so that they can be sent again. Any other change gets 409 `invalid_transition`, which lists the allowed states.",
    errors: ["invalid_transition"],
    input: { param: SupplierOrderPath, json: SupplierOrderChange },
    responses: { 200: SupplierOrder },
    rebuildReply: async ({ org, param }) => one(viewSupplierOrder(await readSupplierOrder(org, param.id))),
    handle: async ({ org, param, json }) => one(viewSupplierOrder(await changeSupplierOrder(org, param.id, json))),
  }),
  route.post("/supplier-orders/:id/lines/:itemId/reject", {
    operationId: "rejectSupplierOrderLine",
    summary: "Reject a line of a supplier order",
    description: "Its quantity can be sent again, to the same or another supplier. With its last open line, the order is rejected.",
    input: { param: LinePath, json: RejectedLine },
    responses: { 200: SupplierOrder },
    rebuildReply: async ({ org, param }) => one(viewSupplierOrder(await readSupplierOrder(org, param.id))),
    handle: async ({ org, param, json }) => {
      const itemId = parseItemId(param.itemId);
      if (itemId === null) throw notFound();
      return one(viewSupplierOrder(await rejectLine(org, param.id, { itemId, reason: json.reason })));
    },
  }),
];
