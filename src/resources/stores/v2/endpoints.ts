import { STORE_FILTERS } from "../filters";
import type { StorePosition, StoreRow } from "../list.sql.ts";
import { changeStore, createStore } from "../commands";
import { readStore, storeFromMarker, listStoresAfter } from "../read-store";
import { Store, presentStore } from "../store-view";
import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listSchema, listReply } from "../../../platform/http/input/lists";
import { NewStore, StoreChange, StoreListQuery, StorePath } from "./contract";

const createdReply = (row: StoreRow): Reply => created(presentStore(row), `/stores/${row.id}`);

const route = resource("Stores", reads("stores:read"), writes("stores:write", { idempotencyKey: "optional" }));

export const storeEndpoints = [
  route.get("/stores", {
    operationId: "listStoresV2",
    summary: "List stores by name, by cursor",
    input: { query: StoreListQuery },
    responses: { 200: listSchema(Store) },
    handle: async ({ org, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        // "by sort key" invalidates earlier cursors. They contain only a name, which no longer identifies a position.
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listStoresV2 by sort key", query: filter },
        (after: StorePosition | null) => listStoresAfter(org, readFilter(STORE_FILTERS, org, filter), { after, limit }),
        ({ name_sort_key, name, id }) => [name_sort_key ?? name, id],
      );
      return listReply(page, presentStore);
    },
  }),
  route.get("/stores/:id", {
    operationId: "getStoreV2",
    summary: "Get a store",
    input: { param: StorePath },
    responses: { 200: Store },
    handle: async ({ org, param }) => ok(presentStore(await readStore(org, param.id))),
  }),
  route.post("/stores", {
    operationId: "createStore",
    summary: "Create a store",
    input: { json: NewStore },
    responses: { 201: Store },
    rebuildReply: async ({ org }, marker) => createdReply(await storeFromMarker(org, marker)),
    handle: async ({ org, json }) => createdReply(await createStore(org, json)),
  }),
  route.patch("/stores/:id", {
    operationId: "updateStore",
    summary: "Update a store",
    description: "Omitted fields do not change, and `null` clears a field.",
    input: { param: StorePath, json: StoreChange },
    responses: { 200: Store },
    rebuildReply: async ({ org, param }) => ok(presentStore(await readStore(org, param.id))),
    handle: async ({ org, param, json }) => ok(presentStore(await changeStore(org, { id: param.id }, json))),
  }),
];
