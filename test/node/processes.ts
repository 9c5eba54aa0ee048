import { execFileSync } from "node:child_process";
import { createServer } from "node:net";

/** All processes below `root`, itself included. */
export function treeOf(root: number): number[] {
  const parents = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid && child !== undefined) tree.push(child);
  return tree;
}

/** Those that still run; one that has ended and waits to be collected does not. */
export function alive(pids: number[]): number[] {
  const states = execFileSync("ps", ["-A", "-o", "pid=,stat="], { encoding: "utf8" });
  return pids.filter((pid) => new RegExp(`^\\s*${pid}\\s+[^Z\\s]`, "m").test(states));
}

/** Below the ports that systems give to whoever asks for any: none of these goes to another process by chance. */
const [FIRST_PORT, PORTS] = [15_000, 15_000];

/** A port that nobody listens on, for a program that must be told its port. */
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

/** Where nobody listens: a port below 1024 that has no use, and that `fetch` does not refuse. */
export const NOBODY = "http://127.0.0.1:2";
