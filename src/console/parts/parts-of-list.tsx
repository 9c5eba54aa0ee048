import { countText } from "../count-text";
import { PageLink } from "./link";
import { capitalized } from "./values";

/** One page of rows that were read together. */
export interface PartOfList<T> {
  rows: readonly T[];
  /** The number of this page, and of the last one. */
  page: number;
  last: number;
  /** Which rows these are: `51 to 100 of 2,000`. */
  range: string;
}

/** Takes a page of rows. One that does not exist is the last one. */
export function partOf<T>(all: readonly T[], page: number, size: number): PartOfList<T> {
  const last = Math.max(1, Math.ceil(all.length / size));
  const at = Math.min(page, last);
  const rows = all.slice((at - 1) * size, at * size);
  const from = (at - 1) * size + 1;
  return { rows, page: at, last, range: `${countText(from)} to ${countText(from + rows.length - 1)} of ${countText(all.length)}` };
}

interface PartPagerProps {
  part: PartOfList<unknown>;
  /** What the rows are, for screen readers: "items". */
  plural: string;
  pathOf: (page: number) => `/${string}`;
}

/** Links to the pages before and after this one. Nothing if there is only one. */
export function PartPager({ part: { page, last, range }, plural, pathOf }: PartPagerProps) {
  if (last === 1) return null;
  const link = (to: number, label: string) => (
    <PageLink page={pathOf(to)} class="button">
      {label}
      <span class="hidden">{` ${plural}`}</span>
    </PageLink>
  );
  return (
    <nav class="pager" aria-label={capitalized(plural)}>
      <span class="soft">
        {range}
        <span class="on-paper">{`. The other ${plural} are on further pages.`}</span>
      </span>
      <span class="actions">
        {page > 1 ? link(page - 1, "Previous") : null}
        {page < last ? link(page + 1, "Next") : null}
      </span>
    </nav>
  );
}
