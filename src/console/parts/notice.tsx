import type { Child } from "hono/jsx";

/** Something that a person is told: what was done, or what went wrong. It is read out by itself; with `autofocus` the page begins there. */
export function Notice({ kind, autofocus = false, children }: { kind: "good" | "bad" | "plain"; autofocus?: boolean; children?: Child }) {
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"} tabindex={autofocus ? -1 : undefined} autofocus={autofocus}>
      {children}
    </div>
  );
}
