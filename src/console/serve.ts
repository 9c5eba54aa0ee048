import type { Context } from "hono";
import * as z from "zod";
import { settingsOf } from "../platform/env";
import type { EventRelay } from "../platform/db/org-db";
import { BODY_LIMIT } from "../platform/http/input/body";
import { withBodyMemory } from "../platform/http/isolate-memory";
import { controlOf, type HttpEnv } from "../platform/http/context";
import { runRead, Write } from "../platform/http/pipeline";
import { admitPrincipal, withCurrentPrincipal } from "../platform/http/principal";
import { notFound, ApiError } from "../platform/api-error";
import { maxBodyBytes } from "../platform/reading/request-body";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import { type Body, bodyOf } from "./body";
import { takeFlash, withFlash } from "./flash";
import { parseForm } from "./form";
import { assertFormToken, isOwnForm, newFormToken, operationOf } from "./form-token";
import { type KeptForm, keptFormOf } from "./kept-form";
import { isOutdated, mergeWithCurrent } from "./merge-current";
import { OPENED_VALUES } from "./opened-values-field";
import { memberOf, type MemberPrincipal } from "./member-principal";
import type { Action, ActionResult, Page, PageContext } from "./page";
import { preferenceOf } from "./preference";
import { SendAgain } from "./parts/send-again";
import { withTrail } from "./trail";
import { readUpload, type SentForm } from "./uploaded-form";
import { isFromScript, ownerOf, respondWithPlainPage, respondWithView } from "./respond";

function rejectionFor(principal: MemberPrincipal, { permission }: Page | Action): ApiError | null {
  const missing = [permission].flat().find((each) => !principal.can(each));
  if (missing === undefined) return null;
  const message =
    missing === "money"
      ? "This needs the permission to see costs, profit, expenses and analytics, which you do not have."
      : `Your role in this organization (${principal.member.role}) does not allow this.`;
  return new ApiError("forbidden", [], { message });
}

/** Parses the path parameters. Throws 404 Not Found if one is invalid, because there is no such page. */
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

function pageContextOf(c: Context<HttpEnv>, member: Member): PageContext {
  const { url } = takeFlash(c.req.raw.url);
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
    preference: (name) => preferenceOf(c, name),
    after,
  };
}

/**
 * Serves a page. The page is rendered with the isolate's cached member while the current member is read from the database. If the two
 * differ, the page is rendered a second time. This takes one sequential round trip, or two if the member is not cached.
 */
export async function servePage(c: Context<HttpEnv>, page: Page): Promise<Response> {
  return await withCurrentPrincipal(await memberOf(c, page.countedAs), async (principal) => {
    if (page.waitsForMember === true) await principal.admit();
    const { member } = principal;
    return await runRead(c, {
      principal,
      rejection: rejectionFor(principal, page),
      ...(page.pages !== undefined && { pages: page.pages }),
      handle: async (org) => await page.show({ ...pageContextOf(c, member), org, param: paramsOf(c, page), query: queryOf(c, page) }),
      render: async (shown) => (shown instanceof Response ? shown : await respondWithView(c, member, shown)),
      fileOf: (shown) => (shown instanceof Response ? shown : null),
    });
  });
}

export interface FormServices {
  /** Returns the path of the page that a form was on. */
  parentPage: (path: string) => string;
  relay: EventRelay;
}

/** Serves a form. The current member is read from the database before the body is read. */
export async function serveAction(c: Context<HttpEnv>, action: Action, services: FormServices): Promise<Response> {
  const principal = await admitPrincipal(await memberOf(c));
  const rejection = rejectionFor(principal, action);
  if (rejection !== null) throw rejection;
  const serve = async () => await serveForm(c, { ...services, action, principal });
  // Only a part of a file is in memory.
  if (action.upload !== undefined) return await serve();
  const bytes = maxBodyBytes(c.req.raw, action.bodyLimit ?? BODY_LIMIT);
  return await withBodyMemory(c, { bytes, organizationId: principal.organization.id }, serve);
}

/** A form of the same person and organization from a session that has ended. */
class FormOfEndedSession extends Error {
  override readonly name = "FormOfEndedSession";

  constructor(readonly form: KeptForm) {
    super();
  }
}

/** Reads a form's fields and checks its token. It is a separate function so that the body's text can be garbage-collected. */
async function readForm(c: Context<HttpEnv>, { bodyLimit, bodyShape, upload, acceptsFiles }: Action, member: Member): Promise<SentForm> {
  const { sessionId } = member;
  if (upload !== undefined) return await readUpload(c, upload, sessionId);
  const { fields, formToken, text, isJson } = await bodyOf(c, bodyLimit, { shape: bodyShape, acceptsFiles });
  try {
    await assertFormToken(c, sessionId, formToken);
  } catch (error) {
    // A file would have to be chosen again, and a script does not show a page.
    const isForm = c.req.header("X-Form-Token") === undefined && acceptsFiles !== true;
    const form = isForm && (await isOwnForm(c, ownerOf(member), formToken)) ? keptFormOf(c, { formToken, text }) : null;
    throw form === null ? error : new FormOfEndedSession(form);
  }
  return { fields, operationId: await operationOf({ sessionId, token: formToken, path: c.req.path, body: text }), isJson };
}

interface FormRequest extends FormServices {
  action: Action;
  principal: MemberPrincipal;
}

/** Serves a form. One from an ended session of the same person is shown to be sent again. */
async function serveForm(c: Context<HttpEnv>, request: FormRequest): Promise<Response> {
  try {
    return await runForm(c, request);
  } catch (error) {
    if (!(error instanceof FormOfEndedSession)) throw error;
    const { member } = request.principal;
    const formToken = await newFormToken(c, member.sessionId, ownerOf(member));
    const body = SendAgain({ form: error.form, formToken, page: request.parentPage(c.req.path) });
    return await respondWithPlainPage(c, { title: "Send again", body, status: 403 }, member.person.email);
  }
}

/** How often a form is merged with the changes of others before it is rejected. */
const MAX_MERGES = 3;

/** Reads a form and runs its action. A form that the change of somebody else has made outdated is merged with it (merge-form.ts). */
async function runForm(c: Context<HttpEnv>, { action, parentPage, relay, principal }: FormRequest): Promise<Response> {
  const { member } = principal;
  const param = paramsOf(c, action);
  const { fields: sent, operationId, isJson, discard } = await readForm(c, action, member);
  let isRebuilt = false;
  const context = pageContextOf(c, member);
  const writeOf = (values: Body["fields"]) => {
    const { [OPENED_VALUES]: _opened, ...fields } = values;
    return new Write<ActionResult | "repeated">(c, {
      principal,
      admission: principal.admitForm(operationId),
      relay,
      handle: async (org) => {
        const form = action.form === undefined ? {} : parseForm(action.form, fields);
        return await action.act({ ...context, org, param, form, sent: values, operationId });
      },
      control: context.control,
      rebuild: async (_org, marker) => {
        isRebuilt = true;
        return action.rebuildResult?.(marker) ?? "repeated";
      },
      mayRepeat: (result) => action.rebuildResult !== undefined && result !== "repeated" && "data" in result && result.isDryRun !== true,
    });
  };
  let fields: Body["fields"] = sent;
  for (let merges = 0; ; merges += 1) {
    const write = writeOf(fields);
    try {
      const result = await write.reply();
      // An earlier request has made the change, with its own copy of the file.
      if (isRebuilt) await discard?.();
      return await respondWithResult(c, { member, action, parentPage }, result);
    } catch (error) {
      // After other errors, the change may have been committed.
      if (error instanceof ApiError && error.status < 500) await discard?.();
      let rejection = error;
      const { renderCurrent, renderInvalid } = action;
      if (merges < MAX_MERGES && renderCurrent !== undefined && isOutdated(error)) {
        const current = await write.runWithPages(async (org) => await renderCurrent({ ...context, org, param }));
        const merged = await mergeWithCurrent(c, { member, current, fields });
        fields = merged?.fields ?? fields;
        if (merged?.conflicts.length === 0) continue;
        if (merged !== null) rejection = new ApiError("precondition_failed", merged.conflicts);
      }
      // The page would show every element of the JSON. The number of a form's fields is limited. An error without details is shown as a page.
      const readsJson = isJson || isFromScript(c);
      if (!(rejection instanceof ApiError) || renderInvalid === undefined || rejection.details.length === 0 || readsJson) throw rejection;
      c.get("state").errorCode = rejection.code;
      const formState = { values: fields, violations: rejection.details };
      const view = await write.runWithPages(async (org) => await renderInvalid({ ...context, org, param, ...formState }));
      return await respondWithView(c, member, {
        heading: view.title,
        ...view,
        title: `Not saved: ${view.title}`,
        status: rejection.status,
      });
    }
  }
}

interface ResultContext {
  member: Member;
  action: Action;
  parentPage: FormServices["parentPage"];
}

async function respondWithResult(
  c: Context<HttpEnv>,
  { member, action, parentPage }: ResultContext,
  result: ActionResult | "repeated",
): Promise<Response> {
  const base = `/console/${member.organization.id}`;
  if (result === "repeated") {
    const page = action.redirectOnRepeat === undefined ? parentPage(c.req.path) : base + action.redirectOnRepeat;
    return c.redirect(withFlash(page, "repeated"), 303);
  }
  if ("data" in result) return c.json(result.data as object);
  if ("file" in result) return result.file;
  if ("leave" in result) return c.redirect(result.leave, 303);
  if ("view" in result) return await respondWithView(c, member, result.view);
  const url = new URL(c.req.raw.url);
  const to = withTrail(url.pathname.slice(base.length) + url.search, result.to);
  return c.redirect(base + withFlash(to, result.flash), 303);
}
