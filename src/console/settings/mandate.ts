import { actorOf } from "../../control/actor";
import type { Mandate } from "../../db/control-change";
import type { Surroundings } from "../page";

/** On whose behalf a form of these pages changes control data: the person who sent it. */
export function mandateOf({ member, now, meter, operationId }: Surroundings & { operationId: string }): Mandate {
  return { organizationId: member.organization.id, actor: actorOf(member.person), now, meter, operationId };
}
