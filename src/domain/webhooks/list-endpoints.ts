import type { OrgReader } from "../../db/org-db";
import { type EndpointRow, liveEndpoints } from "../../db/webhook-endpoints";

/** All endpoints of the organization that are not deleted, newest first: 25 at most. */
export async function listEndpoints(org: OrgReader): Promise<EndpointRow[]> {
  const [rows] = await org.read(liveEndpoints(org));
  return rows;
}
