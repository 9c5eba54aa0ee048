import type { z } from "zod";
import { STORE_FILTERS } from "../filters";
import type { StorePosition, StoreRow } from "../list.sql.ts";
import { createStore } from "../create-store";
import { readStore, storeFromMarker, storesBehind } from "../read-store";
import { changeStore } from "../update-store";
import { momentText } from "../../platform/values/zone";
import { created, endpoint, one, reads, type Reply, writes } from "../../platform/http/endpoint";
import { readFilter } from "../../platform/http/input/filters";
import { cursorPage, listOf, listReply } from "../../platform/http/input/lists";
import { NewStore, Store, StoreChange, StoreListQuery, StorePath } from "./contract";

function presentStore(row: StoreRow): z.output<typeof Store> {
  const { name_sort_key: _key, is_active, uses_designs, created_at, updated_at, ...store } = row;
  const flags = { is_active: is_active === 1, uses_designs: uses_designs === 1 };
  return { ...store, ...flags, created_at: momentText(created_at), updated_at: momentText(updated_at) };
}

const made = (row: StoreRow): Reply => created(presentStore(row), `/stores/${row.id}`);

const listStoresV2 = endpoint(
  {
    method: "get",
    path: "/stores",
    operationId: "listStoresV2",
    summary: "List stores by name, by cursor",
    tag: "Stores",
    guard: reads("stores:read"),
    input: { query: StoreListQuery },
    responses: { 200: listOf(Store) },
  },
  async ({ org, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
    const page = await cursorPage(
      // Earlier cursors held only a name, which two stores may now share in the order of the list: they are refused.
      { masterSecrets, cursor, organizationId: org.organization.id, list: "listStoresV2 by sort key", query: filter },
      (after: StorePosition | null) => storesBehind(org, readFilter(STORE_FILTERS, org, filter), after, limit),
      ({ name_sort_key, name, id }) => [name_sort_key ?? name, id],
    );
    return listReply(page, presentStore);
  },
);

const getStore = endpoint(
  {
    method: "get",
    path: "/stores/:id",
    operationId: "getStoreV2",
    summary: "Get a store",
    tag: "Stores",
    guard: reads("stores:read"),
    input: { param: StorePath },
    responses: { 200: Store },
  },
  async ({ org, param }) => one(presentStore(await readStore(org, param.id))),
);

const newStore = endpoint(
  {
    method: "post",
    path: "/stores",
    operationId: "createStore",
    summary: "Create a store",
    tag: "Stores",
    guard: writes("stores:write", { idempotencyKey: "optional" }),
    input: { json: NewStore },
    responses: { 201: Store },
    rebuildReply: async ({ org }, marker) => made(await storeFromMarker(org, marker)),
  },
  async ({ org, json }) => made(await createStore(org, json)),
);

const updateStore = endpoint(
  {
    method: "patch",
    path: "/stores/:id",
    operationId: "updateStore",
    summary: "Update a store",
    description: "Omitted fields do not change, and `null` clears a field.",
    tag: "Stores",
    guard: writes("stores:write", { idempotencyKey: "optional" }),
    input: { param: StorePath, json: StoreChange },
    responses: { 200: Store },
    rebuildReply: async ({ org, param }) => one(presentStore(await readStore(org, param.id))),
  },
  async ({ org, param, json }) => one(presentStore(await changeStore(org, param.id, json))),
);

export const storeEndpoints = [listStoresV2, getStore, newStore, updateStore];
