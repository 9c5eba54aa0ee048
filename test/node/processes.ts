import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

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

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => settle(port));
    });
  });
}
