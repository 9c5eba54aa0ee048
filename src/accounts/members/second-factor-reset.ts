import { notFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgControl } from "../org-control";
import { assertCanManage, forbidden, memberConflict } from "./member-rules";
import { memberState } from "./members.sql.ts";
import { isInOtherOrganization, resetSecondFactor } from "./second-factor-reset.sql.ts";

const SHARED_MESSAGE =
  "This account is used in another organization too, so only the service operator can reset its second factor. You can create a new link instead, with which they join this organization again.";

/**
 * Turns off the second factor of a member who has lost their app and their recovery codes. Throws 404 Not Found; 403 Forbidden for an owner unless the
 * actor is one, for the actor, and for a member of another organization, whose managers rely on the second factor too.
 */
export async function resetMemberSecondFactor(control: OrgControl, userId: number): Promise<void> {
  await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const target = assertCanManage(state);
    if (userId === control.author.actor.id) throw forbidden("Turn off your own second factor on your account's page.");
    if (await isInOtherOrganization(control, userId)) {
      throw forbidden(SHARED_MESSAGE);
    }
    if (target.has_second_factor === 1) await resetSecondFactor(control, { ...state, target }, { mayBeShared: false });
  }, memberConflict);
}

/** Turns off the second factor of a member on behalf of the operator. Throws 404 Not Found. */
export async function operatorResetSecondFactor(control: OrgControl, userId: number): Promise<void> {
  await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const { target } = state;
    if (target === null) throw notFound();
    if (target.has_second_factor === 1) await resetSecondFactor(control, { ...state, target }, { mayBeShared: true });
  }, memberConflict);
}
