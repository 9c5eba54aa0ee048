import type { Endpoint } from "../../../src/platform/http/endpoint";
import type { Surface } from "../../../src/platform/http/surface";
import { type ApiResponse, idempotencyKey } from "../../kit/client";
import { ROUTES } from "../../kit/requests";
import type { Twin } from "./twins";

export type Route = (typeof ROUTES)[number];

/** The routes that act for an organization. */
export const GUARDED: readonly Route[] = ROUTES.filter(([, { guard }]) => guard.kind !== "open" && guard.kind !== "operator");

export interface Sent {
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request of one organization. A surface without a credential fails the tests of every route until it is added. */
export async function send(as: Pick<Twin, "v1" | "v2">, [surface, endpoint]: Route, path: string, sent: Sent = {}): Promise<ApiResponse> {
  const { query = "", body, headers = {} } = sent;
  const joined = query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
  return await callerOn(as, surface)(joined, {
    method: endpoint.method.toUpperCase(),
    ...(body !== undefined && { body }),
    headers: { ...idempotencyKey(), ...headers },
  });
}

function callerOn(as: Pick<Twin, "v1" | "v2">, { name }: Surface) {
  if (name === "v1") return as.v1;
  if (name === "v2") return as.v2;
  throw new Error(`The isolation tests have no credential for ${name}: add one.`);
}

/** The names of the path parameters that the kit fills. */
export function pathKeys({ path }: Endpoint): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => (name === "id" ? `${path.split("/")[1]}.id` : name));
}

/** A value of the same format and length that refers to nothing. */
export function absent<T extends string | number>(value: T): T {
  const text = String(value);
  const prefixed = /^([a-z]+_\w{8})\w+$/.exec(text);
  if (prefixed !== null) return `${prefixed[1]}${"0".repeat(text.length - (prefixed[1]?.length ?? 0))}` as T;
  if (text.startsWith("zqalpha")) return text.replace("zqalpha", "zqomega") as T;
  const number = `9${text.slice(1)}`;
  return (typeof value === "number" ? Number(number) : number) as T;
}

/** Headers that differ per response. The ETag is computed from the text. */
const HEADERS_PER_RESPONSE = new Set(["x-request-id", "ratelimit", "etag", "x-consistency-token"]);
const TEXTS_PER_REQUEST = /req_[0-9A-Za-z]{22}|"generated_at":"[^"]*"|"rate_(?:remaining|resets_in_seconds)":\d+/g;

/** The parts that two responses must share: everything except what is unique to a request, and the value that was sent. */
export function comparable({ status, headers, text }: ApiResponse, sentValue: string | number): unknown {
  const without = (shown: string) => shown.replaceAll(TEXTS_PER_REQUEST, "<its own>").replaceAll(String(sentValue), "<sent>");
  return {
    status,
    headers: [...headers].filter(([name]) => !HEADERS_PER_RESPONSE.has(name)).map(([name, value]) => `${name}: ${without(value)}`),
    text: without(text),
  };
}

/** The number of requests that were tried, and of leaks of the other organization's data. */
export const figures = { routes: GUARDED.length, parameters: 0, fields: 0, probes: 0, leaks: 0 };
