import { foldCase } from "../../../../platform/values/fold-case";
import * as z from "zod";
import { invalid } from "../../../../platform/api-error";
import type { OrgDb } from "../../../../platform/db/org-db";
import { pluralize } from "../../../../console/count-text";
import { fromForm, parseForm } from "../../../../console/form";
import { action, type View } from "../../../../console/page";
import { PageLink } from "../../../../console/parts/link";
import { Notice } from "../../../../console/parts/notice";
import { Table } from "../../../../console/parts/table";
import { actOnOrders, type OrderAction, resultsFromMarker } from "../../bulk-actions/act-on-orders";
import type { ActionResult } from "../../bulk-actions/action-result";
import { OrderBulkAction } from "../../bulk-actions/v2/contract";
import { type OrderNames, readOrderNames } from "../../read-order";
import { type DocumentName, DOCUMENT_NAMES, printPath } from "../print/print-page";

const ACTIONS = ["set_status", "ship", "add_tags", "remove_tags", "assignee", "supplier"] as const;

/** The document that each button of the print menu leads to, by the button's value. */
export const PRINTS: ReadonlyMap<string, DocumentName> = new Map(DOCUMENT_NAMES.map((name) => [`print_${name}`, name]));

const Fields = z.looseObject({
  ids: z.array(z.coerce.number()).min(1, "Select at least one order."),
  do: z.enum([...ACTIONS, ...PRINTS.keys()], "Choose what to do."),
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
  return body(text(fields[name]) || null);
}

interface TrackingOptions {
  ids: readonly number[];
  lines: string;
  /** The tracking number of all orders that no line names. Empty: they have none. */
  shared: string;
  /** Whether this is one batch of a larger selection, so that lines may name orders of other batches. */
  isBatch: boolean;
}

type Tracking = NonNullable<NonNullable<OrderAction["ship"]>["tracking"]>;

/**
 * The tracking numbers of the orders: that of the line that names the order, or the shared one. Throws 400 Bad Request for a line that names no
 * selected order, or several, and for a shared number of orders with different addresses.
 */
async function trackingOf(org: OrgDb, { ids, lines, shared, isBatch }: TrackingOptions): Promise<Tracking> {
  const entries = trackingLines(lines);
  if (entries.length === 0 && shared === "") return [];
  const orders = await readOrderNames(org, ids);
  const own = trackingOfLines(entries, orders, isBatch);
  if (shared === "") return own;
  const named = new Set(own.map(({ id }) => id));
  const rest = orders.filter(({ id }) => !named.has(id));
  if (new Set(rest.map(({ address }) => address)).size > 1) {
    throw invalid(
      "shared_tracking",
      "invalid_value",
      "The selected orders have different addresses, so they cannot share a tracking number.",
    );
  }
  return [...own, ...rest.map(({ id }) => ({ id, tracking_number: shared }))];
}

/** The tracking numbers of the orders that lines name. Lines of a file that name no order of a batch are for others. Throws 400 Bad Request. */
export function trackingOfLines(entries: readonly TrackingLine[], orders: readonly OrderNames[], isBatch: boolean): Tracking {
  const named = orders.flatMap(({ id, names }) => [...new Set(names)].map((name) => ({ id, name })));
  const byName = Map.groupBy(named, ({ name }) => name);
  return entries.flatMap(({ line, order, tracking_number }) => {
    const [match, second] = byName.get(foldCase(order)) ?? [];
    if (second !== undefined) throw invalid("tracking", "invalid_value", `Line ${line}: several selected orders have the number ${order}.`);
    if (match === undefined && !isBatch)
      throw invalid("tracking", "invalid_value", `Line ${line}: no selected order has the number ${order}.`);
    return match === undefined ? [] : [{ id: match.id, tracking_number }];
  });
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

/** Changes the selected orders as one bulk action of the API does. A script gets the results as data. */
export const bulkForm = action(
  {
    path: "/orders/bulk",
    permission: "write",
    form: fromForm(Fields, { lists: ["ids"] }),
    redirectOnRepeat: "/orders",
    rebuildResult: (marker) => ({ data: { results: resultsFromMarker(marker) } }),
  },
  async ({ org, form }) => {
    const document = PRINTS.get(form.do);
    if (document !== undefined) return { to: printPath(document, form.ids) };
    const { ids, ...orderAction } = parseForm(OrderBulkAction, bodyOf(form));
    const unique = [...new Set(ids)];
    const isBatch = form["as"] === "data";
    const tracking = { ids: unique, lines: text(form["tracking"]), shared: text(form["shared_tracking"]), isBatch };
    const ship = orderAction.ship && { ...orderAction.ship, tracking: await trackingOf(org, tracking) };
    const results = await actOnOrders(org, unique, { ...orderAction, ship });
    if (isBatch) return { data: { results } };
    const back = new URLSearchParams(form.back).toString();
    if (results.some(({ outcome }) => outcome === "failed")) return { view: resultView(results, back) };
    return { to: `/orders${back === "" ? "" : `?${back}`}`, flash: "changed" };
  },
);

export interface TrackingLine {
  line: number;
  order: string;
  tracking_number: string;
}

/** Parses lines such as `#1042, 1Z999`. The separator is a comma, a semicolon or a tab. Quotes and lines without a number are left out. */
export function trackingLines(lines: string): TrackingLine[] {
  return lines.split("\n").flatMap((content, index) => {
    const [order = "", tracking_number = ""] = content.split(/[,;\t]/).map((part) => part.replaceAll('"', "").trim());
    return order === "" || tracking_number === "" ? [] : [{ line: index + 1, order, tracking_number }];
  });
}
