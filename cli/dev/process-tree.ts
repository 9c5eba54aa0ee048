import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 5000;

/** A started program with all its descendants. */
export interface ProcessTree {
  child: ChildProcess;
  /** The exit code, or 128 + n if signal n ended it. Settles when the whole tree has ended. */
  ended: Promise<number>;
  /** Ends the whole tree, with SIGKILL after the grace period. */
  stop(): Promise<number>;
}

/**
 * Starts a program as the leader of a new process group, with its output in pipes that the caller must read. wrangler starts further
 * processes, and one that outlives it would keep the port and go on serving. Therefore the whole group is ended, even if the leader exits by itself.
 */
export function startTree(
  program: string,
  args: string[],
  options: {
    cwd: string;
    env: NodeJS.ProcessEnv;
    /** How long the tree may take to end after SIGTERM, before it is killed. Default: five seconds. */
    graceMs?: number;
  },
): ProcessTree {
  const { graceMs = GRACE_MS } = options;
  const child = spawn(program, args, { cwd: options.cwd, env: options.env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const exited = new Promise<number>((settle, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => settle(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  const endWithGroup = async (): Promise<number> => {
    try {
      return await exited;
    } finally {
      await endGroup(child.pid, graceMs);
    }
  };
  const ended = endWithGroup();
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
  const deadline = Date.now() + graceMs;
  while (signalGroup(leader, 0)) {
    if (Date.now() > deadline) {
      signalGroup(leader, "SIGKILL");
      return;
    }
    await wait(25);
  }
}

/** Returns false if no process of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
