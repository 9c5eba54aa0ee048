import { OperatorApi } from "../operator/api.ts";
import type { Report } from "./report.ts";
import type { Service } from "./service.ts";

/** Each request removes as much as an invocation may. */
const MAX_REQUESTS = 20;

/** Removes the temporary organization of this run, and those of earlier runs that were interrupted. Ignores an interruption. */
export async function removeEverything({ url, operatorToken: token }: Service, report: Report, name: string): Promise<void> {
  const api = new OperatorApi({ url, token });
  const finding = { check: "removed", expected: "everything" };
  const advice = "Run the doctor again: it also removes what an earlier run has left, 15 minutes after that run began.";
  try {
    for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
      const { left } = await api.post<{ left: number }>("/doctor/removal", JSON.stringify({ name }));
      if (left === 0) return report.expect(true, { ...finding, measured: "everything" });
    }
    report.expect(false, { ...finding, measured: `not yet: ${name}`, advice });
  } catch (error) {
    report.expect(false, {
      ...finding,
      measured: error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error),
      advice,
    });
  }
}
