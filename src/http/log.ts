import type { RequestState } from "./context";

/** One structured line for each request: who, which route, what came out and what it cost. Never a secret, a body or a query. */
export function logRequest(request: Request, state: RequestState, status: number): void {
  console.log(
    JSON.stringify({
      request_id: state.requestId,
      client_request_id: state.clientRequestId,
      organization_id: state.credential?.record.organization.id ?? null,
      credential_id: state.credential?.record.id ?? null,
      method: request.method,
      route: state.route,
      status,
      duration_ms: Date.now() - state.now,
      d1_trips: state.meter.trips,
      gate_calls: state.gateCalls,
      rows_read: state.meter.rowsRead,
      rows_written: state.meter.rowsWritten,
    }),
  );
}
