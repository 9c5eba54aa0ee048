import { isWebUrl } from "../../platform/values/web-url";
import { Icon } from "./icon";

/**
 * The place of a picture: an icon, which leads to the picture if there is one. Pages load nothing from other hosts, because they would learn who
 * looks at which order.
 */
export function Thumb({ url, label }: { url: string | null; label: string }) {
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
