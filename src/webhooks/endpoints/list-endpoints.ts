import type { OrgReader } from "../../platform/db/org-db";
import { type EndpointRow, liveEndpoints } from "./endpoints.sql.ts";

/** All endpoints of the organization that are not deleted, newest first: 25 at most. */
export async function listEndpoints(org: OrgReader): Promise<EndpointRow[]> {
  const [rows] = await org.read(liveEndpoints(org));
  return rows;
}
