import { fileOfUrl } from "../../platform/values/file-url";
import { usePageRequest } from "../page-request";
import { ExternalLink, PageLink } from "./link";
import type { Child } from "hono/jsx";

/** The file of this organization that a URL names. Null: it is the URL of something else. */
export function useOwnFile(url: string | null): string | null {
  const { origin, member } = usePageRequest();
  return url === null ? null : fileOfUrl(url, origin, member.organization.id);
}

interface ThumbnailProps {
  url: string | null;
  /** `paper` is for a page that is printed, which needs all of its images at once. */
  size?: "small" | "paper";
}

/** The preview of a design that was uploaded. Images of other sites are not shown, because they would tell these sites who looks at which order. */
export function Thumbnail({ url, size = "small" }: ThumbnailProps) {
  const { base } = usePageRequest();
  const id = useOwnFile(url);
  if (id === null) return null;
  return <img class={`thumbnail ${size}`} src={`${base}/files/${id}/preview`} alt="" loading={size === "paper" ? "eager" : "lazy"} />;
}

/** A link to a design: to its page, or to another site. */
export function DesignLink({ url, children }: { url: string; children?: Child }) {
  const id = useOwnFile(url);
  if (id === null) return <ExternalLink href={url}>{children}</ExternalLink>;
  return <PageLink page={`/files/${id}`}>{children ?? "Uploaded file"}</PageLink>;
}
