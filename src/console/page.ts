import type { Child } from "hono/jsx";
import type { z, ZodType } from "zod";
import { type Access, hasMoney } from "../accounts/members/access";
import type { MoneyDb, MoneyReader, OrgDb, OrgReader } from "../platform/db/org-db";
import type { PageKind } from "../platform/db/list/page-limit";
import type { Member, Role } from "../accounts/sign-in/sessions.sql.ts";
import type { Settings } from "../platform/env";
import type { ControlDb } from "../platform/db/control-db";
import type { UploadRules } from "../platform/http/input/upload-rules";
import type { JsonShape } from "../platform/reading/json-shape";
import type { ErrorDetail } from "../platform/api-error";
import type { FlashName } from "./flash";
import type { CountedAs } from "./session-limit";

/** A permission in an organization. Everybody has "read". */
export type Permission = "read" | "write" | "manage" | "own" | "money";

/** What a page or an action requires: a permission, or both of two. */
type RequiredPermission = Permission | readonly ["write", "money"];

/** The permissions of the roles, without "money", which members may have in addition to their role. */
const PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: ["read", "write", "manage", "own"],
  admin: ["read", "write", "manage"],
  member: ["read", "write"],
  viewer: ["read"],
};

/**
 * Whether a member has a permission: viewers read, members also write, admins also manage credentials, members, webhooks, connections and
 * settings, and owners also handle the data as a whole (`own`): personal data, exports and the deletion. `money` shows costs, profit, expenses
 * and analytics.
 */
export function can(access: Access, permission: Permission): boolean {
  return permission === "money" ? hasMoney(access) : PERMISSIONS[access.role].includes(permission);
}

/** Access to costs, profit and expenses for a page that others may open too. Null if the member may not see them. */
export function moneyReader(org: OrgReader, member: Member): MoneyReader | null {
  return can(member, "money") ? (org as MoneyReader) : null;
}

type IncludesMoney<R extends RequiredPermission> = [R] extends ["money" | readonly ["write", "money"]] ? true : false;
type ReaderFor<R extends RequiredPermission> = IncludesMoney<R> extends true ? MoneyReader : OrgReader;
type DbFor<R extends RequiredPermission> = IncludesMoney<R> extends true ? MoneyDb : OrgDb;

type Output<S extends ZodType | undefined> = S extends ZodType ? z.output<S> : Record<never, never>;

export interface PageContext {
  env: Env;
  settings: Settings;
  origin: string;
  /** When the request started, ms since 1970. */
  now: number;
  /** Access to the control data of all organizations. `organizationControl` limits it to this one. */
  control: ControlDb;
  member: Member;
  /** The unparsed query of the request, for links that keep it. */
  search: URLSearchParams;
  /** Returns what the person's browser remembers under a name (preference.ts), or null. */
  preference: (name: string) => string | null;
  /** Keeps the Worker running until the work is done (`waitUntil`). The response does not wait for it. */
  after: (work: Promise<unknown>) => void;
}

/** The content of a page. The document around it is the same for all pages. */
export interface View {
  title: string;
  /** Default: the title. */
  heading?: string;
  /** A paragraph below the heading. */
  lead?: Child;
  /** The page that this one belongs to, for a link above the heading. `isPrinted`: the page itself does not name it. */
  back?: { page: `/${string}`; label: string; isPrinted?: boolean };
  actions?: Child;
  body: Child;
  /** The page that its links to other pages of a list start from, relative to the organization's pages. Default: that of the request. */
  here?: `/${string}`;
  /** Default: 200 OK. */
  status?: number;
  /** A script in addition to the one that every page loads. */
  script?: "import" | "upload";
  /** What the page says for the message in its URL. Null: the text of this message. */
  message?: (name: FlashName) => string | null;
}

/** The result of an action: a redirect, a page that is shown only once because it contains a secret, a file, or data for a script. */
export type ActionResult =
  /** `to` is a page of the organization, and `flash` the message that it then shows. */
  | { to: string; flash?: FlashName }
  /** Leads out of the organization. */
  | { leave: `/console/${string}` }
  | { view: View }
  | { file: Response }
  /** `isDryRun`: the form only asks what would happen, so that no earlier request of it has changed anything either. */
  | { data: unknown; isDryRun?: boolean };

/** What a form shows: the values that it is opened with, or those that were sent if it was rejected, with the reasons. */
export interface FormState {
  values: Readonly<Record<string, unknown>>;
  violations: readonly ErrorDetail[];
}

interface PageOptions<P extends ZodType | undefined, Q extends ZodType | undefined, R extends RequiredPermission = RequiredPermission> {
  /** Relative to `/console/:org`. */
  path: `/${string}`;
  permission: R;
  param?: P;
  query?: Q;
  /** Whether the page starts only after the member has been read from the database, because it acquires a lock. */
  waitsForMember?: true;
  /** The limit of the rows that it reads (page-limit.ts). Default: that of ordinary pages. */
  pages?: PageKind;
  /** What its requests count as. Default: pages. */
  countedAs?: CountedAs;
}

type PageArgs<P extends ZodType | undefined, Q extends ZodType | undefined, R extends RequiredPermission> = PageContext & {
  org: ReaderFor<R>;
  param: Output<P>;
  query: Output<Q>;
};

/** A page of an organization, with types erased for the router. */
export interface Page extends PageOptions<ZodType | undefined, ZodType | undefined> {
  method: "get";
  show: (args: unknown) => Promise<View | Response>;
}

/** Declares a page: its path, permission, inputs and handler. The router and the tests of all routes are derived from it. */
export function page<
  const R extends RequiredPermission,
  P extends ZodType | undefined = undefined,
  Q extends ZodType | undefined = undefined,
>(options: PageOptions<P, Q, R>, show: (args: PageArgs<P, Q, R>) => Promise<View | Response>): Page {
  // The cast is safe because the router parses each handler's inputs with the schemas in its options.
  return { ...options, method: "get", show } as unknown as Page;
}

type ActionPermission = Exclude<RequiredPermission, "read" | "money">;

interface ActionOptions<P extends ZodType | undefined, F extends ZodType | undefined, R extends ActionPermission = ActionPermission> {
  path: `/${string}`;
  permission: R;
  param?: P;
  /** The schema of the form's fields, which are texts (see form.ts), or of the JSON that a script sends. */
  form?: F;
  /** Renders the page with the values and errors of a rejected form. Without it, an error page is shown. */
  renderInvalid?: (args: PageContext & { org: ReaderFor<R>; param: Output<P> } & FormState) => Promise<View>;
  /**
   * Renders the page with the current values, with which a form is merged that somebody else's change has made outdated. Without it, such a form is
   * rejected.
   */
  renderCurrent?: (args: PageContext & { org: ReaderFor<R>; param: Output<P> }) => Promise<View>;
  /** Rebuilds the result from the write marker if the same form is sent twice. Without it, the second request is redirected. */
  rebuildResult?: (marker: unknown) => ActionResult;
  /**
   * Where to redirect if the same form is sent twice. Default: the form's page, which no longer exists if the action deletes its resource.
   */
  redirectOnRepeat?: `/${string}`;
  /** The maximum size of the request body in bytes. Default: 1 MiB. */
  bodyLimit?: number;
  /**
   * The body is the bytes of a file, which are stored while they arrive. The fields of `form` are the parameters of the URL, and `upload` is the stored
   * object.
   */
  upload?: UploadRules;
  /** Whether the form may have small files, which are read into memory: the values of their fields are bytes. */
  acceptsFiles?: true;
  /** Limits on the contents of a JSON body, checked before it is parsed. Without one, they are those of ORDINARY_SHAPE. */
  bodyShape?: JsonShape;
}

type ActionArgs<P extends ZodType | undefined, F extends ZodType | undefined, R extends ActionPermission> = PageContext & {
  org: DbFor<R>;
  param: Output<P>;
  form: Output<F>;
  /** What was sent, to show the form again without an error. */
  sent: FormState["values"];
  /** Identifies this submission of the form, so that its writes commit only once. `org` uses it automatically. */
  operationId: string;
};

/** The handler of a form, with types erased for the router. */
export interface Action extends ActionOptions<ZodType | undefined, ZodType | undefined> {
  method: "post";
  act: (args: unknown) => Promise<ActionResult>;
}

/** Declares the action of a form. If the same form is sent twice, the action commits only once. */
export function action<
  const R extends ActionPermission,
  P extends ZodType | undefined = undefined,
  F extends ZodType | undefined = undefined,
>(options: ActionOptions<P, F, R>, act: (args: ActionArgs<P, F, R>) => Promise<ActionResult>): Action {
  // The cast is safe for the same reason as in `page`.
  return { ...options, method: "post", act } as unknown as Action;
}

export type Route = Page | Action;

type FormPageArgs<P extends ZodType | undefined, Q extends ZodType | undefined, R extends ActionPermission> = PageContext & {
  org: ReaderFor<R>;
  param: Output<P>;
  /** Empty if the form was rejected. */
  query: Partial<Output<Q>>;
};

interface FormPageOptions<
  R extends ActionPermission,
  P extends ZodType | undefined,
  Q extends ZodType | undefined,
  F extends ZodType | undefined,
>
  extends PageOptions<P, Q, R>, Omit<ActionOptions<P, F, R>, "path" | "permission" | "renderInvalid" | "renderCurrent"> {
  /** The permission that the page requires, if it is not the one that sending the form requires. */
  pagePermission?: IncludesMoney<R> extends true ? "money" : "read";
  /** The path that the form is sent to, if it is not the page's. */
  to?: `/${string}`;
  /** Whether the form decides something about what it shows, so that an outdated one is rejected and not merged. */
  isDecision?: boolean;
  show: (args: FormPageArgs<P, Q, R>, sent?: FormState) => Promise<View>;
}

/** Declares a page with a form, and the action of the form. A rejected form is shown by the same page. */
export function formPage<
  const R extends ActionPermission,
  P extends ZodType | undefined = undefined,
  Q extends ZodType | undefined = undefined,
  F extends ZodType | undefined = undefined,
>(
  { path, to = path, permission, pagePermission, isDecision = false, show, ...options }: FormPageOptions<R, P, Q, F>,
  act: (args: ActionArgs<P, F, R>) => Promise<ActionResult>,
): [Page, Action] {
  const renderInvalid = async (args: PageContext & { org: ReaderFor<R>; param: Output<P> } & FormState) => {
    const { values, violations, ...rest } = args;
    return await show({ ...rest, query: {} }, { values, violations });
  };
  const renderCurrent = async (args: PageContext & { org: ReaderFor<R>; param: Output<P> }) => await show({ ...args, query: {} });
  return [
    // The page may read what its form may, because `pagePermission` includes "money" if `permission` does.
    page({ ...options, path, permission: pagePermission ?? permission }, async (args) => await show(args as FormPageArgs<P, Q, R>)),
    action({ ...options, path: to, permission, renderInvalid, ...(!isDecision && { renderCurrent }) }, act),
  ];
}
