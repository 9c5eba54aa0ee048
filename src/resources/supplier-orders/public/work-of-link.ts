import type { LinkRow } from "../../../accounts/links/links";
import type { OrgReader } from "../../../platform/db/org-db";
import type { PublicContext } from "../../../public/public-page";
import { readSentOrder, type WorkOf } from "../work";

/** The supplier orders that a link opens: all of a supplier, or one of them. */
export const workOfLink = ({ purpose, subject_id }: LinkRow): WorkOf =>
  purpose === "supplier" ? { supplierId: subject_id } : { supplierOrderId: subject_id };

/** Whether the link is for one order only, so that there is no list of orders. */
export const isOfOneOrder = ({ purpose }: LinkRow): boolean => purpose === "supplier_order";

/** The id of the supplier order in the path. Throws 404 Not Found if the link does not open it. */
export async function supplierOrderIdIn(org: OrgReader, { link, param }: PublicContext): Promise<string> {
  const { id } = await readSentOrder(org, workOfLink(link), param["id"] ?? "");
  return id;
}
