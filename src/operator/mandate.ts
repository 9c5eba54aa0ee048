import type { Mandate } from "../accounts/control-change.sql.ts";
import { Meter } from "../platform/db/meter";

/** The deployer's mandate, who may do everything in every organization. */
export function operatorMandate(organizationId: number, now: number): Mandate {
  return { organizationId, actor: { kind: "operator", id: null, name: "Operator" }, now, meter: new Meter(), operationId: null };
}
