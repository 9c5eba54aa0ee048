import { readFileSync } from "node:fs";
import { DEFAULT_STATE } from "../dev/local-state.ts";
import { UsageError } from "./arguments.ts";

export interface Connection {
  /** The origin, with a path prefix if it has one, without a trailing slash. */
  url: string;
  token: string;
}

const DEMO_FILE = `${DEFAULT_STATE}/demo.json`;

/** The API and its token, from the options, the environment or the demo of `npm run dev`, in this order. Throws UsageError. */
export function findConnection(given: { url: string | undefined; token: string | undefined }, env: NodeJS.ProcessEnv): Connection {
  const demo = readDemo();
  const url = given.url ?? (env["ORDER_OPERATIONS_URL"] || demo?.url);
  // Never send the demo's token to another server.
  const token = given.token ?? (env["ORDER_OPERATIONS_TOKEN"] || (url === demo?.url ? demo?.api_token : undefined));
  if (!url || !token) {
    const missing = [!url && "--url (or ORDER_OPERATIONS_URL)", !token && "--token (or ORDER_OPERATIONS_TOKEN)"]
      .filter(Boolean)
      .join(" and ");
    throw new UsageError(`No destination. Set ${missing}, or run \`npm run dev\` once to create a demo organization.`);
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new UsageError(`--url "${url}" is not an http(s) URL.`);
  return { url: withoutTrailingSlashes(url), token };
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}

function readDemo(): { url?: string; api_token?: string } | null {
  try {
    return JSON.parse(readFileSync(DEMO_FILE, "utf8")) as { url?: string; api_token?: string };
  } catch {
    return null;
  }
}
