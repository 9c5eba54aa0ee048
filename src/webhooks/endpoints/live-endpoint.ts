import type { OrgReader } from "../../platform/db/org-db";
import type { EndpointRow } from "./endpoints.sql.ts";
import { conflictError, notFound, Refusal } from "../../platform/refusal";
import { readEndpoint } from "./read-endpoint";

/** An endpoint that is there to be managed; 404 for a deleted one too, whose deliveries alone can still be read. */
export async function readLiveEndpoint(org: OrgReader, id: string): Promise<EndpointRow> {
  return mustBeThere(await readEndpoint(org, id));
}

/** 404 for an endpoint that was deleted, or never was. */
export function mustBeThere(row: EndpointRow | undefined): EndpointRow {
  if (row === undefined || row.deleted_at !== null) throw notFound();
  return row;
}

/** 409 for an endpoint that gets no deliveries at present: what was made due would be held again. */
export function mustGetDeliveries({ status }: EndpointRow): void {
  if (status === "active") return;
  const message = `This endpoint is ${status}: set enabled to true first.`;
  throw new Refusal("conflict", [{ code: "endpoint_not_active", message, status }]);
}

/** 409 where a write lost every race. */
export function endpointContention(): Refusal {
  return conflictError("This endpoint is");
}
