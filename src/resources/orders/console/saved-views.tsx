import type { ViewRow } from "../views/views.sql.ts";
import { isSameView, viewQuery } from "../views/views";
import { useCan } from "../../../console/page-request";
import type { FormState } from "../../../console/page";
import { Form, TextField } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { countText } from "../../../console/count-text";

/** The organization's saved views as links above the list. Renders nothing if there are none. */
export function SavedViews({ views, search }: { views: readonly ViewRow[]; search: URLSearchParams }) {
  if (views.length === 0) return null;
  const query = viewQuery(search);
  return (
    <nav class="views" aria-label="Saved views">
      {views.map((view) => (
        <PageLink page={`/orders?${view.query}`} class="chip" current={isSameView(view.query, query)}>
          {view.name}
        </PageLink>
      ))}
      <PageLink page="/orders/views">{`All views (${countText(views.length)})`}</PageLink>
    </nav>
  );
}

/** A form that saves the current filters as a view, unless there are none or a view already has them. */
export function SaveView({ views, search, ...formState }: FormState & { views: readonly ViewRow[]; search: URLSearchParams }) {
  const query = viewQuery(search);
  if (!useCan("write") || query === "" || views.some((view) => isSameView(view.query, query))) return null;
  return (
    <details class="keep" open={formState.violations.length > 0}>
      <summary>Save these filters</summary>
      <Form to={`/orders?${query}`} class="filters">
        <TextField formState={formState} name="name" label="Name of the view" maxLength={64} required />
        <button>Save view</button>
      </Form>
    </details>
  );
}
