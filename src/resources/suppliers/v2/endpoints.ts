import { Link, linkEnd, LinkId, LinkList, NewLink, viewLink, viewListedLink } from "../../../accounts/links/contract";
import { createLink, linkFromMarker, listLinks, revokeLink } from "../../../accounts/links/links";
import { created, one, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { changeSupplier, createSupplier } from "../commands";
import { SUPPLIER_FILTERS } from "../filters";
import { listSuppliersAfter, readSupplier, supplierFromMarker } from "../read-supplier";
import type { SupplierPosition, SupplierRow } from "../rows.sql.ts";
import { Supplier, viewSupplier } from "../supplier-view";
import { NewSupplier, SupplierChange, SupplierListQuery, SupplierPath } from "./contract";

const createdReply = (row: SupplierRow): Reply => created(viewSupplier(row), `/suppliers/${row.id}`);

const route = resource("Suppliers", reads("suppliers:read"), writes("suppliers:write", { idempotencyKey: "optional" }));

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
      return listReply(page, viewSupplier);
    },
  }),
  route.get("/suppliers/:id", {
    operationId: "getSupplier",
    summary: "Get a supplier",
    input: { param: SupplierPath },
    responses: { 200: Supplier },
    handle: async ({ org, param }) => one(viewSupplier(await readSupplier(org, param.id))),
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
    rebuildReply: async ({ org, param }) => one(viewSupplier(await readSupplier(org, param.id))),
    handle: async ({ org, param, json }) => one(viewSupplier(await changeSupplier(org, param, json))),
  }),
  route.get("/suppliers/:id/links", {
    operationId: "listSupplierLinks",
    summary: "List the links of a supplier",
    description: "The valid ones first, then the newest of those that have ended.",
    input: { param: SupplierPath },
    responses: { 200: LinkList },
    handle: async ({ org, param: { id } }) => {
      await readSupplier(org, id);
      return one({ links: (await listLinks(org, { purpose: "supplier", subjectId: id })).map(viewListedLink) });
    },
  }),
  route.post("/suppliers/:id/links", {
    operationId: "createSupplierLink",
    summary: "Create a link for a supplier",
    description:
      "Whoever has the link sees what is to be made, accepts or rejects it and enters tracking numbers, without an account. The page shows no prices, costs, emails or phone numbers. Only this response has its address.",
    hasNoLocation: true,
    input: { param: SupplierPath, json: NewLink },
    responses: { 201: Link },
    rebuildReply: async ({ org, origin, settings: { masterSecrets } }, marker) => ({
      status: 201,
      data: viewLink(await linkFromMarker(org, marker, masterSecrets), origin),
    }),
    handle: async ({ org, param: { id }, json, origin, settings: { masterSecrets } }) => {
      const expiresAt = linkEnd(org, json.expires_at);
      const subjectName = (await readSupplier(org, id)).name;
      const link = await createLink(org, { purpose: "supplier", subjectId: id, subjectName, expiresAt, masterSecrets });
      return { status: 201, data: viewLink(link, origin) };
    },
  }),
  route.delete("/suppliers/:id/links/:link_id", {
    operationId: "revokeSupplierLink",
    summary: "Revoke a link of a supplier",
    description: "Its page does not open any more.",
    input: { param: SupplierPath.extend({ link_id: LinkId }) },
    responses: { 200: Link },
    rebuildReply: async ({ org }, marker) => one(viewListedLink((await linkFromMarker(org, marker, [])).link)),
    handle: async ({ org, param: { id, link_id } }) => {
      const subjectName = (await readSupplier(org, id)).name;
      return one(viewListedLink(await revokeLink(org, link_id, { purpose: "supplier", subjectId: id, subjectName })));
    },
  }),
];
