import { ApiError } from "../../platform/api-error";
import { normalizeTrackingNumber } from "../../platform/values/tracking-number";
import type { FileField } from "../suppliers/fields";
import type { FileContent, FileRow, RowProblem } from "./file-rows";
import { isKnownAs, isSameNumber, readShipments } from "./line-shipments";
import type { WorkToChange } from "./shipment";
import type { Shipping } from "./shipping";
import { isRejectedLine } from "./work";
import type { LineParcels, WorkLine } from "./work.sql.ts";

/** A row with the line that it is about. */
export interface MatchedRow extends FileRow {
  line: WorkLine;
}

/** Adds the rows of a file to what is shipped and rejected, and collects what is wrong with them. */
export class FileShipping {
  readonly problems: RowProblem[] = [];
  shipped = 0;
  rejected = 0;

  constructor(
    private readonly shipping: Shipping,
    /** `parcels`: those of all lines of the items, also in other supplier orders. */
    private readonly stored: WorkToChange & { parcels: readonly LineParcels[] },
    private readonly content: Pick<FileContent, "headingOf">,
  ) {}

  reject(rows: readonly MatchedRow[]): void {
    for (const rowsOfLine of Map.groupBy(rows, ({ line }) => line).values()) {
      const [row, ...repeated] = rowsOfLine;
      if (row === undefined || isRejectedLine(row.line)) continue;
      const { supplier_order_id, order_item_id } = row.line;
      for (const { row: at } of repeated) this.#report(at, "reject_reason", "repeated_item", `Row ${row.row} rejects this line, too.`);
      try {
        this.shipping.reject({ supplier_order_id, order_item_id, reason: row.rejectReason ?? "" });
        this.rejected += 1;
      } catch (error) {
        this.#reportError(error, [row], "reject_reason");
      }
    }
  }

  /** Ships what each parcel has that is not recorded yet. Rows that name a quantity come first: others have what is left. */
  ship(rows: readonly MatchedRow[]): void {
    const parcels = Map.groupBy(
      rows,
      ({ line, trackingNumber }) => `${line.supplier_order_id} ${line.order_id} ${normalizeTrackingNumber(trackingNumber ?? "")}`,
    );
    const isRest = (parcel: readonly MatchedRow[]) => parcel.some(({ quantity }) => quantity === null);
    for (const parcel of [...parcels.values()].toSorted((a, b) => Number(isRest(a)) - Number(isRest(b)))) this.#shipParcel(parcel);
  }

  #shipParcel(parcel: readonly MatchedRow[]): void {
    const [firstRow] = parcel;
    if (firstRow === undefined) return;
    const carrier = parcel.find((row) => row.carrier !== null)?.carrier;
    const tracking_url = parcel.find((row) => row.trackingUrl !== null)?.trackingUrl;
    const tracking = { tracking_number: firstRow.trackingNumber, carrier: carrier ?? undefined, tracking_url: tracking_url ?? undefined };
    let lines = [...Map.groupBy(parcel, ({ line }) => line)].flatMap(([line, rows]) => {
      const units = rows.some(({ quantity }) => quantity === null) ? null : rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
      const recorded = this.#recordedUnits(line, firstRow.trackingNumber);
      // Without a number of units, a parcel that is recorded has all of them.
      if (recorded > 0 && (units === null || units <= recorded)) return [];
      return [{ line, rows, request: { order_item_id: line.order_item_id, quantity: units === null ? undefined : units - recorded } }];
    });
    const { supplier_order_id } = firstRow.line;
    // A line that can't be shipped is left out, to find what is wrong with the others.
    while (lines.length > 0) {
      try {
        this.shipping.ship({ supplier_order_id, lines: lines.map(({ request }) => request), ...tracking });
        this.shipped += lines.reduce((sum, { rows }) => sum + rows.length, 0);
        return;
      } catch (error) {
        const wrong = wrongLines(error, lines);
        this.#reportError(
          error,
          wrong.flatMap(({ rows }) => rows),
          "tracking_number",
        );
        lines = lines.filter((line) => !wrong.includes(line));
      }
    }
  }

  /** The fulfillments that other lines of an item became. */
  #fulfillmentsOfOthers({ supplier_order_id, order_item_id }: WorkLine): Set<string> {
    const others = this.stored.parcels.filter(
      (line) => line.order_item_id === order_item_id && line.supplier_order_id !== supplier_order_id,
    );
    return new Set(others.flatMap(readShipments).flatMap(({ fulfillment_ids }) => fulfillment_ids));
  }

  /**
   * How many units of a line are in a parcel with this number, as far as anybody has recorded it: of the line, or as fulfillments, which shipments
   * of the line become. So the larger number counts, and not the sum.
   */
  #recordedUnits(line: WorkLine, number: string | null): number {
    const ofLine = readShipments(line).filter((shipment) => isKnownAs(shipment, number));
    const fulfillments = this.stored.customerOrders.get(line.order_id)?.fulfillments ?? [];
    const ofOthers = this.#fulfillmentsOfOthers(line);
    const inFulfillments = fulfillments
      .filter(({ id, status, tracking_number }) => status !== "cancelled" && isSameNumber(tracking_number, number) && !ofOthers.has(id))
      .flatMap(({ lines }) => lines.filter(({ order_item_id }) => order_item_id === line.order_item_id));
    const unitsOf = (parts: readonly { quantity: number }[]) => parts.reduce((sum, { quantity }) => sum + quantity, 0);
    return Math.max(unitsOf(ofLine), unitsOf(inFulfillments));
  }

  #report(row: number, field: FileField, code: string, message: string): void {
    this.problems.push({ row, column: this.content.headingOf(field), code, message });
  }

  /** Adds what an error of the API means as a problem of each of these rows. Throws any other error. */
  #reportError(error: unknown, rows: readonly MatchedRow[], field: FileField): void {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    for (const { row, line } of rows) {
      const own = error.details.filter(({ order_item_id }) => order_item_id === String(line.order_item_id));
      const [{ code, message } = { code: "not_found", message: error.message }] = own.length > 0 ? own : error.details;
      this.#report(row, code === "quantity_exceeded" ? "quantity" : field, code, message);
    }
  }
}

/** The lines that an error is about. All of them, if it does not say which. */
function wrongLines<L extends { request: { order_item_id: number } }>(error: unknown, lines: readonly L[]): readonly L[] {
  const details = error instanceof ApiError ? error.details : [];
  const indexes = new Set(details.flatMap(({ path = "" }) => /^lines\[(\d+)\]/.exec(path)?.[1] ?? []).map(Number));
  const items = new Set(details.map(({ order_item_id }) => order_item_id));
  const wrong = lines.filter(({ request }, index) => indexes.has(index) || items.has(String(request.order_item_id)));
  return wrong.length > 0 ? wrong : lines;
}
