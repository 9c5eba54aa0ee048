import type { Child } from "hono/jsx";
import { Copyable } from "./copyable";
import { Notice } from "./notice";

/** A secret, on the only page that shows it. */
export function ShownOnce({ id, value, button, children }: { id: string; value: string; button: string; children?: Child }) {
  return (
    <section class="panel shown-once">
      <Notice kind="plain">Copy it now. It will not be shown again.</Notice>
      <Copyable id={id} value={value} button={button} />
      {children}
    </section>
  );
}
