import type { Child } from "hono/jsx";

/** Something that a person is told: what was done, or what went wrong. It is read out by itself. */
export function Notice({ kind, children }: { kind: "good" | "bad" | "plain"; children?: Child }) {
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}
