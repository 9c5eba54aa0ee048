import { isWebUrl } from "../../platform/values/web-url";
import { usePageRequest } from "../page-request";
import { useOwnFile } from "./design";
import { Icon } from "./icon";

/**
 * The picture of a design that was uploaded, or in its place an icon, which leads to the picture if there is one. Pages load nothing from other hosts,
 * because they would learn who looks at which order.
 */
export function Thumb({ url, label }: { url: string | null; label: string }) {
  const { base } = usePageRequest();
  const id = useOwnFile(url);
  if (id !== null) {
    return (
      <a class="thumb" href={`${base}/files/${id}`} aria-label={label}>
        <img src={`${base}/files/${id}/preview`} alt="" loading="lazy" />
      </a>
    );
  }
  if (url === null || !isWebUrl(url)) {
    return (
      <span class="thumb">
        <Icon name="image" />
      </span>
    );
  }
  return (
    <a class="thumb" href={url} rel="noopener noreferrer nofollow" target="_blank" aria-label={label}>
      <Icon name="image" />
    </a>
  );
}
