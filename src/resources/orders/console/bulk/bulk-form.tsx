import * as z from "zod";
import { pluralize } from "../../../../console/count-text";
import { withoutMessage } from "../../../../console/flash";
import { fromForm, parseForm } from "../../../../console/form";
import { action, type ActionResult as ActionResultOfForm, can, type View } from "../../../../console/page";
import { initialFormState } from "../../../../console/parts/form";
import { PageLink } from "../../../../console/parts/link";
import { Notice } from "../../../../console/parts/notice";
import { Table } from "../../../../console/parts/table";
import { actOnOrders, type OrderAction, resultsFromMarker } from "../../bulk-actions/act-on-orders";
import { type UndoResult, undoResultFromMarker, undoOrderAction } from "../../bulk-actions/undo-order-action";
import type { ActionResult } from "../../bulk-actions/action-result";
import { OrderBulkAction } from "../../bulk-actions/v2/contract";
import { optionalTrackingNumber } from "../../fulfillments/v2/tracking-number";
import { MAX_BULK_ACTION_IDS } from "../../order-limits";
import { queuePath } from "../moving/order-trail";
import { orderListView } from "../list-page";
import { MAX_LIST_QUERY_LENGTH, OrderListQuery } from "../order-query";
import { withFormNames } from "../hold/hold-form";
import { printPath } from "../print/print-page";
import { BULK_ACTIONS, detailOf, type BulkSummary, summaryText } from "./bulk-summary";
import { EXPORT, PRINTS, SHIP_EACH } from "./leading-actions";
import { operationsOf, UndoForm } from "./bulk-message";
import { type NamedResult, withNames } from "./named-results";
import { trackingOf } from "./tracking-lines";

/** The buttons that lead to the pages on which the items of the orders are sent to their suppliers, and their proofs to the buyers. */
const SEND_PAGES = new Map([
  ["send", "/production/send"],
  ["send_proofs", "/production/proofs/send"],
] as const);

const Fields = z.looseObject({
  ids: z.array(z.coerce.number()).min(1, "Select at least one order."),
  do: z.enum([...BULK_ACTIONS, ...PRINTS.keys(), SHIP_EACH, EXPORT, ...SEND_PAGES.keys()], "Choose what to do."),
  back: z.string().max(MAX_LIST_QUERY_LENGTH).default(""),
});

const SharedTracking = z.object({ shared_tracking: optionalTrackingNumber });

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

function resultView(results: readonly NamedResult[], { back, operations }: { back: string; operations: readonly string[] }): View {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const changed = results.filter(({ outcome }) => outcome === "updated").length;
  const rows = failed.map(({ id, name, error }) => [
    <PageLink page={`/orders/${id}`}>{name ?? `#${id}`}</PageLink>,
    error?.details[0]?.message ?? error?.message,
  ]);
  const body = (
    <>
      <Notice kind="bad">
        {`${pluralize(changed, "order")} changed, ${pluralize(results.length - changed - failed.length, "order")} unchanged, ${pluralize(failed.length, "order")} failed.`}
        <UndoForm operations={operations} back={back} />
      </Notice>
      <Table caption="Orders that could not be changed" columns={["Order", "Reason"]} rows={rows} empty="None." />
    </>
  );
  return { title: "Result", back: { page: `/orders?${back}`, label: "All orders" }, body };
}

/** Where the buttons lead that change nothing. */
function pathFor(name: string, ids: readonly number[], back: URLSearchParams): `/${string}` {
  if (name === EXPORT) return `/orders.csv?ids=${ids.join(",")}`;
  if (name === SHIP_EACH) return queuePath({ list: back.toString(), ids, shipped: 0 });
  return printPath(PRINTS.get(name) ?? "slips", ids);
}

/** The fields with the status in its canonical spelling. */
function statusDetail({ set_status }: OrderAction, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return set_status === undefined ? fields : { ...fields, status: set_status.status };
}

/** The list after an action, which says what was done and what can be undone. */
function listAfter(back: URLSearchParams, summary: BulkSummary, operations: readonly string[]): `/${string}` {
  const search = new URLSearchParams(back);
  search.set("did", summaryText(summary));
  if (operations.length > 0) search.set("undo", operations.join("."));
  return `/orders?${search.toString()}`;
}

/** The query of the list that the form was sent from. A list that can't be shown any more is shown without filters. */
function listQuery(back: unknown) {
  const search = withoutMessage(new URLSearchParams(text(back)));
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
  async ({ org, form, operationId }) => {
    const sendPage = [...SEND_PAGES].find(([name]) => name === form.do)?.[1];
    if (sendPage !== undefined) return { to: `${sendPage}?ids=${form.ids.join(",")}` };
    const unique = [...new Set(form.ids)];
    const back = withoutMessage(new URLSearchParams(form.back));
    const bulkAction = BULK_ACTIONS.find((name) => name === form.do);
    if (bulkAction === undefined) return { to: pathFor(form.do, unique, back) };
    const isCheck = form["as"] === "check";
    const isBatch = form["as"] === "data";
    // The schema of the API accepts no more ids than one action may have, but a check has those of the whole selection.
    const body = bodyOf({ ...form, ids: isCheck ? unique.slice(0, MAX_BULK_ACTION_IDS) : form.ids });
    const { ids: _ids, ...orderAction } = parseForm(OrderBulkAction, body);
    const { shared_tracking } = parseForm(SharedTracking, form);
    const tracking = { ids: unique, lines: text(form["tracking"]), shared: shared_tracking ?? "", isBatch };
    const ship = orderAction.ship && { ...orderAction.ship, tracking: await trackingOf(org, tracking) };
    if (isCheck) return { data: { results: [] }, isDryRun: true };
    const { results: outcomes, undoableCount } = await actOnOrders(org, unique, { ...orderAction, ship }, { canUndo: true });
    const results = await withNames(org, outcomes);
    const operations = undoableCount > 0 ? [operationId] : [];
    if (isBatch) return { data: { results, undo: operations } };
    if (results.some(({ outcome }) => outcome === "failed")) return { view: resultView(results, { back: back.toString(), operations }) };
    const count = (wanted: ActionResult["outcome"]): number => results.filter(({ outcome }) => outcome === wanted).length;
    const summary = {
      action: bulkAction,
      changed: count("updated"),
      unchanged: count("unchanged"),
      detail: detailOf(bulkAction, statusDetail(orderAction, form)),
    };
    return { to: listAfter(back, summary, operations) };
  },
);

/** Undoes one bulk action, whose form or script has its operation. A script gets the numbers as data. */
export const undoForm = action(
  {
    path: "/orders/bulk/undo",
    permission: "write",
    form: z.object({
      operation: z
        .string()
        .max(100)
        .refine((operation) => operationsOf(operation).length === 1, "Expected the operation of a bulk action."),
      back: z.string().max(MAX_LIST_QUERY_LENGTH).default(""),
      as: z.literal("data").optional(),
    }),
    redirectOnRepeat: "/orders",
    rebuildResult: (marker) => undoActionResult(undoResultFromMarker(marker)),
  },
  async ({ org, form: { operation, back, as } }) => undoActionResult(await undoOrderAction(org, operation, as === "data" ? null : back)),
);

/** The list that the form was sent from, or data for a script. */
function undoActionResult({ restored, kept, back }: UndoResult): ActionResultOfForm {
  if (back === null) return { data: { restored, kept } };
  const summary = { action: "undo", changed: restored, unchanged: kept, detail: "" } as const;
  return { to: listAfter(withoutMessage(new URLSearchParams(back)), summary, []) };
}
