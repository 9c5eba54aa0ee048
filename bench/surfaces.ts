/**
 * Sends the largest requests and the worst bodies to every surface of a Worker with a small heap, several at once, in an organization with the
 * largest rows that there may be, and runs every job of cron. Another organization asks for its own meanwhile. Exits with 1 if workerd ended or a
 * request of the other organization failed.
 *
 *     npm run bench -- surfaces [--only=orders] [--at-once=4] [--heap=128]
 */
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { everySurface } from "../test/node/memory/every-surface.ts";
import { build } from "../test/node/server/build.ts";
import { temporaryFolder } from "../test/node/server/worker.ts";
import { quantile } from "./pressure.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    "at-once": { type: "string", default: "4" },
    heap: { type: "string", default: "128" },
  },
});

if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
process.env["X_LOCAL_OBSERVABILITY"] = "false";
using folder = temporaryFolder();
const built = await build(folder.path);
const options = { atOnce: Number(values["at-once"]), heapMiB: Number(values.heap), only: values.only };

const worst: { name: string; time: number }[] = [];
const times: number[] = [];
for await (const outcome of everySurface(built, options)) {
  const { name, response, duration, crashed, failures } = outcome;
  const statuses = [...(response?.statuses ?? [])].map(([status, count]) => `${count} × ${status}, `).join("");
  const slowest = Math.max(...outcome.times);
  console.log(`${name}: ${statuses}${response?.bytes ?? 0} bytes, ${Math.round(duration)} ms, other ${Math.round(slowest)} ms`);
  worst.push({ name, time: slowest });
  times.push(...outcome.times);
  if (!crashed && failures.length === 0) continue;
  console.error(`  ${crashed ? "workerd ended. " : ""}${failures.join(", ")}`);
  process.exitCode = 1;
}

console.log(`\nThe slowest requests of the other organization:`);
for (const { name, time } of worst.toSorted((a, b) => b.time - a.time).slice(0, 10)) console.log(`${Math.round(time)} ms beside ${name}`);
const ofSurfaces = worst.map(({ time }) => time);
console.log(`All ${times.length}: p50 ${Math.round(quantile(times, 0.5))} ms, p99 ${Math.round(quantile(times, 0.99))} ms.`);
console.log(
  `The slowest beside each of ${ofSurfaces.length} requests: p50 ${Math.round(quantile(ofSurfaces, 0.5))} ms, p99 ${Math.round(quantile(ofSurfaces, 0.99))} ms.`,
);
console.log(
  `Load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
