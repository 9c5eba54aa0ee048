import type { MemberState } from "./members.sql.ts";
import type { Role } from "../sign-in/sessions.sql.ts";
import { conflict, notFound, ApiError } from "../../platform/api-error";

/** The roles that an actor may grant: an owner any role, an admin any except owner. The role is null if they are no member, or no longer. */
export function grantableRoles(actor: Role | null): readonly Role[] {
  if (actor === "owner") return ["owner", "admin", "member", "viewer"];
  return actor === "admin" ? ["admin", "member", "viewer"] : [];
}

/** Whether an actor may change, remove or invite a member with the target role. Only owners manage owners. */
export function canManage(actor: Role | null, target: Role): boolean {
  return grantableRoles(actor).includes(target);
}

export function forbidden(message: string): ApiError {
  return new ApiError("forbidden", [], { message });
}

const OWNERS_ONLY_MESSAGE = "Only an owner may make, change or remove an owner.";

/** Throws 403 Forbidden if the actor may not grant a role. */
export function assertCanGrant(actor: Role | null, role: Role): void {
  if (actor === null || actor === "member" || actor === "viewer") throw forbidden("Your role in this organization does not allow this.");
  if (!grantableRoles(actor).includes(role)) throw forbidden(OWNERS_ONLY_MESSAGE);
}

/** Returns the member to change. Throws 404 Not Found if there is none, 403 Forbidden if the actor may not manage them. */
export function assertCanManage({ target, actorRole }: MemberState) {
  if (target === null) throw notFound();
  assertCanGrant(actorRole, target.role);
  return target;
}

/** Throws 409 Conflict if the change would leave the organization without an owner. */
export function assertOwnerRemains({ target, hasOtherOwner }: MemberState): void {
  if (target?.role === "owner" && !hasOtherOwner) {
    throw conflict("last_owner", "An organization must have at least one owner. Make somebody else an owner first.");
  }
}

/** 409 Conflict if every retry of a change met a conflict. */
export function memberConflict(): ApiError {
  return conflict("concurrent_change", "The members were changed at the same time. Try again.");
}
