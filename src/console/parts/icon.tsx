import type { IconName } from "../icons";
import { usePageRequest } from "../page-request";

/** An icon, which screen readers skip: the word next to it, or the label of its button, says the same. */
export function Icon({ name }: { name: IconName }) {
  const { icons } = usePageRequest();
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`/console/assets/${icons}#${name}`} />
    </svg>
  );
}
