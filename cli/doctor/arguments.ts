import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run doctor -- [--url URL] [options]

Checks a running installation in about a minute: makes a temporary organization, does the main job through the public API, measures it,
removes everything, and prints what it found beside what was expected.

  --url URL           the service (default: ORDER_OPERATIONS_URL)
  --database N        the database of the temporary organization (default: the newest one with room)
  --wait SECONDS      how long to wait for the service to respond at all, for a new deployment (default: 0)
  --webhook SECONDS   how long a webhook may take (default: 60)

The operator token is read from OPERATOR_TOKEN.

Exit code: 0 everything works, 1 something is wrong, 2 wrong usage, 130 interrupted.`;

export interface Arguments {
  /** The origin, with a path prefix if it has one, without a trailing slash. */
  url: string;
  token: string;
  database: number | null;
  waitMs: number;
  webhookMs: number;
}

/** Parses the command line. Returns null for --help. Throws with a message if it is wrong. */
export function readArguments(args: string[], env: NodeJS.ProcessEnv): Arguments | null {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: "string" },
      database: { type: "string" },
      wait: { type: "string", default: "0" },
      webhook: { type: "string", default: "60" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return null;
  const numberOf = (name: string, text: string): number => {
    if (!/^\d{1,6}$/.test(text)) throw new Error(`--${name} must be a whole number.`);
    return Number(text);
  };
  const url = values.url ?? env["ORDER_OPERATIONS_URL"] ?? "";
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new Error("--url (or ORDER_OPERATIONS_URL) must be the service's http(s) URL.");
  const token = env["OPERATOR_TOKEN"] ?? "";
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error("OPERATOR_TOKEN is not set, or is not one.");
  return {
    url: url.endsWith("/") ? url.slice(0, -1) : url,
    token,
    database: values.database === undefined ? null : numberOf("database", values.database),
    waitMs: numberOf("wait", values.wait) * 1000,
    webhookMs: numberOf("webhook", values.webhook) * 1000,
  };
}
