import type { Context } from "hono";
import { settingsOf } from "../../../platform/env";
import { ApiError } from "../../../platform/api-error";
import { sha256Hex } from "../../../platform/crypto/digest";
import { newId } from "../../../platform/crypto/random";
import { withPageMemory } from "../../../platform/db/list/page-memory";
import type { OrgDb } from "../../../platform/db/org-db";
import type { HttpEnv } from "../../../platform/http/context";
import { withUnverifiedMemory } from "../../../platform/http/isolate-memory";
import { maxBodyBytes } from "../../../platform/reading/request-body";
import { addressee } from "../addressee";
import { countDelivery, rejected, rejectUnknown, tooManyDeliveries } from "../delivery-limits";
import { UnmappableError } from "../platforms/adapter";
import { parsePayload } from "../platforms/payload";
import { optionalRecord } from "../platforms/values";
import { type DeliveredBody, readDelivery } from "../read-delivery";
import { acceptedSecrets } from "../secrets";
import type { ConnectionToken } from "../token";
import { applyReport, commit } from "./apply-report";
import { carrierConnectionById, type CarrierConnectionRow, recordReportTime } from "./carrier-connections.sql.ts";
import { insertReport, type NewReportRow, reportOfEvent, type ReportOutcome } from "./reports.sql.ts";
import type { CarrierAdapter, MappedReport } from "./services/service";
import { carrierAdapterOf } from "./services/services";

/** A larger body is accepted without being read. No report is that large. */
const MAX_BYTES = 1024 * 1024;

/** What happened to a report. */
type Result = ReportOutcome["status"] | "duplicate";

/**
 * Verifies a report and applies it in the transaction that stores what became of it. If that fails, the service gets an error of ours, and
 * sends the report again. Throws 400, 401, 404, 429 and 503.
 */
export async function receiveReport(c: Context<HttpEnv>, token: ConnectionToken): Promise<Result> {
  const { connectionId } = token;
  const org = await addressee(c, token, "Carrier service");
  const [connection] = await org.read(carrierConnectionById(org, connectionId));
  if (connection === undefined || connection.deleted_at !== null) throw await rejectUnknown(c, token);
  // Services send a report again that gets an error.
  if (!countDelivery(c, connectionId)) throw tooManyDeliveries();
  const adapter = carrierAdapterOf(connection.service);
  const secrets = await acceptedSecrets(settingsOf(c.env).masterSecrets, connection, org.now);
  const check = await adapter.signatureCheck({ headers: c.req.raw.headers, token: c.req.query("token") ?? null }, secrets);
  if (check === null) throw await rejected(c, new ApiError("unauthorized"), connectionId);
  return await withUnverifiedMemory(c, { bytes: maxBodyBytes(c.req.raw, MAX_BYTES), to: connectionId }, async (memory) => {
    const body = await readDelivery(c, { check, connectionId, keptBytes: MAX_BYTES, maxBytes: MAX_BYTES });
    if (body === null || connection.status === "paused") return "ignored";
    const report = await memory.process(body.bytes.byteLength, () => readReport(adapter, body));
    const [known] = await org.read(reportOfEvent(org, connectionId, report.event_key));
    if (known !== undefined) return "duplicate";
    return (await withPageMemory(org, async (db) => await store(db, connection, report))).status;
  });
}

/** A report that was delivered. `mapped` is null if it is not about a parcel, `failure` why it can't be read. */
interface ReceivedReport {
  /** What is the same for every delivery of an event: its id, or the body of a service that has none. */
  event_key: string;
  mapped: MappedReport | null;
  failure: string | null;
}

function readReport(adapter: CarrierAdapter, { bytes, hash }: DeliveredBody): ReceivedReport {
  let event_key = hash;
  try {
    const payload = parsePayload(bytes);
    const { event_id, id = event_id } = optionalRecord(payload);
    if (typeof id === "string") event_key = sha256Hex(`id/${id}`);
    return { event_key, mapped: adapter.map(payload), failure: null };
  } catch (error) {
    if (!(error instanceof UnmappableError)) throw error;
    return { event_key, mapped: null, failure: error.message };
  }
}

/** Applies a report and stores what became of it. Nothing is stored of an event that is not about a parcel. */
async function store(
  org: OrgDb,
  { id: connection_id }: CarrierConnectionRow,
  { event_key, mapped, failure }: ReceivedReport,
): Promise<ReportOutcome> {
  const record = (outcome: ReportOutcome) => [
    ...insertReport(org, { id: newId("rep", org.now), connection_id, event_key, ...columnsOf(mapped, org.now), ...outcome }),
    recordReportTime(org, connection_id),
  ];
  if (failure !== null) return await commit(org, { status: "failed", reason: failure, order_id: null }, record);
  if (mapped === null) return { status: "ignored", reason: null, order_id: null };
  return await applyReport(org, { ...mapped, occurredAt: Math.min(mapped.occurredAt, org.now) }, record);
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
