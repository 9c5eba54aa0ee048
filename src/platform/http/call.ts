import type { Context } from "hono";
import { PAGE_LIMIT, type PageLimit } from "../db/list/page-limit";
import { settingsOf } from "../../env";
import { Refusal, type RefusalDetail } from "../refusal";
import { missingScope } from "./admission";
import type { HttpEnv } from "./context";
import type { Endpoint, Reply } from "./endpoint";
import { type CallBody, headersRefusal, httpBody } from "./input/body";
import { type Checked, idempotencyKey, isStrict, type Validator, sumUp } from "./input/input";
import { ifMatchFault, versionsAdmitted } from "./precondition";
import type { Principal } from "./principal";
import type { Surface } from "./surface";

/** What an endpoint is asked, by an HTTP request or by a tool of the MCP server. */
export interface Call {
  surface: Surface;
  endpoint: Endpoint;
  /** Origin of the request. */
  origin: string;
  param: unknown;
  query: unknown;
  /** Null for a GET. */
  body: CallBody | null;
  /** The first thing that is wrong before the input: 413, 415, or 400 for the idempotency key. */
  refused: Refusal | null;
  /** What is wrong with the input, but for its body. */
  faults: readonly RefusalDetail[];
  warnings: readonly string[];
  /** The idempotency key. */
  key: string | null;
  versions: readonly number[] | null;
  pageLimit: PageLimit;
  strict: boolean;
  acceptsHtml: boolean;
  ifNoneMatch: string | null;
}

interface Mounted {
  surface: Surface;
  endpoint: Endpoint;
  /** Validates the body of a request. */
  validateJson: Validator | null;
}

/** What an HTTP request asks of an endpoint. */
export function callOf(c: Context<HttpEnv>, { surface, endpoint, validateJson }: Mounted): Call {
  const { headers, url } = c.req.raw;
  const { guard, method } = endpoint;
  // Validation has put what it found on the request.
  const valid = c.req.valid.bind(c.req) as (target: "param" | "query") => Checked | undefined;
  const [param, query] = [valid("param"), valid("query")];
  const strict = isStrict(headers);
  const versions = versionsAdmitted(headers);
  const { faults, warnings } = sumUp([param, query], strict);
  if (guard.kind === "write") faults.push(...ifMatchFault(endpoint, versions));
  const { key, refused } = idempotencyKey(headers.get("Idempotency-Key"), guard.kind === "write" ? guard.idempotencyKey : "ignored");
  return {
    surface,
    endpoint,
    // Up to the path: parsing all of it takes longer than much of the rest.
    origin: url.slice(0, url.indexOf("/", "https://".length)),
    param: param?.data,
    query: query?.data,
    // A GET has no body to read; whatever a caller sends with one is ignored.
    body: method === "get" ? null : httpBody(c, endpoint, { validateJson, strict, isFingerprinted: key !== null }),
    refused: (method === "get" ? null : headersRefusal(c.req.raw, endpoint)) ?? refused,
    faults,
    warnings,
    key,
    versions,
    pageLimit: PAGE_LIMIT,
    strict,
    acceptsHtml: /\btext\/html\b/i.test(headers.get("Accept") ?? ""),
    ifNoneMatch: headers.get("If-None-Match"),
  };
}

/** The inputs of a handler, less its organization. */
export function handlerContext(c: Context<HttpEnv>, call: Call, json?: unknown): Record<string, unknown> {
  return { ...call, json, env: c.env, settings: settingsOf(c.env), now: c.get("state").now };
}

/** What a call is refused for whatever its input is: its scope comes before its body and its key (docs/spec/requests.md#order-of-checks). */
export function refusalBeforeInput({ endpoint: { guard }, refused }: Call, principal: Principal): Refusal | null {
  const scope = "scope" in guard ? guard.scope : null;
  return scope !== null && !principal.can(scope) ? missingScope(scope) : refused;
}

/** The refusal of a call for its input; null where nothing is wrong with it. */
export function inputRefusal(...faults: readonly RefusalDetail[]): Refusal | null {
  return faults.length > 0 ? new Refusal("validation_error", [...faults]) : null;
}

/** Warnings that one response names. */
export const MAX_WARNINGS = 200;

/** A reply with the warnings that the call earned before its handler ran. */
export function warned(reply: Reply, earned: readonly string[]): Reply {
  const all = [...earned, ...(reply.warnings ?? [])];
  const left = Math.max(0, all.length - MAX_WARNINGS) + (reply.unnamedWarnings ?? 0);
  return { ...reply, warnings: left > 0 ? [...all.slice(0, MAX_WARNINGS), `and ${left} more`] : all };
}
