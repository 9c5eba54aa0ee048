import type { Context } from "hono";
import { getPath } from "hono/utils/url";
import { settingsOf } from "../env";
import { logLine } from "../log";
import type { HttpEnv, RequestState } from "./context";

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

const ID = /^\d{1,16}$/;
/** A part of a path such as `v2`, `order-items` or `orders.csv`. */
const WORD = /^(?:v\d|[A-Za-z]+(?:[-_.][A-Za-z]+)*)$/;
const MAX_LENGTH = 30;
const MAX_SEGMENTS = 12;

/**
 * The path of a request as a developer may see it: its route with the ids in it, which are numbers. Other parameters keep their names, because
 * their values may be tokens. Without a route, only numbers and words are shown.
 */
export function pathWithIds(path: string, route: string | null): string {
  const segments = path.split("/");
  if (route === null) {
    const isShown = (segment: string) => segment.length <= MAX_LENGTH && (segment === "" || ID.test(segment) || WORD.test(segment));
    const shown = segments.slice(0, MAX_SEGMENTS).map((segment) => (isShown(segment) ? segment : "…"));
    return shown.join("/");
  }
  const names = route.split("/");
  return names.map((name, index) => (name.startsWith(":") && ID.test(segments[index] ?? "") ? segments[index] : name)).join("/");
}
