import type { LinkRow } from "../../../accounts/links/links";
import type { WorkOf } from "../work";

/** The work behind a link: all orders of a supplier, or one of them. */
export const workOf = ({ purpose, subject_id }: LinkRow): WorkOf =>
  purpose === "supplier" ? { supplierId: subject_id } : { supplierOrderId: subject_id };

/** Whether the link is for one order only, so that there is no list of orders. */
export const isOfOneOrder = ({ purpose }: LinkRow): boolean => purpose === "supplier_order";
