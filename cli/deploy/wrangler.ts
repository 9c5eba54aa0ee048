import { spawn } from "node:child_process";

/** The exit code and output of a run of wrangler. */
export interface WranglerResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The project's wrangler, which npm scripts find first in PATH. */
export interface Wrangler {
  /** Runs it without a terminal, so that it does not prompt, and returns its output. */
  run(...args: string[]): Promise<WranglerResult>;
  /** As `run`, but throws with its output if it fails. */
  runOrThrow(...args: string[]): Promise<string>;
  /** Runs it in the terminal, so that it can prompt. Returns the exit code. */
  runInTerminal(args: string[], env?: Record<string, string>): Promise<number>;
}

/** Disables the banner, the prompt to install agent skills, and error reports. CLOUDFLARE_… variables are inherited. */
const QUIET_ENVIRONMENT = { WRANGLER_HIDE_BANNER: "true", WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true", WRANGLER_SEND_ERROR_REPORTS: "false" };

/** The signals of Ctrl-C, of a closing terminal and of a build service. */
const TERMINATION_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** The wrangler of the project in `folder`, with a configuration file there. Null: with wrangler.toml. */
export function wranglerIn(folder: string, configuration: string | null = null): Wrangler {
  const options = configuration === null ? [] : ["--config", configuration];
  const run = async (args: string[], shown: boolean, env: Record<string, string> = {}): Promise<WranglerResult> => {
    // Secrets are passed in a file that only its owner can read, not in the environment.
    const { MASTER_SECRET: _master, OPERATOR_TOKEN: _operator, ...inherited } = process.env;
    const output = shown ? "inherit" : "pipe";
    const child = spawn("wrangler", [...args, ...options], {
      cwd: folder,
      env: { ...inherited, ...QUIET_ENVIRONMENT, ...env },
      stdio: [shown ? "inherit" : "ignore", output, output],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    // Signals end wrangler first, so that we can then remove its temporary files.
    const forward = (signal: NodeJS.Signals): boolean => child.kill(signal);
    for (const signal of TERMINATION_SIGNALS) process.on(signal, forward);
    try {
      const code = await new Promise<number>((settle, fail) => {
        child.once("error", fail);
        child.once("close", (exit) => settle(exit ?? 1));
      });
      return { code, stdout, stderr };
    } finally {
      for (const signal of TERMINATION_SIGNALS) process.off(signal, forward);
    }
  };
  return {
    run: (...args) => run(args, false),
    runOrThrow: async (...args) => {
      const result = await run(args, false);
      if (result.code !== 0) throw new Error(`\`wrangler ${args.join(" ")}\` failed.\n${outputOf(result)}`);
      return result.stdout;
    },
    runInTerminal: async (args, env) => (await run(args, true, env)).code,
  };
}

/** The whole output of a run. */
export function outputOf({ stdout, stderr }: WranglerResult): string {
  return `${stdout}\n${stderr}`.trim();
}
