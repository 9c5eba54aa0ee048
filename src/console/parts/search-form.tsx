import { Icon } from "./icon";

/** A search field for orders and products. It needs no script: Enter opens the results. */
export function SearchForm({
  base,
  text = "",
  label,
  name = "search-page",
}: {
  base: string;
  text?: string;
  label: string;
  name?: string;
}) {
  return (
    <search>
      <form class="find" method="get" action={`${base}/search`}>
        <label class="hidden" for={name}>
          {label}
        </label>
        <Icon name="search" />
        <input id={name} name="q" type="search" value={text} placeholder="Search" maxlength={200} />
      </form>
    </search>
  );
}
