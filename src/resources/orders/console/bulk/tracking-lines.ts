import { ApiError, type InputViolation } from "../../../../platform/api-error";
import type { OrgReader } from "../../../../platform/db/org-db";
import { foldCase } from "../../../../platform/values/fold-case";
import type { OrderAction } from "../../bulk-actions/act-on-orders";
import { MAX_TRACKING_NUMBER_LENGTH } from "../../order-limits";
import { type LineProblem, MAX_LINE_PROBLEMS, parseTrackingLines, type TrackingLine } from "../../fulfillments/tracking-lines";
import { type OrderNames, readNamesAndAddresses } from "../../read-order";

const PROBLEMS = {
  format: "expected the number of an order and a tracking number, with a comma, a semicolon or a tab between them.",
  too_long: `a tracking number has at most ${MAX_TRACKING_NUMBER_LENGTH} characters.`,
  damaged: "a spreadsheet has changed this tracking number.",
} as const satisfies Record<LineProblem["problem"], string>;

const lineError = (line: number, message: string): InputViolation => ({
  path: "tracking",
  code: "invalid_line",
  message: `Line ${line}: ${message}`,
});

function addError(errors: InputViolation[], error: InputViolation): void {
  if (errors.length < MAX_LINE_PROBLEMS) errors.push(error);
}

type Tracking = NonNullable<NonNullable<OrderAction["ship"]>["tracking"]>;

interface TrackingOptions {
  ids: readonly number[];
  lines: string;
  /** The tracking number of all orders that no line names. Empty: they have none. */
  shared: string;
  /** Whether this is one batch of a larger selection, so that lines may name orders of other batches. */
  isBatch: boolean;
}

/**
 * The tracking numbers of the orders: that of the line that names the order, or the shared one. Throws 400 Bad Request for the first lines that
 * can't be read, that name no selected order or several, or that differ from an earlier line of the order, and for a shared number of orders with
 * different addresses.
 */
export async function trackingOf(org: OrgReader, { ids, lines: text, shared, isBatch }: TrackingOptions): Promise<Tracking> {
  const { lines, problems } = parseTrackingLines(text);
  const errors = problems.map(({ line, problem }) => lineError(line, PROBLEMS[problem]));
  if (lines.length === 0 && errors.length === 0 && shared === "") return [];
  const orders = await readNamesAndAddresses(org, ids);
  const ofLines = trackingOfLines(lines, orders, isBatch);
  const namedIds = new Set(ofLines.tracking.map(({ id }) => id));
  const rest = shared === "" ? [] : orders.filter(({ id }) => !namedIds.has(id));
  const all = [...errors, ...ofLines.errors].toSorted((one, other) => lineOf(one) - lineOf(other));
  if (new Set(rest.map(({ address }) => address)).size > 1) {
    const message = "The selected orders have different addresses, so they cannot share a tracking number.";
    all.push({ path: "shared_tracking", code: "invalid_value", message });
  }
  if (all.length > 0) throw new ApiError("validation_error", all);
  return [...ofLines.tracking, ...rest.map(({ id }) => ({ id, tracking_number: shared }))];
}

const lineOf = ({ message }: InputViolation): number => Number.parseInt(message.slice("Line ".length), 10);

/** The orders by each of their names. Two orders may have the same one. */
function ordersByName(orders: readonly OrderNames[]): ReadonlyMap<string, OrderNames[]> {
  const byName = new Map<string, OrderNames[]>();
  for (const order of orders) {
    for (const name of new Set(order.names)) byName.set(name, [...(byName.get(name) ?? []), order]);
  }
  return byName;
}

function trackingOfLines(
  lines: readonly TrackingLine[],
  orders: readonly OrderNames[],
  isBatch: boolean,
): { tracking: Tracking; errors: InputViolation[] } {
  const byName = ordersByName(orders);
  const found = new Map<number, TrackingLine>();
  const errors: InputViolation[] = [];
  for (const entry of lines) {
    const { line, order, tracking_number } = entry;
    const [match, second] = byName.get(foldCase(order)) ?? [];
    const earlier = match === undefined ? undefined : found.get(match.id);
    if (second !== undefined) addError(errors, lineError(line, `several selected orders have the number ${order}.`));
    else if (match === undefined && !isBatch) addError(errors, lineError(line, `no selected order has the number ${order}.`));
    else if (earlier !== undefined && earlier.tracking_number !== tracking_number)
      addError(errors, lineError(line, `line ${earlier.line} has another tracking number for the order ${order}.`));
    else if (match !== undefined) found.set(match.id, earlier ?? entry);
  }
  return { tracking: [...found].map(([id, { tracking_number }]) => ({ id, tracking_number })), errors };
}
