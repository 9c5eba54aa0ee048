import * as z from "zod";
import type { Route } from "../../src/console/page";
import { routerFor } from "../../src/entrypoints/app";
import { consoleRoutes } from "../../src/entrypoints/console/routes";
import { CRON_JOBS } from "../../src/entrypoints/jobs";
import type { Tool } from "../../src/entrypoints/mcp/tool";
import { TOOLS } from "../../src/entrypoints/mcp/tools";
import type { Endpoint } from "../../src/platform/http/endpoint";
import { BODY_LIMIT } from "../../src/platform/http/input/body";
import { v2 } from "../../src/platform/http/surface";
import { filledPath, formOf } from "./console-forms";
import { linkRequests } from "./link-requests";
import { bodyOf, nameOf, pathOf, ROUTES } from "./requests";
import type { Caller, Contents, SurfaceRequest } from "./surface-request";

/**
 * The requests of every surface of an organization: each endpoint of v1, v2 and the operator's API, each MCP tool, each page and form of
 * the console, its public pages, the pages and forms behind links, and the addresses of connections. All are derived from the lists of the product. Every request has the
 * largest values or the worst body. Programs outside of workerd use this as a bundle.
 */

/** The jobs, each with its cron trigger. */
export const JOBS = [...CRON_JOBS].flatMap(([cron, jobs]) => Object.keys(jobs).map((name) => ({ name, cron })));

/** The largest values of query parameters. Parameters that filter a list are omitted. */
const LARGEST: Readonly<Record<string, string>> = {
  limit: "200",
  page_size: "200",
  include: "status,number,external_id,fulfillments,version",
  period: "this_year",
  group_by: "day",
};

/** The worst bodies that are parsed. The second one is parsed only by endpoints whose bodies may have more values than usual. */
const HOSTILE_VARIANTS = ["as wide as allowed", "as wide as a bulk request may be", "of long texts"];

/** Almost as many fields as a form may have beside its own (src/console/body.ts). Encoded, they fill most of a body of 1 MiB. */
const MANY_FIELDS = Object.fromEntries(Array.from({ length: 990 }, (_, n) => [`field_${n}`, "ж".repeat(150)]));

/** The paths of routes that delete or end something that other requests need. */
const ENDS = /\/(delete|remove|archive|revoke|withdraw|deletion|erase|erasures|move|rotate|restore)$/i;

/** The values of a parameter with a fixed set, or null. */
function optionsOf(schema: z.ZodType | undefined): string[] | null {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return optionsOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : null;
}

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return { ...shapeOf(schema.in as z.ZodType), ...shapeOf(schema.out as z.ZodType) };
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** All combinations of values for some of the parameters. */
function combinations(options: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(options).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value }))),
    [{}],
  );
}

const describe = (chosen: Record<string, string>) =>
  Object.entries(chosen)
    .map(([name, value]) => `${name}=${value.length > 40 ? `${value.slice(0, 30)}…` : value}`)
    .join("&");

/** The queries of a route: the largest values, with the default sort of a list and another one, and each fixed value of a page. */
function queriesOf(query: z.ZodType | undefined, contents: Contents, { isPage }: { isPage: boolean }): Record<string, string>[] {
  const shape = shapeOf(query);
  const names = Object.keys(shape);
  const largest = Object.fromEntries(Object.entries(LARGEST).filter(([name]) => names.includes(name)));
  const options: Record<string, readonly string[]> = {};
  if (names.includes("sort")) options["sort"] = ["", "id:asc"];
  if (isPage && names.includes("ids")) options["ids"] = Object.values(contents.orders).map((ids) => ids.join(","));
  for (const name of isPage ? names : []) {
    const fixed = name === "sort" ? null : optionsOf(shape[name]);
    if (fixed !== null) options[name] = fixed;
  }
  return combinations(options).map((chosen) => ({ ...largest, ...chosen }));
}

const withQuery = (path: string, query: Record<string, string>): string => {
  const set = Object.entries(query).filter(([, value]) => value !== "");
  return set.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(set).toString()}`;
};

/** The bodies of a write. A body with several ids is sent with each list of them. */
function bodiesOf(endpoint: Endpoint, { ids, orders, items }: Contents): [name: string, body: unknown][] {
  const body = bodyOf(endpoint, ids);
  if (endpoint.operationId !== "actOnOrders" && endpoint.operationId !== "actOnOrderItems") return [["", body]];
  const lists = endpoint.operationId === "actOnOrders" ? orders : items;
  return Object.entries(lists).map(([name, list]) => [name, { ...(body as object), ids: list }]);
}

function requestsOfEndpoint([surface, endpoint]: (typeof ROUTES)[number], contents: Contents): SurfaceRequest[] {
  const { guard, method, input } = endpoint;
  const caller = guard.kind === "open" ? "anybody" : (surface.name as Caller);
  const name = nameOf([surface, endpoint]);
  const path = surface.base + pathOf(endpoint, contents.ids);
  const base = { caller, method: method.toUpperCase(), ends: ENDS.test(endpoint.path) || method === "delete" };
  if (method === "get") {
    return queriesOf(input?.query, contents, { isPage: false }).map((query) => ({
      ...base,
      name: `${name} ${describe(query)}`,
      path: withQuery(path, query),
    }));
  }
  const bytes = endpoint.bodyLimit ?? BODY_LIMIT;
  const hostile = input?.json === undefined ? [] : HOSTILE_VARIANTS;
  return [
    ...bodiesOf(endpoint, contents).map(([what, json]) => ({ ...base, name: `${name} ${what}`, path, json })),
    // A rejected body ends nothing.
    ...hostile.map((variant) => ({ ...base, ends: false, name: `${name} with JSON ${variant}`, path, hostile: { variant, bytes } })),
  ];
}

function requestsOfRoute(route: Route, organization: number, contents: Contents): SurfaceRequest[] {
  const name = `${route.method.toUpperCase()} /console/:org${route.path}`;
  const path = `/console/${organization}${filledPath(route, contents.ids)}`;
  const base = { caller: "console", method: route.method.toUpperCase(), ends: ENDS.test(route.path) } as const;
  if (route.method === "get") {
    return queriesOf(route.query, contents, { isPage: true }).map((query) => ({
      ...base,
      name: `${name} ${describe(query)}`,
      path: withQuery(path, query),
    }));
  }
  const form = formOf(route, contents.ids);
  const large = { ...base, name: `${name} with many fields`, path, form: { ...form, ...MANY_FIELDS } };
  if (!("ids" in form)) return [{ ...base, name, path, form }, large];
  const actions = optionsOf(shapeOf(route.form)["do"]) ?? [""];
  return Object.entries(contents.orders).flatMap(([what, ids]) =>
    actions.map((action) => ({ ...base, name: `${name} ${action} ${what}`, path, form: { ...form, ids: ids.map(String), do: action } })),
  );
}

/** A call of an MCP tool: one that writes has the body of its endpoint's request, and another one the largest values. */
function requestOfTool({ name, endpoint, path, fields, writes }: Tool, { ids }: Contents): SurfaceRequest {
  const [, segment = ""] = endpoint.path.split("/");
  const named = Object.entries(path).map(([argument, parameter]) => [argument, ids[parameter === "id" ? `${segment}.id` : parameter]]);
  const given = writes ? { ...(bodyOf(endpoint, ids) as object), idempotency_key: `surface-${name}` } : { ...LARGEST, limit: 200 };
  const args = Object.entries(given).filter(([field]) => fields.includes(field) || field === "idempotency_key");
  const call = { name, arguments: Object.fromEntries([...named, ...args]) };
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  return { name: `MCP ${name}`, caller: "v2", method: "POST", path: "/api/v2/mcp?tools=all", json, ends: false };
}

/** Bodies that MCP rejects, before or after parsing. */
const mcpBodies = (): SurfaceRequest[] =>
  HOSTILE_VARIANTS.map((variant) => ({
    name: `MCP with JSON ${variant}`,
    caller: "v2",
    method: "POST",
    path: `${v2.base}/mcp`,
    hostile: { variant, bytes: BODY_LIMIT },
    ends: false,
  }));

/** The public pages of the console outside of organizations. */
async function publicPages(): Promise<SurfaceRequest[]> {
  const { routes } = await routerFor("/console");
  return routes.flatMap(({ method, path }): SurfaceRequest[] => {
    if (method === "ALL" || path.includes("/:org{")) return [];
    const request = {
      name: `${method} ${path}`,
      caller: "anybody",
      method,
      path: path.replaceAll(/:\w+(\{.*?\})?/g, "x"),
      ends: false,
    } as const;
    return [method === "GET" ? request : { ...request, form: MANY_FIELDS }];
  });
}

/** Deliveries to the addresses of connections: without a signature, and signed as the platform does. */
function deliveries({ receivers }: Contents): SurfaceRequest[] {
  return Object.entries(receivers).flatMap(([name, path]) =>
    HOSTILE_VARIANTS.flatMap((variant): SurfaceRequest[] => {
      const hostile = { variant, bytes: BODY_LIMIT };
      const request = { caller: "anybody", method: "POST", path, hostile, ends: false } as const;
      return [
        { ...request, name: `POST /in/:token of ${name} with JSON ${variant}` },
        { ...request, name: `POST /in/:token of ${name}, signed, with JSON ${variant}`, signedFor: name },
      ];
    }),
  );
}

/** The requests of all surfaces. Those that end something are last. */
export async function surfaceRequests(organization: number, contents: Contents): Promise<SurfaceRequest[]> {
  const all = [
    ...ROUTES.flatMap((route) => requestsOfEndpoint(route, contents)),
    ...TOOLS.map((tool) => requestOfTool(tool, contents)),
    ...mcpBodies(),
    ...consoleRoutes.flatMap((route) => requestsOfRoute(route, organization, contents)),
    ...(await publicPages()),
    ...deliveries(contents),
    ...linkRequests(contents),
  ];
  return all.toSorted((a, b) => Number(a.ends) - Number(b.ends));
}
