import type { Child } from "hono/jsx";
import type { z, ZodType } from "zod";
import type { OrgDb, OrgReader } from "../platform/db/org-db";
import type { Member, Role } from "../accounts/sign-in/sessions.sql.ts";
import type { Settings } from "../env";
import type { ControlDb } from "../platform/db/control-db";
import type { JsonShape } from "../platform/http/input/json-shape";
import type { ErrorDetail } from "../platform/api-error";
import type { Done } from "./done";

/** The permission that a page or an action requires. */
export type Permission = "read" | "write" | "manage";

const PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: ["read", "write", "manage"],
  admin: ["read", "write", "manage"],
  member: ["read", "write"],
  viewer: ["read"],
};

/** Whether a role has a permission: viewers read, members also write, admins and owners also manage credentials, members, webhooks and settings. */
export function can(role: Role, permission: Permission): boolean {
  return PERMISSIONS[role].includes(permission);
}

type Output<S extends ZodType | undefined> = S extends ZodType ? z.output<S> : Record<never, never>;

/** What a handler gets besides its organization and inputs. */
export interface PageContext {
  env: Env;
  settings: Settings;
  origin: string;
  /** When the request began, ms since 1970. */
  now: number;
  /** Control data: of the organization alone where `organizationControl` makes it so. */
  control: ControlDb;
  member: Member;
  /** The request's query as it came, for links that keep it. */
  search: URLSearchParams;
  /** Does something once the answer has been sent. */
  after: (work: Promise<unknown>) => void;
}

/** A page's content; the document around it is the same for all. */
export interface View {
  title: string;
  /** Where it is not the title. */
  heading?: string;
  /** A line below the heading. */
  lead?: Child;
  /** What can be done, at the right of the heading. */
  actions?: Child;
  body: Child;
  /** 200 where nothing is said. */
  status?: 200 | 400;
  /** A script of its own, besides the one that every page has. */
  script?: "import";
}

/** The result of an action: a redirect, a page that is shown once because it has a secret, or data for a script. */
export type ActionResult = { to: string; done?: Done } | { view: View } | { data: unknown; isDryRun?: boolean };

/** The values of a form and its errors. */
export interface FormState {
  values: Readonly<Record<string, unknown>>;
  violations: readonly ErrorDetail[];
}

interface Described<P extends ZodType | undefined, Q extends ZodType | undefined> {
  /** Relative to `/console/:org`. */
  path: `/${string}`;
  permission: Permission;
  param?: P;
  query?: Q;
  /** The page takes something that others then cannot have: it is not started before the member is known. */
  waitsForMember?: true;
}

type PageArgs<P extends ZodType | undefined, Q extends ZodType | undefined> = PageContext & {
  org: OrgReader;
  param: Output<P>;
  query: Output<Q>;
};

/** A page of an organization, with types erased for the router. */
export interface Page extends Described<ZodType | undefined, ZodType | undefined> {
  method: "get";
  show: (args: unknown) => Promise<View | Response>;
}

/** Declares a page: its path, who may see it, its inputs, and the line that makes it. The router and the tests of every route derive from it. */
export function page<P extends ZodType | undefined = undefined, Q extends ZodType | undefined = undefined>(
  described: Described<P, Q>,
  show: (args: PageArgs<P, Q>) => Promise<View | Response>,
): Page {
  // The router hands each handler exactly the inputs that its own description asks for.
  return { ...described, method: "get", show } as unknown as Page;
}

interface DescribedAction<P extends ZodType | undefined, F extends ZodType | undefined> {
  path: `/${string}`;
  permission: "write" | "manage";
  param?: P;
  /** Of the form's fields as texts (see form.ts), or of JSON that a script sends. */
  form?: F;
  /** Renders the page with the values and errors of a rejected form. Without it, a rejection is a page of its own. */
  renderInvalid?: (args: PageContext & { org: OrgReader; param: Output<P> } & FormState) => Promise<View>;
  /** The result of the same form sent again, from what its marker stores. Without it, sending the form again redirects to a page. */
  rebuildResult?: (marker: unknown) => ActionResult;
  /** Where to redirect if the same form is sent again. Default: the page above its path. A deleted resource has no page. */
  redirectOnRepeat?: `/${string}`;
  /** Bytes of request body, where it is not 1 MiB. */
  bodyLimit?: number;
  /** What a large JSON body may hold, looked at before it is parsed. */
  bodyShape?: JsonShape;
}

type ActionArgs<P extends ZodType | undefined, F extends ZodType | undefined> = PageContext & {
  org: OrgDb;
  param: Output<P>;
  form: Output<F>;
  /** The same for the same form sent again: what commits under it commits once. `org` does so by itself. */
  operationId: string;
};

/** A form's target, with types erased for the router. */
export interface Action extends DescribedAction<ZodType | undefined, ZodType | undefined> {
  method: "post";
  act: (args: unknown) => Promise<ActionResult>;
}

/** Declares what a form does. The same form sent twice does it once. */
export function action<P extends ZodType | undefined = undefined, F extends ZodType | undefined = undefined>(
  described: DescribedAction<P, F>,
  act: (args: ActionArgs<P, F>) => Promise<ActionResult>,
): Action {
  // As for a page.
  return { ...described, method: "post", act } as unknown as Action;
}

export type Route = Page | Action;

type FormPageArgs<P extends ZodType | undefined, Q extends ZodType | undefined> = PageContext & {
  org: OrgReader;
  param: Output<P>;
  /** Empty if the form was rejected. */
  query: Partial<Output<Q>>;
};

interface DescribedForm<P extends ZodType | undefined, Q extends ZodType | undefined, F extends ZodType | undefined>
  extends Described<P, Q>, Omit<DescribedAction<P, F>, "path" | "permission" | "renderInvalid"> {
  permission: "write" | "manage";
  /** The permission that the page requires, if it is not the one that sending the form requires. */
  pagePermission?: Permission;
  /** The path that the form is sent to, if it is not the page's. */
  to?: `/${string}`;
  /** Renders the page. `sent` is the state of a rejected form. */
  show: (args: FormPageArgs<P, Q>, sent?: FormState) => Promise<View>;
}

/** Declares a page with a form, and what the form does. */
export function formPage<
  P extends ZodType | undefined = undefined,
  Q extends ZodType | undefined = undefined,
  F extends ZodType | undefined = undefined,
>(
  { path, to = path, permission, pagePermission = permission, show, ...described }: DescribedForm<P, Q, F>,
  act: (args: ActionArgs<P, F>) => Promise<ActionResult>,
): [Page, Action] {
  const renderInvalid = async (args: PageContext & { org: OrgReader; param: Output<P> } & FormState) => {
    const { values, violations, ...rest } = args;
    return await show({ ...rest, query: {} }, { values, violations });
  };
  return [
    page({ ...described, path, permission: pagePermission }, async (args) => await show(args)),
    action({ ...described, path: to, permission, renderInvalid }, act),
  ];
}
