import type { Context } from "hono";
import * as z from "zod";
import { actorOf } from "../accounts/actor";
import { AlreadyCommitted } from "../platform/db/change";
import { controlDatabase, databaseOf } from "../platform/db/database";
import { findMarker } from "../platform/db/markers";
import { OrgDb, OrgReader } from "../platform/db/org-db";
import { findMember, findPerson, type Member } from "../accounts/sign-in/sessions.sql.ts";
import { settingsOf } from "../env";
import { BODY_LIMIT, maxBodyBytes, mayReadEarly } from "../platform/http/input/body";
import { withBodyMemory } from "../platform/http/input/body-memory";
import { ExpiringCache } from "../platform/expiring-cache";
import type { HttpEnv } from "../platform/http/context";
import { notFound, Refusal } from "../platform/refusal";
import { fanOut } from "../webhooks/deliveries/fan-out.sql.ts";
import { ring } from "../webhooks/relay";
import { bodyOf } from "./body";
import { parseForm } from "./form";
import { isFormToken, operationOf } from "./form-token";
import { type Action, may, type Page, type Permission, type Surroundings, type View } from "./page";
import { answerView } from "./respond";
import { sessionOf } from "./session-cookie";
import { counted } from "./session-limit";

/**
 * The member that a session was in an organization at most a minute ago. A page is begun with it while the database is asked, and thrown
 * away if the database says otherwise.
 */
const cachedMembers = new ExpiringCache<string, Member>({ maxEntries: 1000, ttlMs: 60_000 });

/** Nobody is signed in, or no longer: a page leads to the sign-in, a form says so. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** 403 for a role that may not. */
function forbidden(member: Member): Refusal {
  return new Refusal("forbidden", [], {}, `Your role in this organization (${member.role}) does not allow this.`);
}

function organizationIn(c: Context<HttpEnv>): number {
  const id = /^[1-9]\d{0,15}$/.exec(c.req.param("org") ?? "")?.[0];
  if (id === undefined || !Number.isSafeInteger(Number(id))) throw notFound();
  return Number(id);
}

/** The path's parts; one that can be none of them is a page that does not exist. */
function paramsOf(c: Context<HttpEnv>, { param }: Page | Action): unknown {
  if (param === undefined) return {};
  const { success, data } = z.safeParse(param, c.req.param());
  if (!success) throw notFound();
  return data;
}

function queryOf(c: Context<HttpEnv>, { query }: Page): unknown {
  if (query === undefined) return {};
  const given = Object.fromEntries(Object.entries(c.req.queries()).map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]));
  return parseForm(query, given);
}

function surroundingsOf(c: Context<HttpEnv>, member: Member): Surroundings {
  const url = new URL(c.req.raw.url);
  const { now, meter } = c.get("state");
  const after = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  return { env: c.env, settings: settingsOf(c.env), origin: url.origin, now, meter, member, search: url.searchParams, after };
}

/** The person who asks, in the organization of the path, as the database knows them now. SignedOut, or 404 for who is no member. */
async function freshMember(c: Context<HttpEnv>, sessionId: string, organizationId: number): Promise<Member> {
  const { now, meter } = c.get("state");
  const member = await findMember(controlDatabase(c.env), meter, sessionId, organizationId, now);
  const key = `${sessionId}/${organizationId}`;
  if (member !== null) {
    cachedMembers.set(key, member, now);
    return member;
  }
  cachedMembers.delete(key);
  if ((await findPerson(controlDatabase(c.env), meter, sessionId, now)) === null) throw new SignedOut();
  throw notFound();
}

async function mustMay(c: Context<HttpEnv>, member: Member, needs: Permission): Promise<void> {
  c.get("state").member = { personId: member.person.id, organizationId: member.organization.id };
  c.set("asker", member);
  if (!may(member.role, needs)) throw forbidden(member);
}

/**
 * A page: who asks is looked up while the page's own read runs, begun with what the isolate last knew of them; it is thrown
 * away and read anew where that is no longer so. One sequential trip, two where the isolate knew nothing.
 */
export async function servePage(c: Context<HttpEnv>, page: Page): Promise<Response> {
  const { now, meter } = c.get("state");
  const token = await sessionOf(c);
  if (token === null) throw new SignedOut();
  const organizationId = organizationIn(c);
  const begin = async (member: Member): Promise<View | Response> => {
    const org = new OrgReader(databaseOf(c.env, member.organization), member.organization, actorOf(member.person), now, meter);
    return await page.show({ ...surroundingsOf(c, member), org, param: paramsOf(c, page), query: queryOf(c, page) });
  };
  const known = cachedMembers.get(`${token.sessionId}/${organizationId}`, now);
  let early: Promise<View | Response> | null = null;
  const member = await counted(c, token.sessionId, async () => {
    early = known !== undefined && may(known.role, page.needs) && page.waitsForMember !== true ? begin(known) : null;
    early?.catch(() => undefined);
    return await freshMember(c, token.sessionId, organizationId);
  });
  await mustMay(c, member, page.needs);
  const shown = await (early !== null && JSON.stringify(known) === JSON.stringify(member) ? early : begin(member));
  // Nobody reads the file of a HEAD request.
  if (shown instanceof Response && c.req.method === "HEAD") await shown.body?.cancel();
  return shown instanceof Response ? shown : await answerView(c, member, shown, shown.status ?? 200);
}

/** A form: who sends it is known before anything is looked at, and it must have been made for their session. */
export async function serveAction(c: Context<HttpEnv>, action: Action, landing: (path: string) => string): Promise<Response> {
  const token = await sessionOf(c);
  if (token === null) throw new SignedOut();
  const organizationId = organizationIn(c);
  const member = await counted(c, token.sessionId, () => freshMember(c, token.sessionId, organizationId));
  await mustMay(c, member, action.needs);
  const serve = async () => await serveForm(c, action, landing, token.sessionId, member);
  if (mayReadEarly(c.req.raw)) return await serve();
  return await withBodyMemory(c, maxBodyBytes(c.req.raw, action.bodyLimit ?? BODY_LIMIT), serve);
}

/** What a form says, and the id of what it does. Its text is let go of. */
async function readForm(c: Context<HttpEnv>, { bodyLimit, bodyShape }: Action, sessionId: string) {
  const { fields, formToken, text } = await bodyOf(c, bodyLimit, bodyShape);
  if (!(await isFormToken(settingsOf(c.env).masterSecrets, sessionId, formToken, c.get("state").now))) {
    throw new Refusal("forbidden", [], {}, "This form is not of your present session: load the page again.");
  }
  return { fields, operationId: await operationOf(sessionId, formToken, c.req.path, text) };
}

/** Reads a form and does what it says. */
async function serveForm(
  c: Context<HttpEnv>,
  action: Action,
  landing: (path: string) => string,
  sessionId: string,
  member: Member,
): Promise<Response> {
  const { now, meter } = c.get("state");
  const param = paramsOf(c, action);
  const { fields, operationId } = await readForm(c, action, sessionId);
  const around = surroundingsOf(c, member);
  const { organization } = member;
  const database = databaseOf(c.env, organization);
  const actor = actorOf(member.person);
  const base = `/console/${organization.id}`;
  try {
    const form = action.form === undefined ? {} : parseForm(action.form, fields);
    const org = new OrgDb(database, organization, actor, now, meter, {
      admission: async () => ({ operationId }),
      fanOut,
      delivered: (due) => around.after(ring(c.env, due)),
    });
    const outcome = await action.act({ ...around, org, param, form, operationId });
    if ("data" in outcome) return c.json(outcome.data as object);
    if ("view" in outcome) return await answerView(c, member, outcome.view, 200);
    return c.redirect(base + withDone(outcome.to, outcome.done), 303);
  } catch (thrown) {
    const reader = new OrgReader(database, organization, actor, now, meter);
    if (await hadCommitted(reader, thrown, operationId)) {
      return c.redirect(withDone(action.lands === undefined ? landing(c.req.path) : base + action.lands, "repeated"), 303);
    }
    if (!(thrown instanceof Refusal) || action.again === undefined || thrown.details.length === 0) throw thrown;
    c.get("state").refusal = thrown.code;
    const view = await action.again({ ...around, org: reader, param, values: fields, faults: thrown.details });
    return await answerView(c, member, { ...view, title: `Not saved: ${view.title}` }, thrown.status);
  }
}

/** Whether the same form was sent before and did what it does: what this one met may be that very change. */
async function hadCommitted(org: OrgReader, thrown: unknown, operationId: string): Promise<boolean> {
  if (thrown instanceof AlreadyCommitted) return true;
  return thrown instanceof Refusal && thrown.code !== "validation_error" && (await findMarker(org, operationId)) !== null;
}

function withDone(to: string, done: string | undefined): string {
  if (done === undefined) return to;
  return `${to}${to.includes("?") ? "&" : "?"}done=${done}`;
}
