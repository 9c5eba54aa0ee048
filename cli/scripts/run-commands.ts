import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { type Command, UnknownNameError } from "./named-script.ts";

/** Runs a program in this terminal. Returns its exit code. */
async function runCommand([program, ...args]: Command): Promise<number> {
  const child = spawn(program, args, { stdio: "inherit" });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  // A terminal sends SIGINT to both processes. This one only waits for the other.
  const wait = (): void => {};
  process.on("SIGINT", wait).on("SIGTERM", forward).on("SIGHUP", forward);
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } finally {
    process.off("SIGINT", wait).off("SIGTERM", forward).off("SIGHUP", forward);
  }
}

/** Runs commands one after another until one fails. Returns the exit code of the last one that ran. */
export async function runCommands(commands: readonly Command[]): Promise<number> {
  for (const command of commands) {
    const code = await runCommand(command);
    if (code !== 0) return code;
  }
  return 0;
}

/** Ends this process with the exit code that `run` returns, or with 2 and the list of the names if it throws UnknownNameError. */
export async function exitWith(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    if (!(error instanceof UnknownNameError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
