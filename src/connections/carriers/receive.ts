import type { Context } from "hono";
import { settingsOf } from "../../env";
import { ApiError, notFound } from "../../platform/api-error";
import { sha256Hex, sha256HexOfBytes } from "../../platform/crypto/digest";
import { newId } from "../../platform/crypto/random";
import { withPageMemory } from "../../platform/db/list/page-memory";
import type { OrgDb } from "../../platform/db/org-db";
import type { HttpEnv } from "../../platform/http/context";
import { readBytes } from "../../platform/http/input/body";
import { addressee, rejected } from "../addressee";
import { UnmappableError } from "../platforms/adapter";
import { optionalRecord } from "../platforms/values";
import { acceptedSecrets } from "../secrets";
import type { ConnectionToken } from "../token";
import { applyReport, commit } from "./apply-report";
import { carrierConnectionById, type CarrierConnectionRow, recordReportTime } from "./carrier-connections.sql.ts";
import { insertReport, type NewReportRow, reportOfEvent, type ReportOutcome } from "./reports.sql.ts";
import type { MappedReport } from "./services/service";
import { carrierAdapterOf } from "./services/services";

/** A larger body is accepted without being read. No report is that large. */
const MAX_BYTES = 1024 * 1024;

/** What happened to a report. */
type Result = ReportOutcome["status"] | "duplicate";

/**
 * Verifies a report and applies it in the transaction that stores what became of it. If that fails, the service gets an error of ours, and
 * sends the report again. Throws 401, 404, 429 and 503.
 */
export async function receiveReport(c: Context<HttpEnv>, { organizationId, connectionId }: ConnectionToken): Promise<Result> {
  const org = await addressee(c, organizationId, "Carrier service");
  const bytes = await readBytes(c.req.raw, MAX_BYTES).catch(() => new Uint8Array());
  if (bytes === null) return "ignored";
  const payload = parseJson(bytes);
  const event_key = await eventKeyOf(payload, bytes);
  const [[connection], [known]] = await org.read(carrierConnectionById(org, connectionId), reportOfEvent(org, connectionId, event_key));
  if (connection === undefined || connection.deleted_at !== null) throw await rejected(c, notFound());
  const secrets = await acceptedSecrets(settingsOf(c.env).masterSecrets, connection, org.now);
  const delivered = { headers: c.req.raw.headers, bytes, token: c.req.query("token") ?? null };
  if (!(await carrierAdapterOf(connection.service).verify(delivered, secrets))) throw await rejected(c, new ApiError("unauthorized"));
  if (connection.status === "paused") return "ignored";
  if (known !== undefined) return "duplicate";
  return (await withPageMemory(org, async (db) => await store(db, connection, { event_key, payload }))).status;
}

/** The parsed body; undefined if it is not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/** What is the same for every delivery of an event: its id, or the body of a service that has none. */
async function eventKeyOf(payload: unknown, bytes: Uint8Array): Promise<string> {
  const { event_id, id = event_id } = optionalRecord(payload);
  return typeof id === "string" ? sha256Hex(`id/${id}`) : await sha256HexOfBytes(bytes);
}

interface Received {
  event_key: string;
  payload: unknown;
}

/** Applies a report and stores what became of it. Nothing is stored of an event that is not about a parcel. */
async function store(
  org: OrgDb,
  { id: connection_id, service }: CarrierConnectionRow,
  { event_key, payload }: Received,
): Promise<ReportOutcome> {
  const record = (mapped: MappedReport | null) => (outcome: ReportOutcome) => [
    ...insertReport(org, { id: newId("rep", org.now), connection_id, event_key, ...columnsOf(mapped, org.now), ...outcome }),
    recordReportTime(org, connection_id),
  ];
  try {
    if (payload === undefined) throw new UnmappableError("The body is not JSON.");
    const mapped = carrierAdapterOf(service).map(payload);
    if (mapped === null) return { status: "ignored", reason: null, order_id: null };
    return await applyReport(org, { ...mapped, occurredAt: Math.min(mapped.occurredAt, org.now) }, record(mapped));
  } catch (error) {
    if (!(error instanceof UnmappableError)) throw error;
    return await commit(org, { status: "failed", reason: error.message, order_id: null }, record(null));
  }
}

type ReportColumns = Pick<NewReportRow, "tracking_number" | "carrier" | "service_status" | "fulfillment_status" | "occurred_at">;

function columnsOf(mapped: MappedReport | null, now: number): ReportColumns {
  return {
    tracking_number: mapped?.trackingNumber ?? null,
    carrier: mapped?.carrier ?? null,
    service_status: mapped?.serviceStatus ?? null,
    fulfillment_status: mapped?.status ?? null,
    // A clock that is ahead must not make later reports outdated.
    occurred_at: mapped === null ? null : Math.min(mapped.occurredAt, now),
  };
}
