import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { ACCOUNT } from "./cloudflare-peer.ts";

/** The environment of the project's own wrangler, with an account on the loopback address. */
export const realWranglerEnv = (url: string) => ({
  PATH: `${resolve("node_modules/.bin")}${delimiter}${process.env["PATH"]}`,
  CLOUDFLARE_API_BASE_URL: url,
  CLOUDFLARE_API_TOKEN: "a-token-for-tests",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
  WRANGLER_LOG: "log",
});

/** Runs a wrangler command in the folder of a project. */
export async function runRealWrangler(project: string, url: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["node_modules/wrangler/bin/wrangler.js", ...args], {
    cwd: project,
    env: { ...process.env, CI: "true", ...realWranglerEnv(url), CLOUDFLARE_ACCOUNT_ID: ACCOUNT },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number | null, output: output + complained };
}
