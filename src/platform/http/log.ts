import { logLine } from "../log";
import type { RequestState } from "./context";

/** Logs one structured line for a request. */
export function logRequest(request: Request, state: RequestState, status: number): void {
  logLine({
    event: "request",
    request_id: state.requestId,
    client_request_id: state.clientRequestId,
    organization_id: state.caller.organizationId,
    credential_id: state.caller.credentialId,
    person_id: state.caller.personId,
    method: request.method,
    route: state.route,
    status,
    error_code: state.errorCode,
    admission: state.admission,
    read_from: state.readFrom,
    d1_region: state.meter.region,
    // The clock may have been set back during the request.
    duration_ms: Math.max(0, Date.now() - state.now),
    d1_trips: state.meter.trips,
    gate_calls: state.gateCalls,
    rows_read: state.meter.rowsRead,
    rows_written: state.meter.rowsWritten,
  });
}
