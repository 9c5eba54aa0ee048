/**
 * Sends the largest requests of every route to a Worker with a small heap, several at once, in an organization with the largest rows that there
 * may be. Another organization asks for its own meanwhile. The routes come from the lists of routes, so a new one is included. Exits with 1 if
 * workerd ended or a request of the other organization failed.
 *
 *     npm run bench -- surfaces [--only=orders] [--at-once=4] [--heap=128]
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { attack } from "../test/node/memory/attack.ts";
import { prepareScene, startScene } from "../test/node/memory/scene.ts";
import { loadSurfaces } from "../test/node/memory/surfaces.ts";
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
const built = await build(join(folder.path, "built"));
const scene = await prepareScene(built, join(folder.path, "state"));
const requestsOf = await loadSurfaces(folder.path);
const requests = requestsOf(scene.large.id, scene.contents).filter(({ name, ends }) => !ends && name.includes(values.only));

const times: number[] = [];
let worker = await startScene(scene, Number(values.heap));
for (const request of requests) {
  const outcome = await attack(worker, request, { atOnce: Number(values["at-once"]), attacker: scene.large, neighbor: scene.other });
  times.push(...outcome.times);
  const statuses = [...outcome.statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`${outcome.name}: ${statuses}, ${outcome.bytes} bytes, ${Math.round(outcome.duration)} ms`);
  if (!outcome.crashed && outcome.failures.length === 0) continue;
  console.error(`  ${outcome.crashed ? "workerd ended. " : ""}${outcome.failures.join(", ")}`);
  process.exitCode = 1;
  if (outcome.crashed) worker = await startScene(scene, Number(values.heap));
}
await worker.kill();
console.log(`Requests of the other organization: ${times.length}, p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms`);
