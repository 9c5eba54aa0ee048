import type { Child } from "hono/jsx";
import { useCan } from "../page-request";
import { PageLink } from "./link";

/** A success, error or information message. Screen readers announce it. With `autofocus`, it gets the page's focus. */
export function Notice({ kind, autofocus = false, children }: { kind: "good" | "bad" | "plain"; autofocus?: boolean; children?: Child }) {
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"} tabindex={autofocus ? -1 : undefined} autofocus={autofocus}>
      {children}
    </div>
  );
}

/** The text of an empty list without filters. Members who can write get a link to the form for the first entry. */
export function EmptyState({ plural, linkText, to }: { plural: string; linkText: string; to: string }) {
  return (
    <>
      No {plural} yet. {useCan("write") ? <PageLink page={to}>{linkText}</PageLink> : "They appear here once somebody has created one."}
    </>
  );
}

/** Replaces a form for members who can only read. */
export function ReadOnlyNotice() {
  return <p class="soft">Your role can view this page but not change anything.</p>;
}
