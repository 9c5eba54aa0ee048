import { actorOf } from "../../actor";
import type { Mandate } from "../../control-change.sql.ts";
import type { Surroundings } from "../../../console/page";

/** On whose behalf a form of these pages changes control data: the person who sent it. */
export function mandateOf({ member, now, meter, operationId }: Surroundings & { operationId: string }): Mandate {
  return { organizationId: member.organization.id, actor: actorOf(member.person), now, meter, operationId };
}
