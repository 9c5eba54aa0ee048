import type { Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import type { FoundLink } from "../accounts/links/find-link";
import { LINK_PATH } from "../accounts/links/links";
import { publicFormOf } from "../console/body";
import { assertFormToken, newFormToken, operationOf } from "../console/form-token";
import type { CountedAs } from "../console/session-limit";
import { ApiError, notFound } from "../platform/api-error";
import type { EventRelay, OrgReader } from "../platform/db/org-db";
import type { HttpEnv } from "../platform/http/context";
import { runRead, Write } from "../platform/http/pipeline";
import { assertNotForeign } from "./headers";
import { isLanguage, LANGUAGE_NAME } from "./language";
import { linkOf, LinkPrincipal } from "./link-principal";
import {
  type PublicAction,
  type PublicContext,
  type PublicPage,
  type PublicSite,
  type PublicView,
  type RejectedForm,
  InvalidFormError,
} from "./public-page";
import { baseOf, DONE_NAME, languageOf, respondWithPublicPage } from "./respond";
import { type Sentence, type TextKey, textsOf, type Translate } from "./texts/catalog";

/** The default limit of a form: the longest comment has 2,000 characters, and one that is not Latin takes up to 9 bytes in a form. */
const BODY_LIMIT = 32_768;

/** How many parts the path of a link has: `/p/{organization}/{token}`. */
const BASE_PARTS = 3;

const YEAR_SECONDS = 365 * 24 * 3600;

/** The link of a request, and what is behind it. */
interface OpenedLink {
  site: PublicSite;
  found: FoundLink;
  principal: LinkPrincipal;
  context: PublicContext;
}

/** Opens the link of a request. Throws as `linkOf` does, and 404 Not Found for a page that the link does not have. */
async function openLink(c: Context<HttpEnv>, sites: readonly PublicSite[], as: CountedAs): Promise<OpenedLink> {
  const found = await linkOf(c);
  const site = sites.find(({ purpose }) => purpose === found.link.purpose);
  if (site === undefined) throw notFound();
  // Only changes name who makes them.
  const actor = c.req.method === "POST" ? await site.holder(found.org, found.link) : found.org.actor;
  const principal = new LinkPrincipal(c, found, actor, as);
  c.set("principal", principal);
  const url = new URL(c.req.raw.url);
  const context: PublicContext = {
    env: c.env,
    origin: url.origin,
    now: c.get("state").now,
    link: found.link,
    organizationName: found.organization.name,
    param: c.req.param(),
    search: url.searchParams,
    language: languageOf(c),
    text: textsOf(languageOf(c)),
    base: baseOf(c),
  };
  return { site, found, principal, context };
}

/** Reads and renders a page. It takes three round trips: the organization, the link, and what the page shows. */
async function respondWith(
  c: Context<HttpEnv>,
  { found, principal }: OpenedLink,
  show: (org: OrgReader) => Promise<PublicView | Response>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { link, organization } = found;
  return await runRead(c, {
    principal,
    rejection: null,
    handle: show,
    render: async (shown) => {
      if (shown instanceof Response) return shown;
      return await respondWithPublicPage(c, {
        view: shown,
        owner: shown.owner ?? organization.name,
        formToken: await newFormToken(c, link.id),
        rejected,
      });
    },
    fileOf: (shown) => (shown instanceof Response ? shown : null),
  });
}

/** Keeps the language that somebody chooses, and opens the page without the parameter. Null: the request chooses none. */
function chooseLanguage(c: Context<HttpEnv>): Response | null {
  const url = new URL(c.req.raw.url);
  const chosen = url.searchParams.get(LANGUAGE_NAME) ?? undefined;
  if (!isLanguage(chosen)) return null;
  setCookie(c, LANGUAGE_NAME, chosen, { path: LINK_PATH, secure: true, httpOnly: true, sameSite: "Lax", maxAge: YEAR_SECONDS });
  url.searchParams.delete(LANGUAGE_NAME);
  return c.redirect(url.pathname + url.search, 303);
}

async function servePage(c: Context<HttpEnv>, opened: OpenedLink, page: PublicPage): Promise<Response> {
  return chooseLanguage(c) ?? (await respondWith(c, opened, async (org) => await page.show({ ...opened.context, org })));
}

/** What the frame says about an error that the form does not explain. Null: the page can't be shown at all. */
function sentencesOf(error: ApiError, { explain }: PublicAction, text: Translate): readonly Sentence[] | null {
  if (error.status >= 500 || error.code === "gone" || error.code === "rate_limited") return null;
  if (error instanceof InvalidFormError) return error.sentences;
  const explained = explain?.(error, text) ?? null;
  if (explained !== null) return explained;
  if (error.code === "payload_too_large") return [{ key: "problem_too_large" }];
  if (error.details.some(({ code }) => code === "too_much_contention")) return [{ key: "problem_busy" }];
  return [{ key: error.code === "validation_error" ? "problem_field" : "problem_other" }];
}

/** Reads a form and checks that it was rendered for this link. */
async function readForm(c: Context<HttpEnv>, { id }: FoundLink["link"], { bodyLimit = BODY_LIMIT, acceptsFiles }: PublicAction) {
  const { fields, formToken, text } = await publicFormOf(c, bodyLimit, { acceptsFiles });
  let isOwn = true;
  await assertFormToken(c, id, formToken).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    isOwn = false;
  });
  return { fields, isOwn, operationId: await operationOf({ sessionId: id, token: formToken, path: c.req.path, body: text }) };
}

/**
 * Carries out a form, and redirects to the page with a message. If it can't be carried out, the page shows its present state with what has happened and
 * what was typed.
 */
async function serveAction(c: Context<HttpEnv>, opened: OpenedLink, action: PublicAction, relay: EventRelay): Promise<Response> {
  const { found, principal, context, site } = opened;
  let values: RejectedForm["values"] = {};
  try {
    const { fields, isOwn, operationId } = await readForm(c, found.link, action);
    values = fields;
    if (!isOwn) throw new InvalidFormError([{ key: "problem_form" }]);
    const write = new Write<{ to?: `/${string}`; did: TextKey }>(c, {
      principal,
      admission: principal.admitForm(operationId),
      relay,
      handle: async (org) => await action.act({ ...context, org, form: fields }),
      rebuild: async () => ({ did: "notice_again" }),
    });
    const { to = "/", did } = await write.reply();
    const target = new URL(baseOf(c) + (to === "/" ? "" : to), context.origin);
    target.searchParams.set(DONE_NAME, did);
    return c.redirect(target.pathname + target.search, 303);
  } catch (error) {
    const sentences = error instanceof ApiError ? sentencesOf(error, action, context.text) : null;
    if (!(error instanceof ApiError) || sentences === null) throw error;
    c.get("state").errorCode = error.code;
    const rejected: RejectedForm = { form: c.req.path.slice(baseOf(c).length), sentences, values };
    const show = async (org: OrgReader) => ({ status: error.status, ...(await site.start({ ...context, org }, rejected)) });
    return await respondWith(c, opened, show, rejected);
  }
}

/** Registers the pages and forms behind links. No other place does, so none can skip the checks of the link and the form token. */
export function mountPublicPages(router: Hono<HttpEnv>, sites: readonly PublicSite[], relay: EventRelay): void {
  const base = `${LINK_PATH}:org/:token`;
  router.use(async (c, next) => {
    assertNotForeign(c);
    await next();
  });
  const paths = (method: "pages" | "actions") => new Set(sites.flatMap((site) => site[method].map(({ path }) => path)));
  const routeOf = (path: string) => (path === "/" ? base : base + path);
  for (const path of new Set<`/${string}`>(["/", ...paths("pages")])) {
    router.get(routeOf(path), async (c) => {
      c.get("state").route = routeOf(path);
      const isImage = sites.some((site) => site.pages.some((page) => page.path === path && page.countedAs === "images"));
      const opened = await openLink(c, sites, isImage ? "images" : "pages");
      const start: PublicPage = { path, show: opened.site.start };
      const page = path === "/" ? start : opened.site.pages.find((each) => each.path === path);
      if (page === undefined) throw notFound();
      return await servePage(c, opened, page);
    });
  }
  for (const path of paths("actions")) {
    router.post(routeOf(path), async (c) => {
      c.get("state").route = routeOf(path);
      const opened = await openLink(c, sites, "pages");
      const action = opened.site.actions.find((each) => each.path === path);
      if (action === undefined) throw notFound();
      return await serveAction(c, opened, action, relay);
    });
  }
  const pages = [...paths("pages")];
  for (const path of paths("actions")) {
    if (paths("pages").has(path)) continue;
    // The address of a form that could not be carried out is in the browser. Reloading it opens the page with the form.
    const parentPage = pages.filter((page) => path.startsWith(`${page}/`)).toSorted((one, other) => other.length - one.length)[0] ?? "";
    router.get(routeOf(path), async (c) => {
      c.get("state").route = routeOf(path);
      await openLink(c, sites, "pages");
      // The path as it was sent: decoded, it could have characters that a header must not have.
      const { pathname, search } = new URL(c.req.raw.url);
      return c.redirect(pathname.split("/", BASE_PARTS + parentPage.split("/").length).join("/") + search, 303);
    });
  }
  // Every other address counts as a guess, as one of an unknown link does.
  router.all(`${LINK_PATH}*`, async (c) => {
    c.get("state").route = `${LINK_PATH}*`;
    await openLink(c, sites, "pages");
    throw notFound();
  });
}
