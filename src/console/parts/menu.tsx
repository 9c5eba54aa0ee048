import type { Child } from "hono/jsx";
import { Icon } from "./icon";

/** The menu of a page's other actions: those that are rare, and those that take something away. */
export function Menu({ open = false, children }: { open?: boolean; children?: Child }) {
  return (
    <details class="drop" open={open}>
      <summary class="button">
        <Icon name="more" />
        More
      </summary>
      <div class="panel">{children}</div>
    </details>
  );
}
