import { Link, LinkId, LinkList, NewLink } from "../../../accounts/links/contract";
import { LINK_TEXTS, linkHandlers } from "../../../accounts/links/link-handlers";
import { reads, resource, writes } from "../../../platform/http/endpoint";
import { readSupplierOrder } from "../read-supplier-order";
import { supplierOrderName } from "../supplier-order-view";
import { SupplierOrderPath } from "./contract";

const route = resource("Supplier orders", reads("supplier_orders:read"), writes("supplier_orders:write", { idempotencyKey: "optional" }));

const links = linkHandlers("supplier_order", async (org, id) => {
  const { order } = await readSupplierOrder(org, id);
  return { subjectId: id, subjectName: supplierOrderName(order) };
});

export const supplierOrderLinkEndpoints = [
  route.get("/supplier-orders/:id/links", {
    operationId: "listSupplierOrderLinks",
    summary: "List the links of a supplier order",
    description: LINK_TEXTS.list,
    input: { param: SupplierOrderPath },
    responses: { 200: LinkList },
    handle: async ({ org, param: { id } }) => await links.list(org, id),
  }),
  route.post("/supplier-orders/:id/links", {
    operationId: "createSupplierOrderLink",
    summary: "Create a link for a supplier order",
    description: LINK_TEXTS.create,
    hasNoLocation: true,
    input: { param: SupplierOrderPath, json: NewLink },
    responses: { 201: Link },
    rebuildReply: links.rebuildCreated,
    handle: async (args) => await links.create(args, args.param.id),
  }),
  route.delete("/supplier-orders/:id/links/:order_link_id", {
    operationId: "revokeSupplierOrderLink",
    summary: "Revoke a link of a supplier order",
    description: LINK_TEXTS.revoke,
    input: { param: SupplierOrderPath.extend({ order_link_id: LinkId }) },
    responses: { 200: Link },
    rebuildReply: links.rebuildRevoked,
    handle: async ({ org, param: { id, order_link_id } }) => await links.revoke(org, id, order_link_id),
  }),
];
