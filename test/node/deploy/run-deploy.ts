import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

/** A Worker other than that of wrangler.toml. */
interface OtherWorker {
  secrets: Record<string, string> | null;
  deployments: number;
  bindings: Record<string, string>;
}

/** The state that the recorded wrangler keeps. */
interface Account {
  loggedIn: boolean;
  accounts: { id: string; name: string }[];
  databases: string[];
  queues: string[];
  /** By queue: the name of the Worker that consumes it, or "HTTP pull". */
  consumers: Record<string, string>;
  /** Null where there is no Worker. */
  secrets: Record<string, string> | null;
  /** The applied migrations of each database. */
  migrated: Record<string, string[]>;
  /** Where the ids of each database start. */
  ranges: Record<string, number>;
  /** The location or jurisdiction that each database was created with. */
  placements: Record<string, string | null>;
  deployments: number;
  /** The databases of the last deployment, by their bindings. */
  bindings: Record<string, string>;
  /** The buckets of the last deployment. */
  boundBuckets: { binding: string; bucket_name: string; jurisdiction?: string }[];
  /** Whether R2 is enabled, and its buckets with their jurisdictions. */
  hasR2: boolean;
  buckets: Record<string, string | null>;
  /** Other Workers, by name. */
  others: Record<string, OtherWorker>;
  /** Where the last secrets came from. */
  secretsFile?: { path: string; mode: number };
}

export interface DeployResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The wrangler commands of this run, in their order. */
  calls: string[];
}

/** A Cloudflare account as wrangler shows it; `Disposable`. */
export interface RecordedAccount extends Disposable {
  state(): Account;
  /** Runs `npm run deploy` against it, with a recorded wrangler that prints what the real one prints. */
  deploy(args?: string[], env?: Record<string, string>, watch?: (stdout: string, child: ChildProcess) => void): Promise<DeployResult>;
}

/** An account with nothing of the service, only another database. */
export const EMPTY: Account = {
  loggedIn: true,
  accounts: [{ id: "0123456789abcdef0123456789abcdef", name: "Gift shop" }],
  databases: ["another"],
  queues: [],
  consumers: {},
  secrets: null,
  migrated: {},
  ranges: {},
  placements: {},
  deployments: 0,
  bindings: {},
  boundBuckets: [],
  hasR2: true,
  buckets: {},
  others: {},
};

/** An account with this state, with its own folder. */
export function recordedAccount(state: Account): RecordedAccount {
  const folder = mkdtempSync(join(tmpdir(), "order-deploy-test-"));
  const file = join(folder, "account.json");
  const bin = join(folder, "bin");
  mkdirSync(bin);
  copyFileSync(resolve("test/node/deploy/recorded-wrangler.mjs"), join(bin, "wrangler"));
  chmodSync(join(bin, "wrangler"), 0o755);
  writeFileSync(file, JSON.stringify(state));
  return {
    state: () => JSON.parse(readFileSync(file, "utf8")) as Account,
    deploy: async (args = [], env = {}, watch) => {
      writeFileSync(`${file}.calls`, "");
      const path = `${bin}${delimiter}${process.env["PATH"]}`;
      const finished = await runDeploy(args, { PATH: path, ACCOUNT: file, ...env }, { watch });
      return { ...finished, calls: readFileSync(`${file}.calls`, "utf8").split("\n").slice(0, -1) };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

interface DeployOptions {
  /** Called with all output so far whenever there is more. */
  watch?: ((stdout: string, child: ChildProcess) => void) | undefined;
  /** The folder of the project. */
  project?: string;
}

/**
 * Runs cli/deploy.ts as npm would, without credentials of a real account or build environment. The deployed code does not run, so only
 * the `--url` of another Worker is checked.
 */
export function runDeploy(
  args: string[],
  env: Record<string, string>,
  { watch = () => {}, project = "." }: DeployOptions = {},
): Promise<Omit<DeployResult, "calls">> {
  return new Promise((done, fail) => {
    const options = args.some((arg) => arg === "--url" || arg === "--dry-run") ? args : [...args, "--no-doctor"];
    const { CI: _ci, CLOUDFLARE_API_TOKEN: _token, CLOUDFLARE_ACCOUNT_ID: _account, ...inherited } = process.env;
    const child = spawn(process.execPath, [resolve(project, "cli/deploy.ts"), ...options], {
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => watch((stdout += chunk.toString()), child));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
}
