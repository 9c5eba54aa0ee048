import * as z from "zod";
import { listStores, readStatistics, readStore } from "../read-store";
import { PublicStore, presentPublicStore } from "../store-view";
import { ok, reads, resource } from "../../../platform/http/endpoint";
import { page } from "../../../platform/http/v1-envelope";
import { StoreListQuery, StorePath, StoreStatistics } from "./contract";

const route = resource("Stores", reads("stores:read"));

export const storeEndpoints = [
  route.get("/stores", {
    operationId: "listStores",
    summary: "List stores by name",
    input: { query: StoreListQuery },
    responses: { 200: z.array(PublicStore) },
    handle: async ({ org, query }) => {
      const { stores, total } = await listStores(org, query);
      return page(stores, { ...query, total }, presentPublicStore);
    },
  }),
  route.get("/stores/:id", {
    operationId: "getStore",
    summary: "Get a store",
    input: { param: StorePath },
    responses: { 200: PublicStore },
    handle: async ({ org, param }) => ok(presentPublicStore(await readStore(org, param.id))),
  }),
  route.get("/stores/:id/statistics", {
    operationId: "getStoreStatistics",
    summary: "Get a store's statistics",
    input: { param: StorePath },
    responses: { 200: StoreStatistics },
    handle: async ({ org, param }) => ok(await readStatistics(org, param.id)),
  }),
];
