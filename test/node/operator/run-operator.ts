import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { OPERATOR_TOKEN } from "../server/worker.ts";
import { startEndingProxy } from "./ending-proxy.ts";

/** The result of a run of the command. */
export interface Run {
  /** Null if it was killed. */
  code: number | null;
  output: string;
}

/**
 * Runs `npm run operator` on a Worker. `killedAt`: the number of a request, of which 1 is the first. It is killed when half of its response
 * was sent.
 */
export async function runOperator(url: string, args: string[], { killedAt = Number.MAX_SAFE_INTEGER } = {}): Promise<Run> {
  let kill: () => void = () => undefined;
  await using proxy = await startEndingProxy(url, killedAt, () => kill());
  return await new Promise((settle, fail) => {
    const child = spawn(process.execPath, [resolve("cli/operator.ts"), ...args], {
      env: { ...process.env, ORDER_OPERATIONS_URL: proxy.url, OPERATOR_TOKEN },
      stdio: ["ignore", "pipe", "pipe"],
    });
    kill = () => child.kill("SIGKILL");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", fail);
    child.once("close", (code) => settle({ code, output }));
  });
}
