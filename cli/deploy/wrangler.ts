import { spawn } from "node:child_process";

/** What a run of wrangler came to. */
export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Wrangler as npm's scripts find it: the project's own, first in PATH. */
export interface Wrangler {
  /** Runs it without a terminal and returns its output. It prompts for nothing. */
  ask(...args: string[]): Promise<Said>;
  /** As `ask`; throws with all that it said where it fails. */
  demand(...args: string[]): Promise<string>;
  /** Runs it in the terminal, so that it can prompt. Returns the exit code. */
  show(args: string[], env?: Record<string, string>): Promise<number>;
}

/** No advertisement, no agent's skills, no reports. What it needs of the account (CLOUDFLARE_…) goes through. */
const QUIET = { WRANGLER_HIDE_BANNER: "true", WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true", WRANGLER_SEND_ERROR_REPORTS: "false" };

/** What a person, a terminal that closes, or a builder ends a program with. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** The wrangler of the project in `folder`. */
export function wranglerIn(folder: string): Wrangler {
  const run = async (args: string[], shown: boolean, env: Record<string, string> = {}): Promise<Said> => {
    // Secrets go through a file that only its owner can read; no program needs them here.
    const { MASTER_SECRET: _master, OPERATOR_TOKEN: _operator, ...inherited } = process.env;
    const output = shown ? "inherit" : "pipe";
    const child = spawn("wrangler", args, {
      cwd: folder,
      env: { ...inherited, ...QUIET, ...env },
      stdio: [shown ? "inherit" : "ignore", output, output],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    // Who ends us ends it first: then what was written for it can be removed.
    const end = (signal: NodeJS.Signals): boolean => child.kill(signal);
    for (const signal of ENDING) process.on(signal, end);
    try {
      const code = await new Promise<number>((settle, fail) => {
        child.once("error", fail);
        child.once("close", (exit) => settle(exit ?? 1));
      });
      return { code, stdout, stderr };
    } finally {
      for (const signal of ENDING) process.off(signal, end);
    }
  };
  return {
    ask: (...args) => run(args, false),
    demand: async (...args) => {
      const said = await run(args, false);
      if (said.code !== 0) throw new Error(`\`wrangler ${args.join(" ")}\` failed.\n${complaint(said)}`);
      return said.stdout;
    },
    show: async (args, env) => (await run(args, true, env)).code,
  };
}

/** All that a failed run said. */
export function complaint({ stdout, stderr }: Said): string {
  return `${stdout}\n${stderr}`.trim();
}
