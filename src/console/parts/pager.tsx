import { usePageRequest } from "../page-request";
import { countText } from "./figures";

/** The page's own address with other parameters; null leaves one out. */
export function hereWith(here: string, changes: Readonly<Record<string, string | null>>): string {
  const url = new URL(here, "https://console.local");
  url.searchParams.delete("done");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

/** The pages of a numbered list: where one is, and the ways on. Of an empty list there are none. */
export function Pager({ page, size, total }: { page: number; size: number; total: number }) {
  const { here } = usePageRequest();
  if (total === 0) return null;
  const last = Math.max(1, Math.ceil(total / size));
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const link = (at: number, rel: "prev" | "next", name: string) => (
    <a class="button" rel={rel} href={hereWith(here, { page: at === 1 ? null : String(at) })}>
      {name}
    </a>
  );
  return (
    <nav class="pager" aria-label="Pages">
      <span class="soft">
        {from > total ? `Nothing on page ${countText(page)}` : `${countText(from)} to ${countText(to)} of ${countText(total)}`}
      </span>
      <span class="actions">
        {page > 1 ? link(Math.min(page - 1, last), "prev", "Previous") : null}
        {page < last ? link(page + 1, "next", "Next") : null}
      </span>
    </nav>
  );
}

/** The way on in a list that is read from a cursor, and back to its beginning. */
export function CursorPager({ next, isFirst }: { next: string | null; isFirst: boolean }) {
  const { here } = usePageRequest();
  if (next === null && isFirst) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="actions">
        {isFirst ? null : (
          <a class="button" href={hereWith(here, { after: null })}>
            First page
          </a>
        )}
        {next === null ? null : (
          <a class="button" rel="next" href={hereWith(here, { after: next })}>
            Next
          </a>
        )}
      </span>
    </nav>
  );
}
