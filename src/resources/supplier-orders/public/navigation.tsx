import { Icon } from "../../../public/layout";
import { usePublicRequest } from "../../../public/public-request";

/** Links to the pages before and after this one. */
export function Pages({ page, hasNext }: { page: number; hasNext: boolean }) {
  const { text, here } = usePublicRequest();
  const to = (number: number) => {
    // `here` is a path. The host only makes it a URL, and is dropped again.
    const url = new URL(here, "https://page.local");
    url.searchParams.set("page", String(number));
    return url.pathname + url.search;
  };
  if (page === 1 && !hasNext) return null;
  return (
    <nav class="tools" aria-label={text("next_page")}>
      {page === 1 ? null : (
        <a class="button" href={to(page - 1)}>
          {text("previous_page")}
        </a>
      )}
      {hasNext ? (
        <a class="button" href={to(page + 1)}>
          {text("next_page")}
        </a>
      ) : null}
    </nav>
  );
}

/** A link to the list of orders, or to the order of a link that has only one. */
export function BackToList() {
  const { base, text } = usePublicRequest();
  return (
    <a class="back" href={base}>
      <Icon name="back" />
      {text("all_orders")}
    </a>
  );
}
