/**
 * Checks the dependencies: every package must come from the registry with a checksum, and only those in `allowScripts` may run scripts at
 * installation. Prints how many there are, and queries the registry for known vulnerabilities.
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
// Without the project itself and the packages in it (`packages/…`, and the links to them).
const packages = Object.entries(lock.packages).filter(([path, { resolved, link }]) => {
  const isOurs = path === "" || path.startsWith("packages/") || (link === true && resolved?.startsWith("packages/") === true);
  return !isOurs || path.includes("/node_modules/");
});
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const violations: string[] = [];

for (const [path, { version, resolved, integrity, link, hasInstallScript }] of packages) {
  // Without `resolved`, npm loads the package from the configured registry.
  if (resolved !== undefined || link === true) violations.push(`${path} does not come from the registry.`);
  if (!/^\d+\.\d+\.\d+/.test(version ?? "")) violations.push(`${path} has no version.`);
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? "")) violations.push(`${path} has no SHA-512 checksum.`);
  if (hasInstallScript === true && !allowScripts[nameOf(path)]) violations.push(`${path} runs a script when it is installed.`);
}

/** The runtime dependencies of a package, including indirect ones. */
function runtimeDependencies(path: string, known = new Map<string, Locked>()): Map<string, Locked> {
  for (const name of Object.keys(lock.packages[path]?.dependencies ?? {})) {
    const at = `node_modules/${name}`;
    const one = lock.packages[at];
    if (one === undefined || known.has(at)) continue;
    known.set(at, one);
    runtimeDependencies(at, known);
  }
  return known;
}

const shipped = [...runtimeDependencies("")];
const platforms = packages.filter(([, { optional }]) => optional === true);
console.log(
  `${packages.length} packages, ${platforms.length} of them for one platform each. The Worker contains ${shipped.length}: ${shipped.map(([path, { version }]) => `${nameOf(path)} ${version}`).join(", ")}.`,
);

/** The number of known vulnerabilities by severity. null if the registry cannot be queried. */
async function audit(...args: string[]): Promise<Record<string, number> | null> {
  const pending = promisify(execFile)("npm", ["audit", "--json", "--fetch-retries=0", ...args], { maxBuffer: 1 << 28 });
  // npm exits with 1 if it finds vulnerabilities, but still prints the report.
  const { stdout } = await pending.catch((error: { stdout: string }) => error);
  try {
    const report = JSON.parse(stdout) as Report;
    return report.metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}

for (const [what, ...args] of [["Runtime dependencies", "--omit=dev"], ["All dependencies"]] as const) {
  const found = await audit(...args);
  if (found === null) console.log(`${what}: the registry could not be queried for known vulnerabilities.`);
  else {
    console.log(`${what}: ${found["total"] ?? 0} known vulnerabilities (critical ${found["critical"] ?? 0}, high ${found["high"] ?? 0}).`);
    if (args.length > 0 && (found["total"] ?? 0) > 0)
      violations.push("The runtime dependencies have known vulnerabilities. List them with npm audit --omit=dev.");
  }
}

for (const fault of violations) console.error(fault);
if (violations.length > 0) process.exitCode = 1;
