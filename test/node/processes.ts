import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";

interface Process {
  pid: number;
  parent: number;
  /** Z: it has ended, and waits to be reaped. */
  state: string;
}

/** All processes of this machine. */
function listProcesses(): Process[] {
  if (!existsSync("/proc/self/stat")) {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => {
      const [pid, parent, state = ""] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), state };
    });
  }
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // `pid (name) state parent …`, where the name may contain anything.
      const [state = "", parent] = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return [{ pid: Number(name), parent: Number(parent), state }];
    } catch {
      // It has ended in the meantime.
      return [];
    }
  });
}

/** All processes below `root`, including itself. */
export function treeOf(root: number): number[] {
  const all = listProcesses();
  const tree = [root];
  for (const pid of tree) for (const child of all) if (child.parent === pid) tree.push(child.pid);
  return tree;
}

/** Those of some processes that are still running. */
export function runningOf(pids: number[]): number[] {
  const running = new Set(listProcesses().flatMap(({ pid, state }) => (state.startsWith("Z") ? [] : [pid])));
  return pids.filter((pid) => running.has(pid));
}

/** Below the range of ephemeral ports, so that no other process gets one of these by chance. */
const [FIRST_PORT, PORTS] = [15_000, 15_000];

/** An unused port for a program that must be given its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once("error", () => settle(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => settle(true)));
  });
}

/** An address without a server: a port below 1024 that has no use, and that `fetch` does not reject. */
export const UNREACHABLE_URL = "http://127.0.0.1:2";
