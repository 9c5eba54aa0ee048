/**
 * What this project is made of: every package comes from the registry with a checksum, and only those that `allowScripts` names
 * run anything when they are installed. Says how many there are, and asks the registry about known weaknesses.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

interface Locked {
  version?: string;
  dependencies?: Record<string, string>;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

interface Manifest {
  allowScripts: Record<string, boolean>;
}

interface Report {
  metadata?: { vulnerabilities: Record<string, number> };
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
// The project itself and the packages in it (`packages/…`, each with a link to it) come from here.
const packages = Object.entries(lock.packages).filter(([path, { resolved, link }]) => {
  const isOurs = path === "" || path.startsWith("packages/") || (link === true && resolved?.startsWith("packages/") === true);
  return !isOurs || path.includes("/node_modules/");
});
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const faults: string[] = [];

for (const [path, { version, resolved, integrity, link, hasInstallScript }] of packages) {
  // Without an address of its own, a package can only come from the registry that npm is set to.
  if (resolved !== undefined || link === true) faults.push(`${path} does not come from the registry.`);
  if (!/^\d+\.\d+\.\d+/.test(version ?? "")) faults.push(`${path} has no version.`);
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? "")) faults.push(`${path} has no SHA-512 checksum.`);
  if (hasInstallScript === true && !allowScripts[nameOf(path)]) faults.push(`${path} runs a script when it is installed.`);
}

/** What the root needs when it runs, and what that needs. */
function needed(path: string, known = new Map<string, Locked>()): Map<string, Locked> {
  for (const name of Object.keys(lock.packages[path]?.dependencies ?? {})) {
    const at = `node_modules/${name}`;
    const one = lock.packages[at];
    if (one === undefined || known.has(at)) continue;
    known.set(at, one);
    needed(at, known);
  }
  return known;
}

const shipped = [...needed("")];
const platforms = packages.filter(([, { optional }]) => optional === true);
console.log(
  `${packages.length} packages, ${platforms.length} of them for one platform each. The Worker is made of ${shipped.length}: ${shipped.map(([path, { version }]) => `${nameOf(path)} ${version}`).join(", ")}.`,
);

/** Weaknesses that the registry knows of; null if it cannot be queried. */
async function audit(...args: string[]): Promise<Record<string, number> | null> {
  const pending = promisify(execFile)("npm", ["audit", "--json", "--fetch-retries=0", ...args], { maxBuffer: 1 << 28 });
  // npm ends with 1 where it has found something; its answer is there all the same.
  const { stdout } = await pending.catch((error: { stdout: string }) => error);
  try {
    const report = JSON.parse(stdout) as Report;
    return report.metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}

for (const [what, ...args] of [["What is shipped", "--omit=dev"], ["Tools and all"]] as const) {
  const found = await audit(...args);
  if (found === null) console.log(`${what}: the registry could not be queried for known vulnerabilities.`);
  else {
    console.log(`${what}: ${found["total"] ?? 0} known weaknesses (critical ${found["critical"] ?? 0}, high ${found["high"] ?? 0}).`);
    if (args.length > 0 && (found["total"] ?? 0) > 0) faults.push("npm audit --omit=dev names them.");
  }
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
