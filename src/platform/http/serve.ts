import type { Context } from "hono";
import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";
import { databaseOf } from "../db/database";
import { type Actor, OrgReader } from "../db/org-db";
import { PAGE_LIMIT, type PageLimit } from "../db/list/page-limit";
import { settingsOf } from "../../env";
import { Refusal } from "../refusal";
import { admit } from "./admission";
import { readBody } from "./input/body";
import { controlOf, type HttpEnv } from "./context";
import type { Endpoint, Reply } from "./endpoint";
import { isStrict } from "./input/input";
import { versionsAdmitted } from "./precondition";
import { type Rendered, render } from "./respond";
import type { Surface } from "./surface";

const pageLimits = new WeakMap<Request, PageLimit>();

/** Gives the pages of a request, which another part of the Worker makes, a limit of their own. */
export function limitPages(request: Request, limit: PageLimit): void {
  pageLimits.set(request, limit);
}

function pageLimitOf(request: Request): PageLimit {
  return pageLimits.get(request) ?? PAGE_LIMIT;
}

/** The inputs of a handler, less its organization. */
export function surroundings(c: Context<HttpEnv>, endpoint: Endpoint): Record<string, unknown> {
  // Validation has put each part on the request; which parts exist is the endpoint's own description.
  const valid = c.req.valid.bind(c.req) as (target: string) => unknown;
  const inputs = Object.keys(endpoint.input ?? {}).map((target) => [target, valid(target)] as const);
  const { now } = c.get("state");
  const { headers, url } = c.req.raw;
  // Up to the path: parsing all of it takes longer than much of the rest.
  const origin = url.slice(0, url.indexOf("/", "https://".length));
  const acceptsHtml = /\btext\/html\b/i.test(headers.get("Accept") ?? "");
  const asked = { versions: versionsAdmitted(headers), strict: isStrict(headers), acceptsHtml, pageLimit: pageLimitOf(c.req.raw) };
  return { ...Object.fromEntries(inputs), env: c.env, settings: settingsOf(c.env), origin, now, ...asked };
}

/** Warnings that one response names. */
export const MOST_WARNINGS = 200;

/** A reply with the warnings that the request earned before its handler ran. */
export function warned(c: Context<HttpEnv>, reply: Reply): Reply {
  const all = [...c.get("state").warnings, ...(reply.warnings ?? [])];
  const left = Math.max(0, all.length - MOST_WARNINGS) + (reply.unnamedWarnings ?? 0);
  return { ...reply, warnings: left > 0 ? [...all.slice(0, MOST_WARNINGS), `and ${left} more`] : all };
}

/** A credential as the author of what it changes. */
export function actorOf(record: CredentialRecord): Actor {
  return { kind: "credential", id: record.id, name: record.name };
}

/** The scope that an endpoint wants, if it wants one. */
export function scopeOf({ guard }: Endpoint): string | null {
  return "scope" in guard ? guard.scope : null;
}

/** The refusal that was met before the gate was asked, input faults last (docs/spec/requests.md#order-of-checks). */
export function refusalOf(c: Context<HttpEnv>): Refusal | null {
  const { deferred, faults, body } = c.get("state");
  const all = body === null ? faults : [...faults, ...body.faults];
  return deferred ?? (all.length > 0 ? new Refusal("validation_error", all) : null);
}

/** An endpoint without an organization: public, or the operator's. */
export async function serveOpen(c: Context<HttpEnv>, surface: Surface, endpoint: Endpoint): Promise<Rendered> {
  const { deferred } = c.get("state");
  if (deferred !== null) throw deferred;
  if (endpoint.method !== "get") await readBody(c, endpoint);
  const refused = refusalOf(c);
  if (refused !== null) throw refused;
  const reply = await endpoint.handle({
    ...surroundings(c, endpoint),
    ...(endpoint.guard.kind === "operator" && { control: controlOf(c) }),
  });
  return await render(surface, warned(c, reply), c.get("state").requestId, c.req.raw);
}

/** A read: the gate's verdict and the handler's query run at the same time; the verdict counts first. */
export async function serveRead(c: Context<HttpEnv>, surface: Surface, endpoint: Endpoint, record: CredentialRecord): Promise<Rendered> {
  const { now, meter, requestId } = c.get("state");
  const verdict = admit(c, record, null);
  const refused = refusalOf(c);
  if (refused !== null) {
    await verdict;
    throw refused;
  }
  const org = new OrgReader(databaseOf(c.env, record.organization), record.organization, actorOf(record), now, meter);
  const work = endpoint.handle({ ...surroundings(c, endpoint), org, credential: record, use: verdict });
  const [admitted, reply] = await Promise.allSettled([verdict, work]);
  if (admitted.status === "rejected") throw admitted.reason;
  if (reply.status === "rejected") throw reply.reason;
  return await render(surface, warned(c, reply.value), requestId, c.req.raw);
}
