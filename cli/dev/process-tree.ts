import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 5000;

/** A started program and all that it starts in turn. */
export interface ProcessTree {
  child: ChildProcess;
  /** The exit code, 128 + n where signal n ended it; settles once the whole tree is gone. */
  ended: Promise<number>;
  /** Ends the whole tree, by force after five seconds. */
  stop(): Promise<number>;
}

/**
 * Starts a program as the head of a process group of its own. wrangler starts further processes; one that outlives it
 * keeps the port and goes on serving, so the group is ended as a whole, also where its head dies by itself.
 */
export function startTree(
  program: string,
  args: string[],
  options: {
    cwd: string;
    env: NodeJS.ProcessEnv;
    output: "shown" | "kept";
    /** How long the tree may take to end by itself before it is killed. */
    graceMs?: number;
  },
): ProcessTree {
  const { graceMs = GRACE_MS } = options;
  const output = options.output === "shown" ? "inherit" : "pipe";
  const child = spawn(program, args, { cwd: options.cwd, env: options.env, detached: true, stdio: ["ignore", output, output] });
  const exited = new Promise<number>((settle, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => settle(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  const wholeTree = async (): Promise<number> => {
    try {
      return await exited;
    } finally {
      await endGroup(child.pid, graceMs);
    }
  };
  const ended = wholeTree();
  return {
    child,
    ended,
    stop: async () => {
      await endGroup(child.pid, graceMs);
      return ended;
    },
  };
}

async function endGroup(leader: number | undefined, graceMs: number): Promise<void> {
  if (leader === undefined || !signalGroup(leader, "SIGTERM")) return;
  const forced = Date.now() + graceMs;
  while (signalGroup(leader, 0)) {
    if (Date.now() > forced) {
      signalGroup(leader, "SIGKILL");
      return;
    }
    await wait(25);
  }
}

/** False where nobody of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
