import type { Child } from "hono/jsx";
import type { z, ZodType } from "zod";
import type { OrgDb, OrgReader } from "../platform/db/org-db";
import type { Member, Role } from "../accounts/sign-in/sessions.sql.ts";
import type { Settings } from "../env";
import type { ControlDb } from "../platform/db/control-db";
import type { JsonShape } from "../platform/http/input/json-shape";
import type { RefusalDetail } from "../platform/refusal";
import type { Done } from "./done";

/** What a page or an action needs of the person who asks for it. */
export type Permission = "read" | "write" | "manage";

const MAY: Record<Role, readonly Permission[]> = {
  owner: ["read", "write", "manage"],
  admin: ["read", "write", "manage"],
  member: ["read", "write"],
  viewer: ["read"],
};

/** Whether a role may: viewers read, members also write, admins and owners also manage credentials, members, webhooks and settings. */
export function may(role: Role, permission: Permission): boolean {
  return MAY[role].includes(permission);
}

type Output<S extends ZodType | undefined> = S extends ZodType ? z.output<S> : Record<never, never>;

/** What a handler gets besides its organization and inputs. */
export interface Surroundings {
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
  body: Child;
  /** 200 where nothing is said. */
  status?: 200 | 400;
  /** A script of its own, besides the one that every page has. */
  script?: "import";
}

/** What an action ends with: another page; a page to be seen once, a secret on it; or data for a script. */
export type Outcome = { to: string; done?: Done } | { view: View } | { data: unknown; isDryRun?: boolean };

/** A form as it was filled in, and what is wrong with it. */
export interface Refused {
  values: Readonly<Record<string, unknown>>;
  faults: readonly RefusalDetail[];
}

interface Described<P extends ZodType | undefined, Q extends ZodType | undefined> {
  /** Relative to `/console/:org`. */
  path: `/${string}`;
  needs: Permission;
  param?: P;
  query?: Q;
  /** The page takes something that others then cannot have: it is not begun before it is known who asks. */
  waitsForMember?: true;
}

type PageArgs<P extends ZodType | undefined, Q extends ZodType | undefined> = Surroundings & {
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
  needs: "write" | "manage";
  param?: P;
  /** Of the form's fields as texts (see form.ts), or of JSON that a script sends. */
  form?: F;
  /** The page with the form, filled in as it was and with its faults. Without it a refusal is a page of its own. */
  again?: (args: Surroundings & { org: OrgReader; param: Output<P> } & Refused) => Promise<View>;
  /** The outcome of the same form sent again, from what its marker remembers. Without it that leads to a page. */
  recall?: (remembered: unknown) => Outcome;
  /** Where the same form sent again leads, if not to the page above its path: what was deleted has none. */
  lands?: `/${string}`;
  /** Bytes of request body, where it is not 1 MiB. */
  bodyLimit?: number;
  /** What a large JSON body may hold, looked at before it is parsed. */
  bodyShape?: JsonShape;
}

type ActionArgs<P extends ZodType | undefined, F extends ZodType | undefined> = Surroundings & {
  org: OrgDb;
  param: Output<P>;
  form: Output<F>;
  /** The same for the same form sent again: what commits under it commits once. `org` does so by itself. */
  operationId: string;
};

/** A form's target, with types erased for the router. */
export interface Action extends DescribedAction<ZodType | undefined, ZodType | undefined> {
  method: "post";
  act: (args: unknown) => Promise<Outcome>;
}

/** Declares what a form does. The same form sent twice does it once. */
export function action<P extends ZodType | undefined = undefined, F extends ZodType | undefined = undefined>(
  described: DescribedAction<P, F>,
  act: (args: ActionArgs<P, F>) => Promise<Outcome>,
): Action {
  return { ...described, method: "post", act } as unknown as Action;
}

export type Route = Page | Action;
