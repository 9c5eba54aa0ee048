import { ApiError } from "../../../../platform/api-error";
import type { Member } from "../../../../accounts/sign-in/sessions.sql.ts";
import { can } from "../../../../console/page";

interface WithItems {
  items?: readonly { cost?: unknown }[] | undefined;
}

const MESSAGE = "The orders contain costs, which you do not have the permission to see or replace.";

/** Throws 403 Forbidden if orders of an import set costs and the member has no permission for them. The files of the platforms have none. */
export function assertMaySetCosts(member: Member, orders: readonly WithItems[]): void {
  if (can(member, "money")) return;
  if (orders.some(({ items = [] }) => items.some(({ cost }) => cost !== undefined)))
    throw new ApiError("forbidden", [], { message: MESSAGE });
}
