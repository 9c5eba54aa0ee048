import * as z from "zod";
import { pluralize } from "../../../../console/count-text";
import { fromForm, parseForm } from "../../../../console/form";
import { action, can, type View } from "../../../../console/page";
import { initialFormState } from "../../../../console/parts/form";
import { PageLink } from "../../../../console/parts/link";
import { Notice } from "../../../../console/parts/notice";
import { Table } from "../../../../console/parts/table";
import { actOnOrders, resultsFromMarker } from "../../bulk-actions/act-on-orders";
import type { ActionResult } from "../../bulk-actions/action-result";
import { OrderBulkAction } from "../../bulk-actions/v2/contract";
import { MAX_BULK_ACTION_IDS } from "../../order-limits";
import { orderListView } from "../list-page";
import { OrderListQuery } from "../order-query";
import { withFormNames } from "../hold/hold-form";
import { printPath } from "../print/print-page";
import { PRINTS } from "./print-actions";
import { trackingOf } from "./tracking-lines";

const ACTIONS = ["set_status", "ship", "add_tags", "remove_tags", "assignee", "supplier", "hold", "release"] as const;

/** Leads to the panel in which the items of the orders are sent to their suppliers. */
const SEND = "send";

const Fields = z.looseObject({
  ids: z.array(z.coerce.number()).min(1, "Select at least one order."),
  do: z.enum([...ACTIONS, SEND, ...PRINTS.keys()], "Choose what to do."),
  back: z.string().max(4000).default(""),
});

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const listOf = (value: unknown): string[] =>
  text(value)
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** The body that the API would get for this form, except for tracking numbers, which name orders by their numbers. */
function bodyOf({ ids, do: name, ...fields }: z.output<typeof Fields>): Record<string, unknown> {
  const body = (value: unknown) => ({ ids, [name]: value });
  if (name === "set_status")
    return body({ status: fields["status"], ...(text(fields["reason"]) !== "" && { reason: text(fields["reason"]) }) });
  if (name === "ship") return body({ carrier: text(fields["carrier"]) || null });
  if (name === "add_tags" || name === "remove_tags") return body(listOf(fields["tags"]));
  if (name === "hold") return body({ reason: text(fields["hold_reason"]), until: text(fields["hold_until"]) || null });
  if (name === "release") return { ids, hold: null };
  return body(text(fields[name]) || null);
}

function resultView(results: readonly ActionResult[], back: string): View {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const changed = results.filter(({ outcome }) => outcome === "updated").length;
  const rows = failed.map(({ id, error }) => [
    <PageLink page={`/orders/${id}`}>{`Order with id ${id}`}</PageLink>,
    error?.details[0]?.message ?? error?.message,
  ]);
  const body = (
    <>
      <Notice kind="bad">
        {`${pluralize(changed, "order")} changed, ${pluralize(results.length - changed - failed.length, "order")} unchanged, ${pluralize(failed.length, "order")} failed.`}
      </Notice>
      <Table caption="Orders that could not be changed" columns={["Order", "Reason"]} rows={rows} empty="None." />
    </>
  );
  return { title: "Result", back: { page: `/orders?${back}`, label: "All orders" }, body };
}

/** The query of the list that the form was sent from. A list that can't be shown any more is shown without filters. */
function listQuery(back: unknown) {
  const search = new URLSearchParams(text(back));
  search.delete("done");
  const query = OrderListQuery.safeParse(Object.fromEntries(search));
  return query.success ? { query: query.data, search } : { query: OrderListQuery.parse({}), search: new URLSearchParams() };
}

/**
 * Changes the selected orders as one bulk action of the API does. A rejected form is shown again in its list, with the selection. A script
 * gets the results as data. Before the first batch of a larger selection, it sends the whole selection to have the form checked.
 */
export const bulkForm = action(
  {
    path: "/orders/bulk",
    permission: "write",
    form: fromForm(Fields, { lists: ["ids"] }),
    redirectOnRepeat: "/orders",
    rebuildResult: (marker) => ({ data: { results: resultsFromMarker(marker) } }),
    renderInvalid: async ({ org, member, preference, values, violations }) =>
      await orderListView(org, {
        ...listQuery(values["back"]),
        formState: initialFormState(),
        bulkState: { values, violations: values["do"] === "hold" ? withFormNames(violations) : violations },
        canWrite: can(member, "write"),
        preference,
      }),
  },
  async ({ org, form }) => {
    const document = PRINTS.get(form.do);
    if (document !== undefined) return { to: printPath(document, form.ids) };
    if (form.do === SEND) return { to: `/production/send?ids=${form.ids.join(",")}` };
    const unique = [...new Set(form.ids)];
    const isCheck = form["as"] === "check";
    const isBatch = form["as"] === "data";
    const body = bodyOf({ ...form, ids: isCheck ? unique.slice(0, MAX_BULK_ACTION_IDS) : form.ids });
    const { ids: _ids, ...orderAction } = parseForm(OrderBulkAction, body);
    const tracking = { ids: unique, lines: text(form["tracking"]), shared: text(form["shared_tracking"]), isBatch };
    const ship = orderAction.ship && { ...orderAction.ship, tracking: await trackingOf(org, tracking) };
    if (isCheck) return { data: { results: [] }, isDryRun: true };
    const results = await actOnOrders(org, unique, { ...orderAction, ship });
    if (isBatch) return { data: { results } };
    const back = new URLSearchParams(form.back).toString();
    if (results.some(({ outcome }) => outcome === "failed")) return { view: resultView(results, back) };
    return { to: `/orders${back === "" ? "" : `?${back}`}`, flash: "changed" };
  },
);
