import type { MemberState } from "./members.sql.ts";
import type { Role } from "../sign-in/sessions.sql.ts";
import { conflict, notFound, ApiError } from "../../platform/api-error";

/** The roles that one may give: an owner any, an admin any but owner. */
export function grantableRoles(actor: Role | null): readonly Role[] {
  if (actor === "owner") return ["owner", "admin", "member", "viewer"];
  return actor === "admin" ? ["admin", "member", "viewer"] : [];
}

/** Whether somebody of one role may change, remove or invite somebody of another: only an owner touches an owner. */
export function canManage(actor: Role | null, target: Role): boolean {
  return grantableRoles(actor).includes(target);
}

/** 403, in words. */
export function forbidden(message: string): ApiError {
  return new ApiError("forbidden", [], {}, message);
}

const OWNERS_ONLY_MESSAGE = "Only an owner may make, change or remove an owner.";

/** 403 where a role may not be given by who gives it. */
export function assertCanGrant(actor: Role | null, role: Role): void {
  if (actor === null || actor === "member" || actor === "viewer") throw forbidden("Your role in this organization does not allow this.");
  if (!grantableRoles(actor).includes(role)) throw forbidden(OWNERS_ONLY_MESSAGE);
}

/** The member that is there to be changed; 404 where there is none, 403 where they may not be by who asks. */
export function assertCanManage({ target, actorRole }: MemberState) {
  if (target === null) throw notFound();
  assertCanGrant(actorRole, target.role);
  return target;
}

/** 409 for what would leave an organization without an owner. */
export function assertOwnerRemains({ target, hasOtherOwner }: MemberState): void {
  if (target?.role === "owner" && !hasOtherOwner) {
    throw conflict("last_owner", "An organization has at least one owner. Make somebody else an owner first.");
  }
}

/** 409 where a change lost every race. */
export function memberConflict(): ApiError {
  return conflict("concurrent_change", "The members are being changed by others; try again.");
}
