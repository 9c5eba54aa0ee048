import type { Child } from "hono/jsx";
import { fileOfUrl } from "../../platform/values/file-url";
import { isWebUrl } from "../../platform/values/web-url";
import { usePageRequest } from "../page-request";
import { Icon } from "./icon";
import { ExternalLink, PageLink } from "./link";

/** The file of this organization that a URL names. Null: it is the URL of something else. */
export function useOwnFile(url: string | null): string | null {
  const { origin, member } = usePageRequest();
  return url === null ? null : fileOfUrl(url, origin, member.organization.id);
}

/** The preview of a file. Nothing if the browser has none to show. A page that is printed (`printed`) needs all of its pictures at once. */
export function Preview({ id, size = "small", alt = "" }: { id: string; size?: "small" | "large" | "printed"; alt?: string }) {
  const { base } = usePageRequest();
  return <img class={`preview ${size}`} src={`${base}/files/${id}/preview`} alt={alt} loading={size === "printed" ? "eager" : "lazy"} />;
}

/** The preview of a design on a page that is printed. Nothing for a design that was not uploaded. */
export function PrintedDesign({ url }: { url: string | null }) {
  const id = useOwnFile(url);
  return id === null ? null : <Preview id={id} size="printed" />;
}

interface ThumbnailProps {
  url: string | null;
  /** What the link says: the picture has no text. */
  label: string;
  isLarge?: boolean;
}

/**
 * The picture of a design that was uploaded, or in its place an icon, which leads to the picture if there is one. Pages load nothing from other hosts,
 * because they would learn who looks at which order.
 */
export function Thumbnail({ url, label, isLarge = false }: ThumbnailProps) {
  const { base } = usePageRequest();
  const id = useOwnFile(url);
  const name = isLarge ? "thumbnail large" : "thumbnail";
  if (id !== null) {
    return (
      <a class={name} href={`${base}/files/${id}`} aria-label={label}>
        <img src={`${base}/files/${id}/preview`} alt="" loading="lazy" />
      </a>
    );
  }
  if (url === null || !isWebUrl(url)) {
    return (
      <span class={name}>
        <Icon name="image" />
      </span>
    );
  }
  return (
    <a class={name} href={url} rel="noopener noreferrer nofollow" target="_blank" aria-label={label}>
      <Icon name="image" />
    </a>
  );
}

/** A link to a design: to its page, or to another site. */
export function DesignLink({ url, children }: { url: string; children?: Child }) {
  const id = useOwnFile(url);
  if (id === null) return <ExternalLink href={url}>{children}</ExternalLink>;
  return <PageLink page={`/files/${id}`}>{children ?? "Uploaded file"}</PageLink>;
}
