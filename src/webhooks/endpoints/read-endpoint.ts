import type { OrgReader } from "../../platform/db/org-db";
import { type EndpointRow, endpointById } from "./endpoints.sql.ts";
import { notFound } from "../../platform/refusal";

/** An endpoint that this organization has, or had: a deleted one too. 404 for any other id. */
export async function readEndpoint(org: OrgReader, id: string): Promise<EndpointRow> {
  const [[row]] = await org.read(endpointById(org, id));
  if (row === undefined) throw notFound();
  return row;
}
