import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { OPERATOR_TOKEN } from "../server/worker.ts";

interface Run {
  code: number | null;
  output: string;
  /** The findings of the table by their check: the rest of the line. */
  findings: Record<string, string>;
}

interface RunOptions {
  args?: string[];
  token?: string;
  /** Called with the process when it has started. */
  watch?: (child: ChildProcess) => void;
}

/** Runs `npm run doctor` as a person would. */
export async function runDoctor(
  url: string,
  { args = [], token = OPERATOR_TOKEN, watch = () => undefined }: RunOptions = {},
): Promise<Run> {
  return await new Promise((settle, fail) => {
    const child = spawn(process.execPath, [resolve("cli/doctor.ts"), "--url", url, ...args], {
      env: { ...process.env, OPERATOR_TOKEN: token },
      stdio: ["ignore", "pipe", "pipe"],
    });
    watch(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", fail);
    child.once("close", (code) => settle({ code, output, findings: findingsOf(output) }));
  });
}

function findingsOf(output: string): Run["findings"] {
  const lines = output.split("\n\n", 1)[0]?.split("\n") ?? [];
  return Object.fromEntries(
    lines.map((line) => {
      const [check = "", ...rest] = line.trim().split(/ {2,}/);
      return [check, rest.join(" | ")];
    }),
  );
}
