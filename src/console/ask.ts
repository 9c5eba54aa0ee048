import { createContext, useContext } from "hono/jsx";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import { may, type Permission } from "./page";

/** What every part of a page may want to know of the request that it answers. */
export interface Ask {
  member: Member;
  /** `/console/7`: where the organization's pages are. */
  base: string;
  /** Proves that a form is of this session. */
  formToken: string;
  /** Path and query of this page. */
  here: string;
  now: number;
  /** Whether something on the page has the focus from the beginning. */
  focus: { taken: boolean };
}

const AskContext = createContext<Ask | null>(null);

export const AskProvider = AskContext.Provider;

/** The request that the page being rendered answers. Throws outside of an organization's page. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (ask === null) throw new Error("This part belongs on a page of an organization.");
  return ask;
}

/** Whether what is being rendered has the page's focus: it is the first that asks. A page can give it to one alone. */
export function takesFocus(): boolean {
  const { focus } = useAsk();
  if (focus.taken) return false;
  focus.taken = true;
  return true;
}

/** Whether the person who looks may do something: what they may not is not offered. */
export function useMay(permission: Permission): boolean {
  return may(useAsk().member.role, permission);
}
