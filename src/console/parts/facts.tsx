import type { Child } from "hono/jsx";

/** Names and values. What has no value (null or an empty text) is left out. */
export function Facts({ facts, class: name }: { facts: readonly (readonly [name: Child, value: Child])[]; class?: string }) {
  return (
    <dl class={name === undefined ? "facts" : `facts ${name}`}>
      {facts.map(([term, value]) =>
        value === null || value === "" ? null : (
          <>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
    </dl>
  );
}
