import type { Child } from "hono/jsx";
import type { LinkPurpose } from "../accounts/links/purposes";
import type { LinkRow } from "../accounts/links/links";
import { ApiError } from "../platform/api-error";
import type { Actor, OrgDb, OrgReader } from "../platform/db/org-db";
import type { Language, Sentence, TextKey, Translate } from "./texts/catalog";

/** What a public page knows about its request. The link says in which organization it is, and what it is about. */
export interface PublicContext {
  env: Env;
  origin: string;
  now: number;
  link: LinkRow;
  organizationName: string;
  /** The parts of the path below the link, such as the id of a file. */
  param: Readonly<Record<string, string>>;
  search: URLSearchParams;
  text: Translate;
  language: Language;
  /** The path of the link, without a slash at its end. */
  base: string;
}

export interface PublicView {
  title: string;
  /** Whose page it is. Default: the organization. */
  owner?: string;
  body: Child;
  /** Default: that of the page, or of the problem that it shows. */
  status?: number;
}

/** A form that was not carried out: what happened, and what was typed, so that nobody has to type it again. */
export interface RejectedForm {
  /** The path of the form below the link. */
  form: string;
  sentences: readonly Sentence[];
  values: Readonly<Record<string, unknown>>;
}

interface PublicRoute {
  /** Below the address of the link: `/`, `/files/:id`. */
  path: `/${string}`;
}

/** A page or a file behind a link. `countedAs`: images have a limit of their own, because a page loads many at once. */
export interface PublicPage extends PublicRoute {
  countedAs?: "pages" | "images";
  show: (args: PublicContext & { org: OrgReader }) => Promise<PublicView | Response>;
}

/**
 * A form of a public page. `act` commits at most once, even if the form is sent twice. It returns the text that says what it has done, and the
 * path below the link that is opened then. Default: that of the page that the link opens.
 */
export interface PublicAction extends PublicRoute {
  /** Bytes. Default: 32 KiB. */
  bodyLimit?: number;
  /** Whether it may have files: the values of their fields are bytes. */
  acceptsFiles?: true;
  act: (args: PublicContext & { org: OrgDb; form: Readonly<Record<string, unknown>> }) => Promise<{ to?: `/${string}`; did: TextKey }>;
  /** What an error means to whoever uses the page. Null: the frame has a sentence for it. */
  explain?: (error: ApiError, text: Translate) => readonly Sentence[] | null;
}

/** Everything behind the links of a purpose. */
export interface PublicSite {
  purpose: LinkPurpose;
  /** Who acts with the link, for the history. Throws 404 Not Found if there is no such subject any more. */
  holder: (org: OrgReader, link: LinkRow) => Promise<Actor>;
  /** The page that the link opens. It also shows the present state after a form that was not carried out. */
  start: (args: PublicContext & { org: OrgReader }, rejected?: RejectedForm) => Promise<PublicView>;
  pages: readonly PublicPage[];
  actions: readonly PublicAction[];
}

/** What somebody typed can't be used: nothing is written, and the page says why in its language. */
export class InvalidFormError extends ApiError {
  constructor(readonly sentences: readonly Sentence[]) {
    super("validation_error");
  }
}
