import type { Context } from "hono";
import { type Measurements, MEASUREMENTS_HEADER, OPERATOR_TOKEN_HEADER } from "../doctor";
import { isOperatorToken } from "./authenticate";
import type { HttpEnv, RequestState } from "./context";

/** Whether this isolate has served a request. */
let isWarm = false;

/** Adds what a request took to its response, if the request has the operator token (docs/spec/operator.md#measurements). */
export async function setMeasurements(c: Context<HttpEnv>, { now, meter, gateCalls, gateMs, readFrom }: RequestState): Promise<void> {
  const isFirst = !isWarm;
  isWarm = true;
  const { headers, cf } = c.req.raw;
  const token = headers.get(OPERATOR_TOKEN_HEADER);
  if (token === null || !(await isOperatorToken(c, token))) return;
  const measurements: Measurements = {
    worker_ms: Date.now() - now,
    is_first_of_isolate: isFirst,
    place: (cf?.["colo"] as string | undefined) ?? null,
    d1_trips: meter.trips,
    d1_ms: meter.tripMs,
    sql_ms: meter.sqlMs,
    rows_read: meter.rowsRead,
    rows_written: meter.rowsWritten,
    region: meter.region,
    is_primary: meter.isPrimary,
    read_from: readFrom,
    gate_calls: gateCalls,
    gate_ms: gateMs,
  };
  c.res.headers.set(MEASUREMENTS_HEADER, JSON.stringify(measurements));
}
