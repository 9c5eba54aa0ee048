import type { Child } from "hono/jsx";
import { Copyable } from "./copyable";
import { Notice } from "./notice";

interface ShownOnceProps {
  id: string;
  value: string;
  what: string;
  /** Whether the value is several secrets. */
  isList?: boolean;
  button: string;
}

/** A secret on the only page that shows it, inside of a panel. */
export function ShownOnceValue(props: ShownOnceProps) {
  return (
    <div class="shown-once">
      <Value {...props} />
    </div>
  );
}

export function ShownOnce({ children, ...props }: ShownOnceProps & { children?: Child }) {
  return (
    <section class="panel shown-once">
      <Value {...props} />
      {children}
    </section>
  );
}

function Value({ id, value, what, isList = false, button }: ShownOnceProps) {
  return (
    <>
      <Notice kind="plain">
        Copy the {what} now. {isList ? "They" : "It"} will not be shown again.
      </Notice>
      <Copyable id={id} value={value} button={button} />
    </>
  );
}
