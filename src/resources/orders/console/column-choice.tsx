import { Checkbox } from "../../../console/parts/checkboxes";
import { page } from "../../../console/page";
import { usePageRequest } from "../../../console/page-request";
import { preferenceCookie } from "../../../console/preference";
import { viewQuery } from "../views/views";
import { columnsText, ORDER_COLUMNS, type OrderColumn } from "./order-columns";

/** The name under which a browser remembers the columns. */
export const COLUMNS_PREFERENCE = "order-columns";

/** A menu in which a person chooses the columns of the list. It keeps the filters. */
export function ColumnChoice({ columns, search }: { columns: readonly OrderColumn[]; search: URLSearchParams }) {
  const { base } = usePageRequest();
  return (
    <details class="drop column-choice">
      <summary class="button">Columns</summary>
      <form class="panel" method="get" action={`${base}/orders/columns`} aria-label="Columns of the list">
        {ORDER_COLUMNS.map(({ id, name }) => (
          <Checkbox id={`column-${id}`} name="column" value={id} label={name} checked={columns.some((column) => column.id === id)} />
        ))}
        {[...new URLSearchParams(viewQuery(search))].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="actions">
          <button>Show columns</button>
        </div>
      </form>
    </details>
  );
}

/** Lets the browser remember the chosen columns, and returns to the list. */
export const columnsPage = page({ path: "/orders/columns", permission: "read" }, async ({ org, search }) => {
  const query = viewQuery(search);
  const cookie = preferenceCookie(COLUMNS_PREFERENCE, columnsText(search.getAll("column")));
  const to = `/console/${org.organization.id}/orders${query === "" ? "" : `?${query}`}`;
  return new Response(null, { status: 303, headers: { Location: to, "Set-Cookie": cookie } });
});
