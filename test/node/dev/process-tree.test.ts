import { expect, it, vi } from "vitest";
import { startTree } from "../../../cli/dev/process-tree.ts";
import { runningOf, treeOf } from "../processes.ts";

const start = (script: string, options: { graceMs?: number } = {}) =>
  startTree("sh", ["-c", script], { cwd: ".", env: process.env, ...options });

async function pidsOf(tree: ReturnType<typeof start>, count: number): Promise<number[]> {
  const head = tree.child.pid ?? -1;
  await vi.waitFor(() => expect(treeOf(head)).toHaveLength(count), 60_000);
  return treeOf(head);
}

it("returns the exit code", async () => {
  expect(await start("exit 7").ended).toBe(7);
  expect(await start("kill -9 $$").ended).toBe(137);
});

it("also ends processes that the program has started", async () => {
  const tree = start("sleep 60 & sh -c 'sleep 60; true' & wait");
  const pids = await pidsOf(tree, 4);
  expect(await tree.stop()).toBe(143);
  expect(runningOf(pids)).toEqual([]);
});

it("ends the other processes if the main process dies", { tags: "long" }, async () => {
  const tree = start("sleep 60 & wait");
  const pids = await pidsOf(tree, 2);
  process.kill(pids[0] ?? -1, "SIGKILL");
  expect(await tree.ended).toBe(137);
  expect(runningOf(pids)).toEqual([]);
});

it("kills a process that does not end in time after a signal", { tags: "long" }, async () => {
  const tree = start("trap 'echo asked' TERM; echo ready; while :; do sleep 0.2; done", { graceMs: 500 });
  let output = "";
  tree.child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toContain("ready"), 60_000);
  expect(await tree.stop()).toBe(137);
  expect(output).toContain("asked");
  expect(runningOf([tree.child.pid ?? -1])).toEqual([]);
});

it("fails if the program does not exist", async () => {
  await expect(startTree("no-such-program", [], { cwd: ".", env: process.env }).ended).rejects.toThrow(/ENOENT/);
});
