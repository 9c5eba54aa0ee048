import type { Context } from "hono";
import * as z from "zod";
import { settingsOf } from "../env";
import type { EventRelay } from "../platform/db/org-db";
import { BODY_LIMIT, maxBodyBytes, mayReadEarly } from "../platform/http/input/body";
import { withBodyMemory } from "../platform/http/isolate-memory";
import { controlOf, type HttpEnv } from "../platform/http/context";
import { runRead, Write } from "../platform/http/pipeline";
import { admitPrincipal, withCurrentPrincipal } from "../platform/http/principal";
import { notFound, ApiError } from "../platform/api-error";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import { bodyOf } from "./body";
import { parseForm } from "./form";
import { assertFormToken, operationOf } from "./form-token";
import { memberOf, type MemberPrincipal } from "./member-principal";
import type { Action, ActionResult, Page, PageContext } from "./page";
import { answerView } from "./respond";

/** Returns the 403 for a role without the permission. */
function forbidden({ role }: Member): ApiError {
  return new ApiError("forbidden", [], {}, `Your role in this organization (${role}) does not allow this.`);
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
  return parseForm(
    query,
    Object.fromEntries(Object.entries(c.req.queries()).map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts])),
  );
}

function surroundingsOf(c: Context<HttpEnv>, member: Member): PageContext {
  const url = new URL(c.req.raw.url);
  const { now } = c.get("state");
  const after = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  return {
    env: c.env,
    settings: settingsOf(c.env),
    origin: url.origin,
    now,
    control: controlOf(c),
    member,
    search: url.searchParams,
    after,
  };
}

/**
 * A page: the member is looked up while the page's own read runs, begun with what the isolate last knew of them; it is thrown
 * away and read anew where that is no longer so. One sequential trip, two where the isolate knew nothing.
 */
export async function servePage(c: Context<HttpEnv>, page: Page): Promise<Response> {
  return await withCurrentPrincipal(await memberOf(c), async (principal) => {
    if (page.waitsForMember === true) await principal.admit(null);
    const { member } = principal;
    return await runRead(c, {
      principal,
      rejection: principal.can(page.permission) ? null : forbidden(member),
      handle: async (org) => await page.show({ ...surroundingsOf(c, member), org, param: paramsOf(c, page), query: queryOf(c, page) }),
      render: async (shown) => {
        // Nobody reads the file of a HEAD request.
        if (shown instanceof Response && c.req.method === "HEAD") await shown.body?.cancel();
        return shown instanceof Response ? shown : await answerView(c, member, shown, shown.status ?? 200);
      },
    });
  });
}

/** How all forms are served. */
export interface FormWay {
  /** The page that a form was on. */
  landing: (path: string) => string;
  relay: EventRelay;
}

/** A form: who sends it is known before anything is looked at, and it must have been made for their session. */
export async function serveAction(c: Context<HttpEnv>, action: Action, way: FormWay): Promise<Response> {
  const principal = await admitPrincipal(await memberOf(c));
  if (!principal.can(action.permission)) throw forbidden(principal.member);
  const serve = async () => await serveForm(c, { ...way, action, principal });
  if (mayReadEarly(c.req.raw)) return await serve();
  return await withBodyMemory(c, maxBodyBytes(c.req.raw, action.bodyLimit ?? BODY_LIMIT), serve);
}

/** What a form says, and the id of what it does. Its text is let go of. */
async function readForm(c: Context<HttpEnv>, { bodyLimit, bodyShape }: Action, sessionId: string) {
  const { fields, formToken, text } = await bodyOf(c, bodyLimit, bodyShape);
  await assertFormToken(c, sessionId, formToken);
  return { fields, operationId: await operationOf(sessionId, formToken, c.req.path, text) };
}

interface Sent extends FormWay {
  action: Action;
  principal: MemberPrincipal;
}

/** Reads a form and does what it says. */
async function serveForm(c: Context<HttpEnv>, { action, landing, relay, principal }: Sent): Promise<Response> {
  const { member } = principal;
  const param = paramsOf(c, action);
  const { fields, operationId } = await readForm(c, action, member.sessionId);
  const around = surroundingsOf(c, member);
  const base = `/console/${member.organization.id}`;
  const write = new Write<ActionResult | "repeated">(c, {
    principal,
    admission: principal.admit({ key: operationId }),
    relay,
    handle: async (org) =>
      await action.act({ ...around, org, param, form: action.form === undefined ? {} : parseForm(action.form, fields), operationId }),
    rebuild: async (_org, marker) => action.rebuildResult?.(marker) ?? "repeated",
    mayRepeat: (result) => action.rebuildResult !== undefined && result !== "repeated" && "data" in result && result.isDryRun !== true,
  });
  try {
    const result = await write.reply();
    if (result === "repeated") {
      return c.redirect(
        withDone(action.redirectOnRepeat === undefined ? landing(c.req.path) : base + action.redirectOnRepeat, "repeated"),
        303,
      );
    }
    if ("data" in result) return c.json(result.data as object);
    if ("view" in result) return await answerView(c, member, result.view, 200);
    return c.redirect(base + withDone(result.to, result.done), 303);
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || action.renderInvalid === undefined || thrown.details.length === 0) throw thrown;
    c.get("state").errorCode = thrown.code;
    const view = await action.renderInvalid({ ...around, org: write.org, param, values: fields, violations: thrown.details });
    return await answerView(c, member, { heading: view.title, ...view, title: `Not saved: ${view.title}` }, thrown.status);
  }
}

function withDone(to: string, done: string | undefined): string {
  if (done === undefined) return to;
  return `${to}${to.includes("?") ? "&" : "?"}done=${done}`;
}
