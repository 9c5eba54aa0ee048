import * as z from "zod";
import type { StoreRow } from "../list.sql.ts";
import { listStores, readStatistics, readStore } from "../read-store";
import { endpoint, one, reads } from "../../platform/http/endpoint";
import { page } from "../../platform/http/v1-envelope";
import { Store, StoreListQuery, StorePath, StoreStatistics } from "./contract";

function presentStore({ id, name, code, platform, currency, type, is_active, organization_id }: StoreRow): z.output<typeof Store> {
  return { id, name, code, platform, currency, type, is_active: is_active === 1, organization_id };
}

const listStoresV1 = endpoint(
  {
    method: "get",
    path: "/stores",
    operationId: "listStores",
    summary: "List stores by name",
    tag: "Stores",
    guard: reads("stores:read"),
    input: { query: StoreListQuery },
    responses: { 200: z.array(Store) },
  },
  async ({ org, query }) => {
    const { stores, total } = await listStores(org, query);
    return page(stores, query, total, presentStore);
  },
);

const getStore = endpoint(
  {
    method: "get",
    path: "/stores/:id",
    operationId: "getStore",
    summary: "Get a store",
    tag: "Stores",
    guard: reads("stores:read"),
    input: { param: StorePath },
    responses: { 200: Store },
  },
  async ({ org, param }) => one(presentStore(await readStore(org, param.id))),
);

const getStoreStatistics = endpoint(
  {
    method: "get",
    path: "/stores/:id/statistics",
    operationId: "getStoreStatistics",
    summary: "Get a store's statistics",
    tag: "Stores",
    guard: reads("stores:read"),
    input: { param: StorePath },
    responses: { 200: StoreStatistics },
  },
  async ({ org, param }) => one(await readStatistics(org, param.id)),
);

export const storeEndpoints = [listStoresV1, getStore, getStoreStatistics];
