import { expect, it } from "vitest";
import { builtWithOneDatabase } from "../server/built-worker.ts";
import { everySurface } from "./every-surface.ts";

/** The memory of an isolate at Cloudflare. */
const HEAP_MIB = 128;
/** Thousands of requests, the largest of which take seconds, in parallel with other tests. */
const TIMEOUT_MS = 3 * 3_600_000;

/**
 * The surfaces and jobs are those of the product's own lists, so a new one is covered. Requests that delete or end what others need are not
 * sent. The waiting time of the other organization is
 * printed by `npm run bench -- surfaces`.
 */
it(
  "no surface and no job ends the isolate or fails a request of another organization, and no surface returns 500 or only 503",
  { timeout: TIMEOUT_MS },
  async () => {
    const violations: string[] = [];
    let count = 0;
    for await (const { name, crashed, failures, response } of everySurface(await builtWithOneDatabase(), {
      atOnce: 4,
      heapMiB: HEAP_MIB,
      only: "",
    })) {
      count += 1;
      const statuses = [...(response?.statuses.keys() ?? [])];
      if (crashed) violations.push(`${name} ended workerd.`);
      if (failures.length > 0) violations.push(`${name} failed requests of another organization: ${failures.join(", ")}`);
      if (statuses.includes(500)) violations.push(`${name} is 500.`);
      // Some of several at a time may be 503, because they have to wait for memory. If all are, so would be a single one.
      if (statuses.length === 1 && statuses[0] === 503) violations.push(`${name} is 503 each time.`);
    }
    expect(violations).toEqual([]);
    // The lists of surfaces were not empty: there are hundreds of endpoints, pages and forms.
    expect(count).toBeGreaterThan(500);
  },
);
