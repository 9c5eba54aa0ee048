import { createContext, useContext } from "hono/jsx";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import { can, type Permission } from "./page";

/** The request that a page is rendered for, with what any part of the page may need. */
export interface PageRequest {
  member: Member;
  /** `/console/7`: where the organization's pages are. */
  base: string;
  /** Proves that a form is of this session. */
  formToken: string;
  /** Path and query of this page. */
  here: string;
  now: number;
  /** Whether an element of the page already takes the focus. */
  focus: { taken: boolean };
}

const PageRequestContext = createContext<PageRequest | null>(null);

export const PageRequestProvider = PageRequestContext.Provider;

/** Returns the request that the page is rendered for. Throws outside an organization's page. */
export function usePageRequest(): PageRequest {
  const pageRequest = useContext(PageRequestContext);
  if (pageRequest === null) throw new Error("This part belongs on a page of an organization.");
  return pageRequest;
}

/** Whether the element being rendered takes the focus of the page. Only the first one that calls this does. */
export function takesFocus(): boolean {
  const { focus } = usePageRequest();
  if (focus.taken) return false;
  focus.taken = true;
  return true;
}

/** Whether the member has a permission. The page leaves out what they may not do. */
export function useCan(permission: Permission): boolean {
  return can(usePageRequest().member.role, permission);
}
