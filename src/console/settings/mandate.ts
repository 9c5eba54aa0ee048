import type { Mandate } from "../../db/control-change";
import type { Surroundings } from "../page";

/** On whose behalf a form of these pages changes control data: the person who sent it. */
export function mandateOf({ member, now, meter, operationId }: Surroundings & { operationId: string }): Mandate {
  const { person, organization } = member;
  const actor = { kind: "user", id: person.id, name: person.name ?? person.email } as const;
  return { organizationId: organization.id, actor, now, meter, operationId };
}
