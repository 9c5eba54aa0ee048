import type { Context } from "hono";
import { getPath } from "hono/utils/url";
import { settingsOf } from "../env";
import { logLine } from "../log";
import type { HttpEnv, RequestState } from "./context";
import { pathWithIds } from "./path-with-ids";

/** Logs one structured line for a request. Only in development it has the path, which `npm run dev` prints. */
export function logRequest({ req, res, env }: Context<HttpEnv>, state: RequestState): void {
  logLine({
    event: "request",
    request_id: state.requestId,
    client_request_id: state.clientRequestId,
    organization_id: state.caller.organizationId,
    credential_id: state.caller.credentialId,
    person_id: state.caller.personId,
    method: req.method,
    route: state.route,
    ...(settingsOf(env).ENVIRONMENT === "development" && { path: pathWithIds(getPath(req.raw), state.route) }),
    status: res.status,
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
