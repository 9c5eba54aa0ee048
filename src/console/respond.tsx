import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import type { HttpEnv } from "../platform/http/context";
import type { ApiError } from "../platform/api-error";
import { type PageRequest, PageRequestProvider, type RenderedForm } from "./page-request";
import { assetNames } from "./assets";
import { flashOf, takeFlash } from "./flash";
import { type FormOwner, newFormToken } from "./form-token";
import { PlainDocument, Document } from "./layout";
import { MemberPrincipal } from "./member-principal";
import type { View } from "./page";
import { Icon } from "./parts/icon";
import { Problem, problemTitle } from "./parts/problem";
import { Moment } from "./parts/values";
import { withTrail } from "./trail";

/** An element of JSX, whose text is its HTML. */
interface JsxElement {
  toString: () => string | Promise<string>;
}

const textOf = async (page: JsxElement): Promise<string> => await page.toString();

async function html(c: Context<HttpEnv>, page: JsxElement, status: number): Promise<Response> {
  // With the cookies that were set for this request.
  return c.html(`<!doctype html>${await textOf(page)}`, status as ContentfulStatusCode);
}

export const ownerOf = ({ person, organization }: Member): FormOwner => ({ personId: person.id, organizationId: organization.id });

const baseOf = ({ organization }: Member) => `/console/${organization.id}`;

export async function respondWithView(c: Context<HttpEnv>, member: Member, view: View): Promise<Response> {
  return await respondWithDocument(c, member, { ...view, body: contentOf(c, member, view) });
}

/** The forms that a page would have, without responding with it. */
export async function formsOf(c: Context<HttpEnv>, member: Member, view: View): Promise<ReadonlyMap<string, RenderedForm>> {
  const { document, forms } = await documentOf(c, member, view);
  await textOf(document);
  return forms;
}

function contentOf(c: Context<HttpEnv>, member: Member, view: View) {
  const { title, heading = title, lead, back, actions, body } = view;
  const base = baseOf(member);
  const url = new URL(c.req.raw.url);
  const here = url.pathname.slice(base.length) + url.search;
  return (
    <>
      <header class="page-head" data-updates="head">
        <div>
          {back === undefined ? null : (
            <a class={back.isPrinted === true ? "back printed" : "back"} href={base + withTrail(here, back.page)}>
              <Icon name="back" />
              {back.label}
            </a>
          )}
          <h1>{heading}</h1>
          {lead === undefined ? null : <p class="soft">{lead}</p>}
          <p class="on-paper">
            {`${member.organization.name}, printed `}
            <Moment at={c.get("state").now} time />
          </p>
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </header>
      {body}
    </>
  );
}

async function respondWithDocument(c: Context<HttpEnv>, member: Member, view: View): Promise<Response> {
  return await html(c, (await documentOf(c, member, view)).document, view.status ?? 200);
}

async function documentOf(c: Context<HttpEnv>, member: Member, { title, body, here, script, message }: View) {
  const { url, name } = takeFlash(c.req.raw.url);
  const [names, formToken] = await Promise.all([assetNames(c.env), newFormToken(c, member.sessionId, ownerOf(member))]);
  const pageRequest: PageRequest = {
    member,
    base: baseOf(member),
    formToken,
    here: here === undefined ? url.pathname + url.search : baseOf(member) + here,
    now: c.get("state").now,
    origin: url.origin,
    icons: names.icons,
    focus: { taken: false },
    forms: new Map(),
  };
  const document = (
    <PageRequestProvider value={pageRequest}>
      <Document title={title} names={names} script={script === undefined ? null : names[script]} message={flashOf(name, message)}>
        {body}
      </Document>
    </PageRequestProvider>
  );
  return { document, forms: pageRequest.forms };
}

/** Renders a page outside of any organization: the sign-in, the choice of an organization, the person's account. */
export async function respondWithPlainPage(c: Context<HttpEnv>, { title, body, status = 200 }: View, signedInAs: string | null = null) {
  const names = await assetNames(c.env);
  return await html(
    c,
    <PlainDocument title={title} names={names} signedInAs={signedInAs}>
      {body}
    </PlainDocument>,
    status,
  );
}

/** Whether a script sent the request, which reads JSON. */
export function isFromScript(c: Context<HttpEnv>): boolean {
  return c.req.header("Accept")?.includes("application/json") === true;
}

/** The path of the page of the console that a form was on, from the Referer header. Null for any other request. */
function pageBefore(c: Context<HttpEnv>): string | null {
  const text = c.req.header("Referer") ?? "";
  if (c.req.method === "GET" || !URL.canParse(text)) return null;
  const { origin, pathname, search } = takeFlash(text).url;
  return origin === new URL(c.req.raw.url).origin && pathname.startsWith("/console/") ? pathname + search : null;
}

/** Renders an error as a page, or as JSON for a script. */
export async function respondWithError(c: Context<HttpEnv>, error: ApiError): Promise<Response> {
  const { code, message, details, status, headers } = error;
  if (isFromScript(c)) {
    return new Response(JSON.stringify({ error: { code, message, details } }), {
      status,
      headers: { ...headers, "Content-Type": "application/json" },
    });
  }
  const title = problemTitle(error, c.req.method, c.req.path);
  const { requestId } = c.get("state");
  const request = { method: c.req.method, url: new URL(c.req.raw.url), from: pageBefore(c) };
  const problem = <Problem title={title} error={error} requestId={requestId} {...request} />;
  const view = { title, body: problem, status };
  const principal = c.get("principal");
  const response =
    principal instanceof MemberPrincipal ? await respondWithDocument(c, principal.member, view) : await respondWithPlainPage(c, view);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
