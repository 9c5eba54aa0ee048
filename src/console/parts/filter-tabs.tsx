import { countText } from "../count-text";
import { usePageRequest } from "../page-request";
import { hereWith } from "./table";

interface FilterTabsProps {
  /** What the tabs differ in, for screen readers. */
  label: string;
  /** The filter that a tab sets. The others stay. */
  filter: string;
  /** The present value of the filter. Null: it is not set. */
  value: string | null;
  tabs: readonly { name: string; value: string | null; count?: number | undefined }[];
}

/** A tab for each value of a filter of a list. Each begins with the first page. */
export function FilterTabs({ label, filter, value: present, tabs }: FilterTabsProps) {
  const { here } = usePageRequest();
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, value, count }) => (
        <a href={hereWith(here, { [filter]: value, after: null })} aria-current={value === present ? "page" : undefined}>
          {name} {count === undefined ? null : <span class="count">{countText(count)}</span>}
        </a>
      ))}
    </nav>
  );
}
