import { createContext, useContext } from "hono/jsx";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import { can, type Permission } from "./page";

export interface PageRequest {
  member: Member;
  /** The path prefix of the organization's pages: `/console/7`. */
  base: string;
  /** Proves that a form was rendered for this session (see form-token.ts). */
  formToken: string;
  /** The path and the query of the page, from which its links to other pages of a list start. */
  here: string;
  now: number;
  /** The scheme and the host of the request. */
  origin: string;
  /** The name of the file with the icons. */
  icons: string;
  /** Whether an element of the page already has the autofocus. */
  focus: { taken: boolean };
  /** The forms of the page that change a resource with a version, by where they are sent. They are complete once the page is rendered. */
  forms: Map<string, RenderedForm>;
}

/** A form of a page: the version of its resource, and the values of its fields as a browser would send them. */
export interface RenderedForm {
  version: number;
  values: Record<string, string | readonly string[]>;
  /** What people read in place of a value that they choose by its label. */
  labels: Record<string, string>;
}

const PageRequestContext = createContext<PageRequest | null>(null);

export const PageRequestProvider = PageRequestContext.Provider;

/** Returns the data of the current request. Throws outside an organization's page. */
export function usePageRequest(): PageRequest {
  const pageRequest = useContext(PageRequestContext);
  if (pageRequest === null) throw new Error("This component can only be rendered on a page of an organization.");
  return pageRequest;
}

/** Gives the autofocus to the element being rendered, if no other one has it. Only the first call for a page returns true. */
export function claimFocus(): boolean {
  const { focus } = usePageRequest();
  if (focus.taken) return false;
  focus.taken = true;
  return true;
}

/** Whether the member has a permission. Pages leave out links and forms that the member may not use. */
export function useCan(permission: Permission): boolean {
  return can(usePageRequest().member, permission);
}
