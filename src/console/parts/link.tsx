import type { Child } from "hono/jsx";
import { usePageRequest, useMay } from "../page-request";
import type { Permission } from "../page";

/** A link to a page of the organization; `current` where it is the one that is shown. */
export function To({ page, class: name, current, children }: { page: string; class?: string; current?: boolean; children?: Child }) {
  const { base } = usePageRequest();
  return (
    <a href={base + page} class={name} aria-current={current === true ? "page" : undefined}>
      {children}
    </a>
  );
}

/** The same as a button; only for members with the permission `needs`. */
export function ButtonTo({ page, label, primary, needs = "read" }: { page: string; label: string; primary?: boolean; needs?: Permission }) {
  if (!useMay(needs)) return null;
  return (
    <To page={page} class={primary === true ? "button primary" : "button"}>
      {label}
    </To>
  );
}

/** A link to somewhere else, as somebody wrote it: shown as text where it is none of the web's. */
export function Outside({ href, children }: { href: string; children?: Child }) {
  const isWeb = URL.canParse(href) && ["http:", "https:"].includes(new URL(href).protocol);
  if (!isWeb) return <span>{href}</span>;
  return (
    <a href={href} rel="noopener noreferrer nofollow" target="_blank">
      {children ?? href}
    </a>
  );
}
