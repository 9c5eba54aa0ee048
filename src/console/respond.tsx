import type { Context } from "hono";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import type { HttpEnv } from "../platform/http/context";
import type { ApiError } from "../platform/api-error";
import { type PageRequest, PageRequestProvider } from "./page-request";
import { assetNames } from "./assets";
import { type FormOwner, newFormToken } from "./form-token";
import { PlainDocument, Document } from "./layout";
import { MemberPrincipal } from "./member-principal";
import type { View } from "./page";
import { Icon } from "./parts/icon";
import { Problem, problemTitle } from "./parts/problem";

async function html(c: Context<HttpEnv>, page: { toString: () => string | Promise<string> }, status: number): Promise<Response> {
  const text = await page.toString();
  return new Response(`<!doctype html>${text}`, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

export const ownerOf = ({ person, organization }: Member): FormOwner => ({ personId: person.id, organizationId: organization.id });

const baseOf = ({ organization }: Member) => `/console/${organization.id}`;

export async function respondWithView(c: Context<HttpEnv>, member: Member, view: View): Promise<Response> {
  const { title, heading = title, lead, back, actions, body } = view;
  const content = (
    <>
      <header class="page-head">
        <div>
          {back === undefined ? null : (
            <a class="back" href={`${baseOf(member)}${back.page}`}>
              <Icon name="back" />
              {back.label}
            </a>
          )}
          <h1>{heading}</h1>
          {lead === undefined ? null : <p class="soft">{lead}</p>}
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </header>
      {body}
    </>
  );
  return await respondWithDocument(c, member, { ...view, body: content });
}

async function respondWithDocument(c: Context<HttpEnv>, member: Member, { title, body, script, status = 200 }: View): Promise<Response> {
  const url = new URL(c.req.raw.url);
  const [names, formToken] = await Promise.all([assetNames(c.env), newFormToken(c, member.sessionId, ownerOf(member))]);
  const here = url.pathname + url.search;
  const pageRequest: PageRequest = {
    member,
    base: baseOf(member),
    formToken,
    here,
    now: c.get("state").now,
    icons: names.icons,
    focus: { taken: false },
  };
  const document = (
    <PageRequestProvider value={pageRequest}>
      <Document title={title} names={names} script={script === undefined ? null : names[script]} done={url.searchParams.get("done")}>
        {body}
      </Document>
    </PageRequestProvider>
  );
  return await html(c, document, status);
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

/** Renders an error as a page, or as JSON for a script. */
export async function respondWithError(c: Context<HttpEnv>, error: ApiError): Promise<Response> {
  const { code, message, details, status, headers } = error;
  if (c.req.header("Accept")?.includes("application/json") === true) {
    return new Response(JSON.stringify({ error: { code, message, details } }), {
      status,
      headers: { ...headers, "Content-Type": "application/json" },
    });
  }
  const title = problemTitle(error, c.req.method, c.req.path);
  const view = { title, body: <Problem title={title} error={error} requestId={c.get("state").requestId} path={c.req.path} />, status };
  const principal = c.get("principal");
  const response =
    principal instanceof MemberPrincipal ? await respondWithDocument(c, principal.member, view) : await respondWithPlainPage(c, view);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
