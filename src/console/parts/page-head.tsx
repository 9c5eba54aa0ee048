import type { Child } from "hono/jsx";

/** A page's heading, with what can be done on it at the right. */
export function PageHead({ title, lead, children }: { title: string; lead?: Child; children?: Child }) {
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {lead === undefined ? null : <p class="soft">{lead}</p>}
      </div>
      <div class="actions">{children}</div>
    </header>
  );
}
