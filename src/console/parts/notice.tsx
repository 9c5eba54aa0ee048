import type { Child } from "hono/jsx";
import { useCan } from "../page-request";
import type { Permission } from "../page";
import { PageButton } from "./link";

interface NoticeProps {
  kind: "good" | "bad" | "plain";
  /** Whether it gets the page's focus. */
  autofocus?: boolean;
  /** Whether it only refers to the errors at the fields of its form. A script removes it with the last of them (browser/field-errors.ts). */
  refersToFields?: boolean;
  /** Whether it is about what was done just now, and not about what the page shows, so that it is not printed. */
  isPassing?: boolean;
  children?: Child;
}

/** A success, error or information message. Screen readers announce it. */
export function Notice({ kind, autofocus = false, refersToFields = false, isPassing = false, children }: NoticeProps) {
  return (
    <div
      class={isPassing ? `notice ${kind} on-screen` : `notice ${kind}`}
      role={kind === "bad" ? "alert" : "status"}
      tabindex={autofocus ? -1 : undefined}
      autofocus={autofocus}
      data-of-fields={refersToFields ? "" : undefined}
    >
      {children}
    </div>
  );
}

interface EmptyStateProps {
  plural: string;
  purpose: string;
  /** The next step: the label of a button and the page that it opens. */
  button: string;
  to: string;
  permission?: Permission;
}

/** An empty list without filters: what it is for and the next step. Members without the permission are told that somebody else creates the entries. */
export function EmptyState({ plural, purpose, button, to, permission = "write" }: EmptyStateProps) {
  const isAllowed = useCan(permission);
  return (
    <>
      <p class="title">No {plural} yet.</p> <p>{isAllowed ? purpose : "They appear here once somebody has created one."}</p>
      {isAllowed ? (
        <p class="actions">
          <PageButton page={to} label={button} icon="plus" />
        </p>
      ) : null}
    </>
  );
}

/** Replaces a form for members who can only read. */
export function ReadOnlyNotice() {
  return <p class="soft">Your role can view this page but not change anything.</p>;
}
