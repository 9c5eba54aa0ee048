import type { Child } from "hono/jsx";

interface UpdatingProps {
  /** Identifies the part in its page. */
  name: string;
  /** Whether something is going on that the part will show. A script asks for the page again until it is over (browser/updating.ts). */
  waits?: boolean;
  children?: Child;
}

/** A part of a page that a script replaces once the page shows something else, while the rest stays as it is. */
export function Updating({ name, waits = false, children }: UpdatingProps) {
  return (
    <div data-updates={name} data-waits={waits ? "" : undefined}>
      {children}
    </div>
  );
}
