import { Link, LinkId, LinkList, NewLink } from "../../../accounts/links/contract";
import { LINK_TEXTS, linkHandlers } from "../../../accounts/links/link-handlers";
import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { changeSupplier, createSupplier } from "../commands";
import { SUPPLIER_FILTERS } from "../filters";
import { listSuppliersAfter, readSupplier, supplierFromMarker } from "../read-supplier";
import type { SupplierPosition, SupplierRow } from "../rows.sql.ts";
import { Supplier, presentSupplier } from "../supplier-view";
import { NewSupplier, SupplierChange, SupplierListQuery, SupplierPath } from "./contract";

const createdReply = (row: SupplierRow): Reply => created(presentSupplier(row), `/suppliers/${row.id}`);

const route = resource("Suppliers", reads("suppliers:read"), writes("suppliers:write", { idempotencyKey: "optional" }));

const links = linkHandlers("supplier", async (org, id) => ({ subjectId: id, subjectName: (await readSupplier(org, id)).name }));

export const supplierEndpoints = [
  route.get("/suppliers", {
    operationId: "listSuppliers",
    summary: "List suppliers by name, by cursor",
    input: { query: SupplierListQuery },
    responses: { 200: listSchema(Supplier) },
    handle: async ({ org, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listSuppliers", query: filter },
        (after: SupplierPosition | null) => listSuppliersAfter(org, readFilter(SUPPLIER_FILTERS, org, filter), { after, limit }),
        ({ name_sort_key, name, id }) => [name_sort_key ?? name, id],
      );
      return listReply(page, presentSupplier);
    },
  }),
  route.get("/suppliers/:id", {
    operationId: "getSupplier",
    summary: "Get a supplier",
    input: { param: SupplierPath },
    responses: { 200: Supplier },
    handle: async ({ org, param }) => ok(presentSupplier(await readSupplier(org, param.id))),
  }),
  route.post("/suppliers", {
    operationId: "createSupplier",
    summary: "Create a supplier",
    description: "Items whose `assigned_supplier` or `sub_supplier` is its name, its code or its id belong to it at once.",
    input: { json: NewSupplier },
    responses: { 201: Supplier },
    rebuildReply: async ({ org }, marker) => createdReply(await supplierFromMarker(org, marker)),
    handle: async ({ org, json }) => createdReply(await createSupplier(org, json)),
  }),
  route.patch("/suppliers/:id", {
    operationId: "updateSupplier",
    summary: "Update a supplier",
    description: "Omitted fields do not change, and `null` clears a field. Texts of items do not change with the name or the code.",
    input: { param: SupplierPath, json: SupplierChange },
    responses: { 200: Supplier },
    rebuildReply: async ({ org, param }) => ok(presentSupplier(await readSupplier(org, param.id))),
    handle: async ({ org, param, json }) => ok(presentSupplier(await changeSupplier(org, param, json))),
  }),
  route.get("/suppliers/:id/links", {
    operationId: "listSupplierLinks",
    summary: "List the links of a supplier",
    description: LINK_TEXTS.list,
    input: { param: SupplierPath },
    responses: { 200: LinkList },
    handle: async ({ org, param: { id } }) => await links.list(org, id),
  }),
  route.post("/suppliers/:id/links", {
    operationId: "createSupplierLink",
    summary: "Create a link for a supplier",
    description: LINK_TEXTS.create,
    hasNoLocation: true,
    input: { param: SupplierPath, json: NewLink },
    responses: { 201: Link },
    rebuildReply: links.rebuildCreated,
    handle: async (args) => await links.create(args, args.param.id),
  }),
  route.delete("/suppliers/:id/links/:link_id", {
    operationId: "revokeSupplierLink",
    summary: "Revoke a link of a supplier",
    description: LINK_TEXTS.revoke,
    input: { param: SupplierPath.extend({ link_id: LinkId }) },
    responses: { 200: Link },
    rebuildReply: links.rebuildRevoked,
    handle: async ({ org, param: { id, link_id } }) => await links.revoke(org, id, link_id),
  }),
];
