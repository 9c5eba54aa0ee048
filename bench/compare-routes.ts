/**
 * What the Worker takes beside the least that could do the same on this machine, and whether it stays the same as an
 * organization grows. The built Worker and a bare one run in one workerd on one database; figures are ratios of one run.
 *
 *     npm run bench -- [--orders=10000|100000|1000000] [--only=ROUTE] [--state=FOLDER]
 *                      [--seconds=1] [--rounds=15] [--connections=8]
 *     npm run --silent bench -- --json > FILE        then: npm run bench -- --compare=FILE   how the ratios have changed since
 *     npm run bench -- --beside=worker.js   another build, made by `wrangler deploy --dry-run --outdir`, in the same run
 *     npm run bench -- --databases=4     what several databases change (bench/databases.ts)
 *
 * With --state the loaded database is kept and used again. Above 10,000 orders every list is also requested from an organization with
 * 10,000 in the same database.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../test/node/server/build.ts";
import { temporaryFolder } from "../test/node/server/worker.ts";
import { compare, compareGate, type Comparison } from "./compare.ts";
import { compareSizes, type Flatness } from "./flatness.ts";
import { compareDatabases } from "./databases.ts";
import { changeReport, routeReport } from "./report.ts";
import { comparedRoutes } from "./routes.ts";
import { setStage, SMALL } from "./stage.ts";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "10000" },
    only: { type: "string" },
    databases: { type: "string" },
    compare: { type: "string" },
    beside: { type: "string" },
    json: { type: "boolean", default: false },
    state: { type: "string" },
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "15" },
    connections: { type: "string", default: "8" },
  },
});
const only = values.only ?? null;
const effort = { connections: Number(values.connections), seconds: Number(values.seconds), rounds: Number(values.rounds) };
const say = (text: string): void => void process.stderr.write(`${text}\n`);

const GATE = "gate";
const fixed = (value: number, places = 2): string => value.toFixed(places);

function tellFlatness({ name, small, large }: Flatness): void {
  const rows = `rows read ${large.rowsRead} / ${small.rowsRead} = ${fixed(large.rowsRead / small.rowsRead)}`;
  say(`${name.padEnd(28)} p50 ${fixed(large.p50)} / ${fixed(small.p50)} ms = ${fixed(large.p50 / small.p50)}   ${rows}`);
}

// What the tools say goes beside the JSON, not into it.
console.log = console.error;
// In memory where there is such a folder: a disk's syncs would be measured instead of the Worker.
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
process.env["X_LOCAL_OBSERVABILITY"] = "false";
if (values.databases !== undefined) {
  await compareDatabases(Number(values.databases), effort);
  process.exit();
}
using folder = temporaryFolder();
say("Building …");
const scripts = {
  real: await build(join(folder.path, "real")),
  bare: await build(join(folder.path, "bare"), "bench/bare/worker.ts"),
  ...(values.beside !== undefined && { other: values.beside }),
};
await using stage = await setStage(scripts, values.state ?? join(folder.path, "state"), Number(values.orders), say);

// First, because the routes that write add to the large organization.
const flatness = Number(values.orders) > SMALL ? await compareSizes(stage, only, tellFlatness) : [];
const routes: Comparison[] = [];
for (const route of await comparedRoutes(stage)) {
  if (only !== null && !route.name.includes(only)) continue;
  const compared = await compare(stage, route, effort);
  say(routeReport(compared));
  if (values.compare !== undefined) say(changeReport(compared, values.compare));
  routes.push(compared);
}
const gate = only === null || only === GATE ? await compareGate(stage, effort) : null;
if (gate !== null) {
  say(`gate: ${fixed(gate.real, 0)} admits/s, ${fixed(gate.bare, 0)} calls/s of a bare object = ${fixed(gate.real / gate.bare)}`);
}
const measured = { orders: Number(values.orders), ...effort, routes, gate, flatness };
if (values.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
