import type { Measurements } from "../../src/platform/doctor.ts";
import type { Report } from "./report.ts";

type Measured = Measurements & { ms: number };

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** What a deployer should look at if it takes longer. Nothing is wrong because of a time. */
const SLOW_MS = { d1: 100, gate: 100, start: 1_000 };

/** Adds the times of all requests so far. */
export function reportTimes(report: Report, measured: readonly Measured[]): void {
  const text = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  const add = (check: string, ms: number, about: { detail: string; slow: number; advice: string }) => {
    const isSlow = ms > about.slow;
    report.add({
      check,
      measured: `${text(ms)}${about.detail}`,
      expected: `below ${about.slow} ms`,
      verdict: isSlow ? "slow" : "ok",
      ...(isSlow && { advice: about.advice }),
    });
  };
  const withD1 = measured.filter(({ d1_trips: trips }) => trips > 0);
  const last = withD1.at(-1);
  if (last !== undefined) {
    const where = `, ${last.region ?? "region unknown"}${last.place === null ? "" : `, Worker in ${last.place}`}`;
    add("D1: a round trip (median)", median(withD1.map(({ d1_ms: ms, d1_trips: trips }) => ms / trips)), {
      detail: `, of it SQL ${text(median(withD1.map(({ sql_ms: ms, d1_trips: trips }) => ms / trips)))}${where}`,
      slow: SLOW_MS.d1,
      advice: "The database is far from the Worker. Create databases near your callers (`--location`), or enable read replication.",
    });
  }
  const withGate = measured.filter(({ gate_calls: calls }) => calls > 0);
  if (withGate.length > 0) {
    add("gate: a call (median)", median(withGate.map(({ gate_ms: ms, gate_calls: calls }) => ms / calls)), {
      detail: "",
      slow: SLOW_MS.gate,
      advice: "The gate (Durable Object) of a credential is created near its first request, or in the `region` of the credential.",
    });
  }
  const cold = measured.filter(({ is_first_of_isolate: isFirst }) => isFirst).map(({ ms }) => ms);
  const warm = median(measured.filter(({ is_first_of_isolate: isFirst }) => !isFirst).map(({ ms }) => ms));
  const finding = { check: "first request of an isolate", expected: `below ${SLOW_MS.start} ms` };
  if (cold.length === 0) {
    report.add({
      ...finding,
      measured: "none met a new isolate",
      verdict: "unknown",
      advice: "Run the doctor directly after a deployment.",
    });
  } else {
    add(finding.check, Math.max(...cold), {
      detail: ` (others: ${text(warm)})`,
      slow: SLOW_MS.start,
      advice: "The connection is part of it. Compare with `npx wrangler check startup`.",
    });
  }
}
