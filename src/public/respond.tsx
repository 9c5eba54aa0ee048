import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { assetNames } from "../console/assets";
import type { ApiError } from "../platform/api-error";
import type { HttpEnv } from "../platform/http/context";
import { acceptedLanguage, isLanguage, LANGUAGE_NAME } from "./language";
import { LostForm, Notice, PublicDocument } from "./layout";
import type { PublicView, RejectedForm } from "./public-page";
import { type PublicRequest, PublicRequestProvider } from "./public-request";
import { type Language, type TextKey, textsOf } from "./texts/catalog";
import { EN } from "./texts/en";

/** The parameter of a URL that names what a form has done, so that nobody can link to a page with another text. */
export const DONE_NAME = "done";

/** The language that somebody has chosen, or else that of the browser. */
export function languageOf(c: Context<HttpEnv>): Language {
  const chosen = getCookie(c, LANGUAGE_NAME);
  return isLanguage(chosen) ? chosen : acceptedLanguage(c.req.header("Accept-Language") ?? "");
}

/** The path of the link of a request: `/p/{organization}/{token}`. What is before its first slash counts as a part. */
export const baseOf = (c: Context<HttpEnv>): string => c.req.path.split("/", 4).join("/");

/** Whether a name is that of a text about what a form has done. Anybody can write another one into the address. */
const isDone = (name: string | null): name is TextKey =>
  name !== null && (name.startsWith("did_") || name === "notice_again") && Object.hasOwn(EN, name);

/** What a component returns: a text, or one that waits for others. */
interface Rendered {
  toString: () => string | Promise<string>;
}

const textOf = async (page: Rendered): Promise<string> => await page.toString();

/** A page, and what its frame needs. */
interface FramedView {
  view: PublicView;
  owner: string | null;
  formToken: string;
  rejected?: RejectedForm | null;
}

/** Renders a page in the language of its reader. The message about what was done is shown once. */
export async function respondWithPublicPage(
  c: Context<HttpEnv>,
  { view, owner, formToken, rejected = null }: FramedView,
): Promise<Response> {
  const language = languageOf(c);
  const text = textsOf(language);
  const names = await assetNames(c.env);
  const url = new URL(c.req.raw.url);
  const done = url.searchParams.get(DONE_NAME);
  url.searchParams.delete(DONE_NAME);
  const here = url.pathname + url.search;
  const { icons } = names;
  const request: PublicRequest = { base: baseOf(c), here, language, text, formToken, icons, rejected, isProblemShown: false };
  // The body comes first: it knows whether it has the form that was not carried out.
  const body = await textOf(<PublicRequestProvider value={request}>{view.body}</PublicRequestProvider>);
  const page = (
    <PublicRequestProvider value={request}>
      <PublicDocument title={view.title} owner={owner} names={names}>
        {isDone(done) && view.status === undefined ? <Notice kind="good">{text(done)}</Notice> : null}
        {rejected === null || request.isProblemShown ? null : <LostForm rejected={rejected} />}
        {raw(body)}
      </PublicDocument>
    </PublicRequestProvider>
  );
  return c.html(`<!doctype html>${await textOf(page)}`, (view.status ?? 200) as ContentfulStatusCode);
}

/** What an error that no page of the link can show is called, and what to do. */
const FAILURES: Partial<Record<ApiError["code"], readonly [title: TextKey, explanation: TextKey]>> = {
  gone: ["gone_title", "gone_text"],
  rate_limited: ["fast_title", "fast_text"],
  forbidden: ["foreign_title", "foreign_text"],
};

function failureOf({ code, status }: ApiError, isLink: boolean): readonly [title: TextKey, explanation: TextKey] {
  if (code === "not_found" || code === "method_not_allowed")
    return isLink ? ["missing_title", "missing_text"] : ["gone_title", "gone_text"];
  return FAILURES[code] ?? (status >= 500 ? ["unavailable_title", "unavailable_text"] : ["problem_title", "problem_other"]);
}

/** Renders an error as a page. It tells nobody whether there is such a link. */
export async function respondWithFailure(c: Context<HttpEnv>, error: ApiError): Promise<Response> {
  const isLink = c.get("principal") !== undefined;
  const text = textsOf(languageOf(c));
  const [title, explanation] = failureOf(error, isLink);
  const leadsBack = isLink && error.code !== "gone";
  const body = (
    <section class="failure">
      <h1>{text(title)}</h1>
      <p>{text(explanation)}</p>
      {leadsBack ? (
        <p>
          <a class="button primary" href={baseOf(c)}>
            {text("open_page")}
          </a>
        </p>
      ) : null}
    </section>
  );
  const response = await respondWithPublicPage(c, { view: { title: text(title), body, status: error.status }, owner: null, formToken: "" });
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  return response;
}
