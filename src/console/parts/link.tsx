import type { Child } from "hono/jsx";
import { usePageRequest, useCan } from "../page-request";
import { isWebUrl } from "../../platform/values/web-url";
import type { IconName } from "../icons";
import type { Permission } from "../page";
import { withTrail } from "../trail";
import { Icon } from "./icon";

/** A link to a page of the organization. `current` marks the page that is shown. */
export function PageLink({ page, class: name, current, children }: { page: string; class?: string; current?: boolean; children?: Child }) {
  const { base, here } = usePageRequest();
  return (
    <a href={base + withTrail(here.slice(base.length), page)} class={name} aria-current={current === true ? "page" : undefined}>
      {children}
    </a>
  );
}

/** The same link as a button. It is shown only to members with the permission. */
export function PageButton({
  page,
  label,
  object,
  icon,
  primary,
  permission = "read",
}: {
  page: string;
  label: string;
  /** The rest of the label, which a phone does not show at a page's heading. */
  object?: string;
  icon?: IconName;
  primary?: boolean;
  permission?: Permission;
}) {
  if (!useCan(permission)) return null;
  return (
    <PageLink page={page} class={primary === true ? "button primary" : "button"}>
      {icon === undefined ? null : <Icon name={icon} />}
      {label}
      {object === undefined ? null : <span class="object">{` ${object}`}</span>}
    </PageLink>
  );
}

/** A link to another site. A URL that is not http or https is shown as text. */
export function ExternalLink({ href, children }: { href: string; children?: Child }) {
  if (!isWebUrl(href)) return <span>{href}</span>;
  return (
    <a href={href} rel="noopener noreferrer nofollow" target="_blank">
      {children ?? href}
    </a>
  );
}
