import { setTimeout as sleep } from "node:timers/promises";
import type { Report } from "./report.ts";
import { problemOf, type Service } from "./service.ts";

const MAX_LAG_MS = 20_000;
const POLL_MS = 100;

/**
 * How far the nearest replica is behind the primary: how long a credential that has written nothing, and reads from it, does not see that the
 * order is complete. The caller has just received the response of that change.
 */
export async function checkReplica(service: Service, report: Report, { token, path }: { token: string; path: string }): Promise<void> {
  const start = Date.now();
  const finding = { check: "replica lag", expected: "below 20 s" };
  for (;;) {
    const answer = await service.send(path, { token });
    const lag = Date.now() - start;
    const { is_primary: isPrimary = null, region = null, read_from: from = null } = answer.measurements ?? {};
    if (answer.status === 200 && answer.body?.["status"] === "Complete") {
      if (isPrimary === true || from === "primary") {
        const measured = `the primary answered (${region ?? "region unknown"})`;
        return report.add({
          ...finding,
          measured,
          verdict: "unknown",
          advice: "Without read replication there is nothing to measure (docs/runbook.md#callers-far-from-the-database).",
        });
      }
      if (isPrimary === null) return report.add({ ...finding, measured: "no replica here", verdict: "ok" });
      return report.add({ ...finding, measured: `at most ${lag} ms (${region ?? "region unknown"})`, verdict: "ok" });
    }
    if (lag > MAX_LAG_MS) {
      const measured = answer.status === 200 || answer.status === 404 ? `more than ${MAX_LAG_MS / 1000} s` : problemOf(answer);
      const advice =
        'Credentials with `reads: "nearest"` see old orders. See the status of D1, and let them read from the primary until then.';
      return report.expect(false, { ...finding, measured, advice });
    }
    await sleep(POLL_MS, undefined, { signal: service.signal });
  }
}
