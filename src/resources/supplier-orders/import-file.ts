import { ApiError, conflictError, invalid, orNotFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { foldCase } from "../../platform/values/fold-case";
import { UnreadableFile } from "../orders/files/text-file";
import { readinessOf } from "../orders/readiness/blockers.sql.ts";
import type { FileField } from "../suppliers/fields";
import { supplierById } from "../suppliers/rows.sql.ts";
import { fileColumnsOf } from "../suppliers/supplier-view";
import { type FileContent, type FileRow, MAX_SUPPLIER_FILE_BYTES, readSupplierFile, type RowProblem } from "./file-rows";
import { assertLinesFit, lineStates, type SupplierOrderRow } from "./rows.sql.ts";
import { FileShipping, type MatchedRow } from "./file-shipping";
import { commitShipping, readCustomerOrders } from "./ship-lines";
import type { WorkToChange } from "./shipment";
import { Shipping } from "./shipping";
import { readSnapshot } from "./snapshot";
import {
  idsOfSent,
  listedSnapshot,
  ordersOfIds,
  customerOrderIdsOfLines,
  parcelsElsewhere,
  type WorkLine,
  workLines,
  type WorkOf,
} from "./work.sql.ts";

/** Supplier orders of one file, which limits the lines that are read. */
const MAX_FILE_ORDERS = 50;

/** The most problems that are listed. */
const MAX_PROBLEMS = 100;

/** What a file has done. Rows that say nothing, or what is recorded already, are unchanged. */
export interface ImportedFile {
  rows: number;
  shipped: number;
  rejected: number;
  unchanged: number;
  supplier_order_ids: string[];
}

/** A file that can't be used. Nothing of it is written. */
export class RejectedFile extends ApiError {
  readonly shownProblems: readonly RowProblem[];

  constructor(problems: readonly RowProblem[]) {
    const shown = problems.toSorted((a, b) => a.row - b.row).slice(0, MAX_PROBLEMS);
    super(
      "validation_error",
      shown.map(({ message, ...problem }) => ({
        path: "csv",
        ...problem,
        message: `Row ${problem.row}, column “${problem.column}”: ${message}`,
      })),
    );
    this.shownProblems = shown;
  }
}

/**
 * Records what a supplier says in a file with its columns: the tracking of lines that it has shipped, and the lines that it rejects. All of it is one
 * transaction. What is recorded already changes nothing, so that a file can be sent twice. Throws RejectedFile with all problems, 400 Bad Request
 * for a file that can't be read, and 404 Not Found for an unknown supplier. `ordersOf`: the supplier orders that the file may be about. At most five
 * round trips, whatever the file has.
 */
export async function importSupplierFile(
  org: OrgDb,
  { supplierId, ordersOf, bytes }: { supplierId: string; ordersOf: WorkOf; bytes: Uint8Array },
): Promise<ImportedFile> {
  if (bytes.byteLength > MAX_SUPPLIER_FILE_BYTES)
    throw new ApiError("payload_too_large", [
      { code: "body_limit", message: `A file has at most ${MAX_SUPPLIER_FILE_BYTES} bytes.`, limit: MAX_SUPPLIER_FILE_BYTES },
    ]);
  const { supplier } = await org.read({ supplier: first(supplierById(org, supplierId)) });
  const content = readContent(bytes, fileColumnsOf(orNotFound(supplier)));
  if (content.problems.length > 0) throw new RejectedFile(content.problems);
  return await retryOnConflict(
    async () => await importRows(org, ordersOf, content),
    () => conflictError("these supplier orders"),
  );
}

function readContent(bytes: Uint8Array, columns: ReturnType<typeof fileColumnsOf>): FileContent {
  try {
    return readSupplierFile(bytes, columns);
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalid("csv", "unreadable_file", `This file can't be read. ${error.message}`);
    throw error;
  }
}

async function importRows(org: OrgDb, ordersOf: WorkOf, content: FileContent): Promise<ImportedFile> {
  const { orders, lines, lineStates: ofRejected } = await readFileOrders(org, ordersOf, content.rows);
  const { matched, problems } = matchRows(content, orders, lines);
  if (problems.length > 0) throw new RejectedFile(problems);
  const matchedOrderIds = [...new Set(matched.map(({ line }) => line.supplier_order_id))];
  const trackedRows = matched.filter(({ trackingNumber }) => trackingNumber !== null);
  const itemIds = trackedRows.map(({ line }) => line.order_item_id);
  const customerOrderIds = customerOrderIdsOfLines(org, matchedOrderIds, itemIds);
  const [{ readiness, elsewhere }, customerOrders] = await Promise.all([
    org.read({
      readiness: readinessOf(org, customerOrderIds),
      elsewhere: parcelsElsewhere(
        org,
        itemIds,
        orders.map(({ id }) => id),
      ),
    }),
    readCustomerOrders(org, customerOrderIds),
  ]);
  const stored = { orders, lines, lineStates: ofRejected, readiness, customerOrders };
  const shipping = new Shipping(org, stored);
  const fileShipping = new FileShipping(shipping, { ...stored, parcels: [...lines, ...elsewhere] }, content);
  fileShipping.reject(matched.filter(({ rejectReason }) => rejectReason !== null));
  fileShipping.ship(trackedRows);
  if (fileShipping.problems.length > 0) throw new RejectedFile(fileShipping.problems);
  const { shipped, rejected } = fileShipping;
  const rows = content.rows.length + content.silentCount;
  const supplier_order_ids = shipping.changedOrders.map(({ id }) => id);
  const imported: ImportedFile = { rows, shipped, rejected, unchanged: rows - shipped - rejected, supplier_order_ids };
  if (supplier_order_ids.length > 0) await commitShipping(org, shipping, { marker: { imported } });
  return imported;
}

/** What a file did that was imported before, by the marker of its write. */
export const importedFromMarker = (marker: unknown): ImportedFile => (marker as { imported: ImportedFile }).imported;

async function readFileOrders(
  org: OrgReader,
  of: WorkOf,
  rows: readonly FileRow[],
): Promise<Pick<WorkToChange, "orders" | "lines" | "lineStates">> {
  const numbers = [...new Set(rows.flatMap(({ supplierOrder }) => supplierOrder ?? []))];
  if (numbers.length > MAX_FILE_ORDERS) throw tooManyOrders();
  const itemIds = [...new Set(rows.flatMap(({ supplierOrder, itemId }) => (supplierOrder === null && itemId !== null ? [itemId] : [])))];
  if (numbers.length + itemIds.length === 0) return { orders: [], lines: [], lineStates: [] };
  const ids = idsOfSent(org, of, { numbers, itemIds, limit: MAX_FILE_ORDERS + 1 });
  const { orders, lines } = await org.read({ orders: ordersOfIds(org, ids), lines: workLines(org, ids, listedSnapshot(MATCHED_TEXTS)) });
  if (orders.length > MAX_FILE_ORDERS) throw tooManyOrders();
  assertLinesFit(org, lines);
  const rejects = rows.some(({ rejectReason }) => rejectReason !== null);
  const orderIds = orders.map(({ id }) => id);
  return { orders, lines, lineStates: rejects && orderIds.length > 0 ? await org.read(lineStates(org, orderIds)) : [] };
}

const tooManyOrders = () =>
  invalid("csv", "too_many_orders", `This file has lines of more than ${MAX_FILE_ORDERS} supplier orders. Split it.`);

/** Finds the line that each row is about: by the id of its item, else by the order number and the SKU. */
function matchRows({ rows, headingOf }: FileContent, orders: readonly SupplierOrderRow[], lines: readonly WorkLine[]) {
  const matched: MatchedRow[] = [];
  const problems: RowProblem[] = [];
  const idByNumber = new Map(orders.map(({ id, number }) => [number, id]));
  const byOrder = Map.groupBy(lines, ({ supplier_order_id }) => supplier_order_id);
  const byItem = Map.groupBy(lines, ({ order_item_id }) => order_item_id);
  for (const row of rows) {
    const ofOrder = row.supplierOrder === null ? null : (byOrder.get(idByNumber.get(row.supplierOrder) ?? "") ?? []);
    const candidates =
      row.itemId === null
        ? (ofOrder ?? []).filter((line) => hasTexts(line, row))
        : (byItem.get(row.itemId) ?? []).filter((line) => ofOrder === null || ofOrder.includes(line));
    const [line, ...others] = candidates;
    const field: FileField = row.itemId === null ? "supplier_order" : "order_item_id";
    const report = (code: string, message: string) => void problems.push({ row: row.row, column: headingOf(field), code, message });
    if (line === undefined) report("unknown_line", "Expected a line of a supplier order that was sent to this supplier.");
    else if (others.length > 0)
      report("ambiguous_line", "Several lines fit. Expected the number of the supplier order and the id of the item.");
    else matched.push({ ...row, line });
  }
  return { matched, problems };
}

/** The texts of a line that a row may name it by. */
const MATCHED_TEXTS = ["order_number", "custom_sku", "sku"] as const;

const isSameText = (one: string, other: string): boolean => foldCase(one) === foldCase(other);

function hasTexts({ snapshot }: WorkLine, { orderNumber, sku }: FileRow): boolean {
  const made = readSnapshot(snapshot);
  const isOrder = orderNumber === null || isSameText(orderNumber.replace(/^#/, ""), (made.order_number ?? "").replace(/^#/, ""));
  return isOrder && (sku === null || isSameText(sku, made.custom_sku ?? made.sku ?? ""));
}
