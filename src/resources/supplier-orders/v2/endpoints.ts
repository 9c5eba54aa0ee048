import * as z from "zod";
import { invalid, notFound, orNotFound } from "../../../platform/api-error";
import type { OrgReader } from "../../../platform/db/org-db";
import { toAmount } from "../../../platform/values/money";
import { fileReply, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { filesBucket } from "../../../platform/object-store";
import { openFile } from "../../files/open-file";
import { parseItemId } from "../../orders/items/item-id";
import { changeSupplierOrder } from "../change-state";
import { rejectLine } from "../reject-line";
import { correctTracking } from "../correct-tracking";
import { SUPPLIER_ORDER_FILTERS } from "../filters";
import { readLineDesign } from "../line-design";
import { importedFromMarker, importSupplierFile } from "../import-file";
import { listSupplierOrdersBefore, readSupplierOrder, readWithSupplier } from "../read-supplier-order";
import { recordInvoice } from "../record-invoice";
import { sendItems, supplierOrdersFromMarker, type WholeSupplierOrder } from "../send-items";
import { shipLines } from "../ship-lines";
import { SUPPLIER_FILE_TYPE, supplierFile, supplierFileName } from "../supplier-file";
import { SupplierOrder, presentSupplierOrder } from "../supplier-order-view";
import { readUnpaid, tooManyUnpaid } from "../unpaid";
import {
  CorrectedTracking,
  CreatedSupplierOrders,
  ImportedSupplierFile,
  LinePath,
  NewSupplierOrders,
  RejectedLine,
  ShippedLines,
  SupplierFileUpload,
  SupplierOrderChange,
  SupplierOrderListQuery,
  SupplierInvoice,
  SupplierOrderPath,
  UnpaidQuery,
  UnpaidSupplierOrders,
} from "./contract";
import { type Requester, viewerOf } from "./viewer-of";

const createdReply = (orders: readonly WholeSupplierOrder[]): Reply => ({
  status: 201,
  data: { supplier_orders: orders.map((whole) => presentSupplierOrder(whole, null)) },
});

/** A supplier order as whoever makes the request sees it. */
const replyFor = (principal: Requester, whole: WholeSupplierOrder): Reply => ok(presentSupplierOrder(whole, viewerOf(principal)));

const readReply = async ({ org, param, principal }: { org: OrgReader; param: { id: string }; principal: Requester }): Promise<Reply> =>
  replyFor(principal, await readSupplierOrder(org, param.id, viewerOf(principal)));

function requestedLine({ order_item_id, quantity }: { order_item_id: string; quantity?: number | undefined }) {
  const id = parseItemId(order_item_id);
  if (id === null) throw notFound("lines", "No such line in this supplier order.");
  return { order_item_id: id, quantity };
}

const route = resource("Supplier orders", reads("supplier_orders:read"), writes("supplier_orders:write", { idempotencyKey: "optional" }));

export const supplierOrderEndpoints = [
  route.get("/supplier-orders", {
    operationId: "listSupplierOrders",
    summary: "List supplier orders, newest first, by cursor",
    input: { query: SupplierOrderListQuery },
    responses: { 200: listSchema(SupplierOrder) },
    isOpenToSuppliers: true,
    handle: async ({ org, principal, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const viewer = viewerOf(principal);
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listSupplierOrders", query: filter },
        (after: readonly [id: string] | null) =>
          listSupplierOrdersBefore(org, readFilter(SUPPLIER_ORDER_FILTERS, org, filter), { before: after?.[0] ?? null, limit, viewer }),
        ({ order }) => [order.id],
      );
      return listReply(page, (whole) => presentSupplierOrder(whole, viewer));
    },
  }),
  // Before "/supplier-orders/:id", which would match it.
  route.get("/supplier-orders/unpaid", {
    operationId: "getUnpaidSupplierOrders",
    summary: "Get what is owed to suppliers, by month",
    description:
      "What is owed for supplier orders that were sent, by month, supplier and currency. More than 20,000 unpaid lines get 400 `too_many_unpaid`.",
    input: { query: UnpaidQuery },
    responses: { 200: UnpaidSupplierOrders },
    handle: async ({ org, query }) => {
      const unpaid = await readUnpaid(org, query.supplier_id ?? null);
      if (unpaid === null) throw tooManyUnpaid();
      return ok({ data: unpaid.map(({ due, ...group }) => ({ ...group, due: due === null ? null : toAmount(Number(due)) })) });
    },
  }),
  route.get("/supplier-orders/:id", {
    operationId: "getSupplierOrder",
    summary: "Get a supplier order",
    input: { param: SupplierOrderPath },
    responses: { 200: SupplierOrder },
    isOpenToSuppliers: true,
    handle: readReply,
  }),
  route.get("/supplier-orders/:id/file", {
    operationId: "getSupplierOrderFile",
    summary: "Download a supplier order as CSV",
    description: "Its open lines, in the columns that its supplier has.",
    input: { param: SupplierOrderPath },
    responses: { 200: z.string() },
    mediaType: SUPPLIER_FILE_TYPE,
    isOpenToSuppliers: true,
    handle: async ({ org, param, principal }) => {
      const whole = await readWithSupplier(org, param.id, viewerOf(principal));
      const response = new Response(supplierFile(whole, whole.supplier), { headers: { "Content-Type": SUPPLIER_FILE_TYPE } });
      const headers = { "Content-Disposition": `attachment; filename="${supplierFileName(whole)}"` };
      return fileReply(response, headers);
    },
  }),
  route.post("/supplier-orders", {
    operationId: "sendToSuppliers",
    summary: "Send items to their suppliers",
    description:
      "Groups the items by the suppliers to which their `assigned_supplier` refers, and creates one supplier order for each, with a snapshot of what is to be made: all of them or none. An item that is not ready gets 409 `not_ready` with its blockers.",
    hasNoLocation: true,
    input: { json: NewSupplierOrders },
    responses: { 201: CreatedSupplierOrders },
    rebuildReply: async ({ org }, marker) => createdReply(await supplierOrdersFromMarker(org, marker)),
    handle: async ({ org, json }) => createdReply(await sendItems(org, json)),
  }),
  route.post("/supplier-orders/import", {
    operationId: "importSupplierFile",
    summary: "Import the file of a supplier, with tracking numbers and rejections",
    description:
      "The CSV that `getSupplierOrderFile` returns, as the supplier has filled it in. A row with a tracking number ships its `quantity`, or else everything that is left of the line. A row with a `reject_reason` rejects the line. Any other row says nothing. All rows are recorded in one transaction, or none if one is wrong: then `details` has the `row`, the `column` and what was expected of each. The same file a second time changes nothing.",
    hasNoLocation: true,
    input: { json: SupplierFileUpload },
    responses: { 200: ImportedSupplierFile },
    isOpenToSuppliers: true,
    rebuildReply: async (_args, marker) => await Promise.resolve(ok(importedFromMarker(marker))),
    handle: async ({ org, json, principal }) => {
      const supplierId = json.supplier_id ?? viewerOf(principal);
      if (supplierId === null) throw invalid("supplier_id", "supplier_required", "Expected the id of a supplier.");
      if (viewerOf(principal) !== null && supplierId !== viewerOf(principal)) throw notFound();
      return ok(await importSupplierFile(org, { supplierId, ordersOf: { supplierId }, bytes: new TextEncoder().encode(json.csv) }));
    },
  }),
  route.patch("/supplier-orders/:id", {
    operationId: "updateSupplierOrder",
    summary: "Change the state or the due date of a supplier order",
    description:
      "The items become Sent to Supplier and In Production with it, and their orders In Production. `rejected` and `cancelled` free the quantities, which can be sent again. Any other change gets 409 `invalid_transition`, which lists the allowed states.",
    errors: ["invalid_transition"],
    input: { param: SupplierOrderPath, json: SupplierOrderChange },
    responses: { 200: SupplierOrder },
    isOpenToSuppliers: true,
    rebuildReply: readReply,
    handle: async ({ org, param, json, principal }) =>
      replyFor(principal, await changeSupplierOrder(org, param.id, { ...json, viewer: viewerOf(principal) })),
  }),
  route.patch("/supplier-orders/:id/invoice", {
    operationId: "recordSupplierInvoice",
    summary: "Record what a supplier has charged, and whether it is paid",
    description:
      "What is charged for a line replaces what was agreed in the costs of the order. A draft, and a line that was rejected or cancelled, get 409 `not_charged`.",
    input: { param: SupplierOrderPath, json: SupplierInvoice },
    responses: { 200: SupplierOrder },
    rebuildReply: readReply,
    handle: async ({ org, param, json, principal }) => replyFor(principal, await recordInvoice(org, param.id, json)),
  }),
  route.post("/supplier-orders/:id/lines/:order_item_id/reject", {
    operationId: "rejectSupplierOrderLine",
    summary: "Reject a line of a supplier order",
    description: "What is left of it can be sent again, and what is shipped stays. The order ends with its last line.",
    input: { param: LinePath, json: RejectedLine },
    responses: { 200: SupplierOrder },
    isOpenToSuppliers: true,
    rebuildReply: readReply,
    handle: async ({ org, param, json, principal }) => {
      const itemId = parseItemId(param.order_item_id);
      if (itemId === null) throw notFound();
      return replyFor(principal, await rejectLine(org, param.id, { itemId, reason: json.reason, viewer: viewerOf(principal) }));
    },
  }),
  route.post("/supplier-orders/:id/ship", {
    operationId: "shipSupplierOrder",
    summary: "Ship lines of a supplier order",
    description:
      "Records that the supplier has shipped lines. If it ships to buyers, a fulfillment is created for each of their orders, with the tracking number. It becomes `shipped` when nothing of it is left. Items on hold get 409 `not_shippable`, and items with one of the `ship_blockers` of their store 409 `not_ready`.",
    errors: ["invalid_transition"],
    hasNoLocation: true,
    input: { param: SupplierOrderPath, json: ShippedLines },
    responses: { 201: SupplierOrder },
    isOpenToSuppliers: true,
    rebuildReply: async (args) => ({ ...(await readReply(args)), status: 201 }),
    handle: async ({ org, param: { id }, json: { lines, tracking_number = null, carrier }, principal }) => {
      const shipment = { supplier_order_id: id, lines: lines?.map(requestedLine), tracking_number, carrier };
      const [shipped] = await shipLines(org, [shipment], viewerOf(principal));
      return { ...replyFor(principal, orNotFound(shipped)), status: 201 };
    },
  }),
  route.post("/supplier-orders/:id/correct-tracking", {
    operationId: "correctSupplierOrderTracking",
    summary: "Correct the tracking number of a parcel of a supplier order",
    description:
      "Replaces a tracking number that was recorded wrongly in all lines of the supplier order, and in the fulfillments of the buyers' orders that have become of it. A fulfillment whose number was changed since stays as it is. A number that no line has gets 404.",
    hasNoLocation: true,
    input: { param: SupplierOrderPath, json: CorrectedTracking },
    responses: { 200: SupplierOrder },
    isOpenToSuppliers: true,
    rebuildReply: readReply,
    handle: async ({ org, param: { id }, json: { wrong_tracking_number: wrongNumber, ...tracking }, principal }) =>
      replyFor(principal, await correctTracking(org, id, { wrongNumber, ...tracking, viewer: viewerOf(principal) })),
  }),
  route.get("/supplier-orders/:id/lines/:order_item_id/design", {
    operationId: "getSupplierOrderLineDesign",
    summary: "Download the design of a line of a supplier order",
    description:
      "The file that the `design_url` of the line leads to, if it was uploaded here, as long as the line is to be made. Supports a Range of bytes. A design elsewhere, and a line that is not to be made, get 404.",
    input: { param: LinePath },
    responses: { 200: z.string() },
    mediaType: "application/octet-stream",
    hasRanges: true,
    errors: ["conflict"],
    isOpenToSuppliers: true,
    handle: async ({ org, env, origin, param, principal, range }) => {
      const viewer = viewerOf(principal);
      const of = viewer === null ? { supplierOrderId: param.id } : { supplierId: viewer };
      const file = await readLineDesign(org, of, { id: param.id, itemId: param.order_item_id, origin });
      return { status: 200, data: null, file: await openFile(filesBucket(env), file, range) };
    },
  }),
];
