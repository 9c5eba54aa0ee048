import { conflictError, notFound, orNotFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import type { OrderFulfillments } from "../orders/fulfillments/fulfillment";
import { carrierAfter, changedFieldsOf, mergeFulfillment, planWrite } from "../orders/fulfillments/fulfillment-change";
import { type FulfillmentsWrite, writeFulfillments } from "../orders/fulfillments/write.sql.ts";
import { addShipment, isSameNumber, readShipments, type StoredShipment, withTracking } from "./line-shipments";
import { assertLinesFit, idsOfTexts, customerOrderIdsOfParcel, supplierOrderById } from "./rows.sql.ts";
import { wholeOrders, type WholeSupplierOrder } from "./send-items";
import { readCustomerOrders } from "./ship-lines";
import { assertVisible, type Viewer } from "./viewer";
import { addLineHistory, setShipped, updateSupplierOrder } from "./write.sql.ts";
import { type WorkLine, workLines } from "./work.sql.ts";

/** How a parcel is really tracked. */
export interface TrackingCorrection {
  /** The number that was recorded. Null: none was. */
  wrongNumber: string | null;
  tracking_number: string;
  /** Absent: the carrier that the number shows, unless somebody named another one. */
  carrier?: string | null | undefined;
}

/** What changes with a correction. A tracking URL that somebody entered belongs to the wrong number, so a new number removes it. */
const trackingOf = ({ wrongNumber, tracking_number, carrier }: TrackingCorrection) => ({
  tracking_number,
  carrier,
  ...(tracking_number !== wrongNumber && { tracking_url: null }),
});

interface ParcelOfLine {
  line: WorkLine;
  isChanged: boolean;
  shipments: StoredShipment[];
  /** The fulfillments that its units in the parcel became, and that still have its number. */
  fulfillmentIds: readonly string[];
}

/**
 * The parcels of lines after a correction. Two parcels of a line that get the same number are one. A fulfillment that has another number by now (not
 * in `idsWithWrongNumber`) no longer belongs to its parcel, so that no later correction changes it.
 */
function correctedLines(
  lines: readonly WorkLine[],
  correction: TrackingCorrection,
  idsWithWrongNumber: ReadonlySet<string>,
): ParcelOfLine[] {
  const tracking = trackingOf(correction);
  return lines.flatMap((line) => {
    const before = readShipments(line);
    const wrong = before.find((parcel) => parcel.tracking_number === correction.wrongNumber);
    if (wrong === undefined) return [];
    const right = withTracking(wrong, { ...wrong, ...tracking, carrier: carrierAfter(wrong, tracking) });
    const others = before.filter((parcel) => parcel !== wrong);
    const isChanged = JSON.stringify(right) !== JSON.stringify(wrong);
    const fulfillmentIds = wrong.fulfillment_ids.filter((id) => idsWithWrongNumber.has(id));
    return [{ line, isChanged, shipments: addShipment(others, { ...right, fulfillment_ids: fulfillmentIds }), fulfillmentIds }];
  });
}

/** The ids of the fulfillments that have the wrong number. */
function idsWithNumber(customerOrders: readonly OrderFulfillments[], { wrongNumber }: TrackingCorrection): Set<string> {
  const withNumber = customerOrders.flatMap(({ fulfillments }) =>
    fulfillments.filter(({ tracking_number }) => isSameNumber(tracking_number, wrongNumber)),
  );
  return new Set(withNumber.map(({ id }) => id));
}

/** Corrects the fulfillments with one of these ids. */
function correctFulfillments(
  org: OrgDb,
  customerOrder: OrderFulfillments,
  { ids, correction }: { ids: ReadonlySet<string>; correction: TrackingCorrection },
): FulfillmentsWrite[] {
  const changes = customerOrder.fulfillments
    .filter(({ id }) => ids.has(id))
    .map((before) => ({ before, after: mergeFulfillment(before, trackingOf(correction), org.now) }))
    .filter((change) => changedFieldsOf(change).length > 0);
  return changes.length === 0 ? [] : [planWrite(org, customerOrder, changes)];
}

/**
 * Corrects the tracking number or the carrier of a parcel, and of the fulfillments that it has become. Writes nothing if nothing changes. Throws 404
 * Not Found, also if no parcel has the wrong number. Two round trips.
 */
export async function correctTracking(
  org: OrgDb,
  id: string,
  { viewer = null, ...correction }: TrackingCorrection & { viewer?: Viewer },
): Promise<WholeSupplierOrder> {
  const whole = { orders: supplierOrderById(org, id), lines: workLines(org, idsOfTexts([id])) };
  return await retryOnConflict(
    async () => {
      const [{ order, lines }, customerOrders] = await Promise.all([
        org.read({ order: first(whole.orders), lines: whole.lines }),
        readCustomerOrders(org, customerOrderIdsOfParcel(org, id, correction.wrongNumber)),
      ]);
      if (order === undefined) throw notFound();
      assertVisible(order, viewer);
      const toBuyers = order.shipping === "to_buyer" ? [...customerOrders.values()] : [];
      const corrected = correctedLines(assertLinesFit(org, lines), correction, idsWithNumber(toBuyers, correction));
      if (corrected.length === 0) throw notFound("wrong_tracking_number", "No parcel of this supplier order has this tracking number.");
      const changed = corrected.filter(({ isChanged }) => isChanged);
      if (changed.length === 0) return { order, lines };
      const ids = new Set(changed.flatMap(({ fulfillmentIds }) => fulfillmentIds));
      const fulfillments = toBuyers.flatMap((customerOrder) => correctFulfillments(org, customerOrder, { ids, correction }));
      const event = newEvent(org, "supplier_order.updated", {
        supplier_order_id: id,
        number: order.number,
        supplier_id: order.supplier_id,
        changed_fields: ["lines"],
        updated_at: momentText(org.now),
      });
      const writes = [
        // Only the version and the time of the supplier order change.
        ...updateSupplierOrder(org, order, { change: order, event }),
        ...setShipped(
          org,
          id,
          changed.map(({ line, shipments }) => ({ item: line.order_item_id, quantity: line.shipped_quantity, shipments })),
        ),
        ...addLineHistory(
          org,
          changed.map(({ line }) => line),
          { from: order.state, to: `tracking_corrected ${id}`, reason: null },
        ),
        ...writeFulfillments(org, fulfillments),
      ];
      const [result] = wholeOrders(await org.commit({ writes, marker: { supplier_order_id: id }, returning: whole }));
      return orNotFound(result);
    },
    () => conflictError("this supplier order"),
  );
}
