import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { type Command, UnknownNameError } from "./named-script.ts";

/** Who gets the output of commands instead of this terminal, and what ends them early. */
interface Aside {
  show: (text: string) => void;
  stop: AbortSignal;
}

/** Runs a program, in this terminal unless `aside` is given. Returns its exit code. */
async function runCommand([program, ...args]: Command, aside?: Aside): Promise<number> {
  const child = spawn(program, args, { stdio: aside === undefined ? "inherit" : ["ignore", "pipe", "pipe"] });
  const outputs = [child.stdout, child.stderr].filter((output) => output !== null);
  for (const output of outputs) output.setEncoding("utf8").on("data", (text: string) => aside?.show(text));
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  // A terminal sends SIGINT to both processes. This one only waits for the other.
  const wait = (): void => {};
  const end = (): void => {
    child.kill();
    // A process that it has started may live on for a moment, and is not waited for.
    for (const output of outputs) output.destroy();
  };
  process.on("SIGINT", wait).on("SIGTERM", forward).on("SIGHUP", forward);
  aside?.stop.addEventListener("abort", end);
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } finally {
    process.off("SIGINT", wait).off("SIGTERM", forward).off("SIGHUP", forward);
    aside?.stop.removeEventListener("abort", end);
  }
}

/** Runs commands one after another until one fails, in this terminal unless `aside` is given. Returns the exit code of the last one that ran. */
export async function runCommands(commands: readonly Command[], aside?: Aside): Promise<number> {
  for (const command of commands) {
    const code = await runCommand(command, aside);
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
