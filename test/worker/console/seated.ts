import { env } from "cloudflare:workers";
import { beginSession } from "../../../src/control/session";
import { asOperator } from "../../kit/client";
import { MASTER_SECRET, type Role, type Visitor, visitorOf } from "./kit";

/** Makes a person a member, and begins a session for them: they have no password, which takes most of the time of signing in. */
export async function seated(organizationId: number, role: Role): Promise<Visitor & { id: number }> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const { user_id: id } = await asOperator(`/organizations/${organizationId}/members`, { email, role });
  const session = { personId: id, method: "password", userAgent: "test" } as const;
  const token = await beginSession(env.DB, [MASTER_SECRET], session, Date.now());
  return { ...visitorOf(organizationId, email, `__Host-session=${token}`), id };
}
