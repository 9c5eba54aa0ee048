import { invalid } from "../../../platform/api-error";
import { SUPPLIER_EVENT_TYPES } from "../../events/events";

/** Throws 400 Bad Request for events that the supplier of an endpoint does not see. Null: the endpoint is not limited to a supplier. */
export function assertSupplierEvents(supplierId: string | null, events: readonly string[]): void {
  const at = supplierId === null ? -1 : events.findIndex((name) => !SUPPLIER_EVENT_TYPES.some((type) => type === name));
  if (at === -1) return;
  const message = `An endpoint that is limited to a supplier receives only ${SUPPLIER_EVENT_TYPES.join(" and ")}.`;
  throw invalid(`events[${at}]`, "event_not_for_suppliers", message);
}
