/** Checks a running installation: `npm run doctor -- --url URL`. See USAGE in doctor/arguments.ts. */
import { DOCTOR_NAME, MAX_DOCTOR_MS } from "../src/platform/doctor.ts";
import { type Arguments, readArguments, USAGE } from "./doctor/arguments.ts";
import { checkDatabases, checkInstallation, checkJobs, checkReach } from "./doctor/installation.ts";
import { MainJob } from "./doctor/main-job.ts";
import { removeEverything } from "./doctor/removal.ts";
import { Report, Stop } from "./doctor/report.ts";
import { Service } from "./doctor/service.ts";
import { reportTimes } from "./doctor/times.ts";

/** How far the clock of the service may differ from ours. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The exit code of a program that was stopped with Ctrl-C. */
const INTERRUPTED = 130;

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!interruption.signal.aborted) process.stderr.write("Interrupted. Removing what was created.\n");
    interruption.abort();
  });
}

async function examine(service: Service, report: Report, { database, waitMs, webhookMs }: Arguments): Promise<void> {
  await checkReach(service, report, waitMs);
  await checkDatabases(service, report, await checkInstallation(service, report));
  await checkJobs(service, report);
  const until = Date.now() + MAX_DOCTOR_MS - CLOCK_TOLERANCE_MS;
  const name = DOCTOR_NAME + new Date(until).toISOString();
  try {
    await new MainJob(service, report, { name, until, database, webhookMs }).run();
    reportTimes(report, service.measured);
  } finally {
    await removeEverything(service, report, name);
  }
}

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2), process.env);
  if (args === null) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const report = new Report();
  try {
    await examine(new Service({ ...args, signal: interruption.signal }), report, args);
  } catch (error) {
    if (!(error instanceof Stop) && !interruption.signal.aborted) {
      report.expect(false, {
        check: "examination",
        measured: error instanceof Error ? error.message : String(error),
        expected: "completed",
      });
    }
  }
  process.stdout.write(`${report.toString()}\n`);
  if (interruption.signal.aborted) return INTERRUPTED;
  process.stdout.write(report.isOk ? "\nEverything works.\n" : "\nSomething is wrong.\n");
  return report.isOk ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
