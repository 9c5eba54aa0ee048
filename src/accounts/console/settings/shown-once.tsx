import type { Child } from "hono/jsx";
import { Notice } from "../../../console/parts/notice";

/** A value that can be copied; by hand where there is no script. `id` is its own on the page. */
export function Copyable({ id, value, button }: { id: string; value: string; button: string }) {
  return (
    <div class="secret">
      <code id={id}>{value}</code>
      <button type="button" hidden data-copy={id}>
        {button}
      </button>
    </div>
  );
}

/** A secret on the one page that has it. */
export function ShownOnce({ id, value, button, children }: { id: string; value: string; button: string; children?: Child }) {
  return (
    <section class="panel shown-once">
      <Notice kind="plain">Copy it now: it is not kept here, and will not be shown again.</Notice>
      <Copyable id={id} value={value} button={button} />
      {children}
    </section>
  );
}
