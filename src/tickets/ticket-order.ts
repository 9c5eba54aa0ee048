import { orderExists } from "../orders/history/records.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { Statement } from "../platform/db/statement";
import { notFound } from "../platform/refusal";

/** The look-up of the order that a ticket is to be about; none where it names none. */
export function orderNamed(org: OrgReader, id: number | null | undefined): Statement<{ id: number }>[] {
  return id === null || id === undefined ? [] : [orderExists(org, id)];
}

/** 404 that names the field, where the look-up found no such order in this organization (docs/spec/errors.md#missing-references). */
export function mustExist(found: { id: number }[] | undefined): void {
  if (found?.length === 0) throw notFound("order_id", "No such order in this organization.");
}
