import { type Measurements, MEASUREMENTS_HEADER, OPERATOR_TOKEN_HEADER } from "../../src/platform/doctor.ts";

/** A response. */
export interface Answer {
  status: number;
  /** Parsed JSON; null for anything else. Its form is checked where it is used. */
  body: Record<string, unknown> | null;
  text: string;
  /** From the request to the end of the response, ms. */
  ms: number;
  /** Null if the service does not say. */
  measurements: Measurements | null;
}

interface SendOptions {
  method?: string;
  body?: object;
  /** The credential; by default the operator token. */
  token?: string;
  key?: string;
}

const TIMEOUT_MS = 30_000;

/** The installation. It is asked to measure every request. */
export class Service {
  /** All measurements so far, with how long the caller waited. */
  readonly measured: (Measurements & { ms: number })[] = [];

  readonly url: string;

  readonly operatorToken: string;

  /** Aborted when the doctor is interrupted. */
  readonly signal: AbortSignal;

  constructor({ url, token, signal }: { url: string; token: string; signal: AbortSignal }) {
    this.url = url;
    this.operatorToken = token;
    this.signal = signal;
  }

  /** Sends a request once. Throws if there is no response. After an interruption it sends nothing, but a request that was sent is completed. */
  async send(path: string, { method, body, token = this.operatorToken, key }: SendOptions = {}): Promise<Answer> {
    this.signal.throwIfAborted();
    const start = performance.now();
    const response = await fetch(this.url + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        Authorization: `Bearer ${token}`,
        [OPERATOR_TOKEN_HEADER]: this.operatorToken,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(key !== undefined && { "Idempotency-Key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The token must not follow a redirect to another server.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const ms = performance.now() - start;
    const header = response.headers.get(MEASUREMENTS_HEADER);
    const measurements = header === null ? null : (JSON.parse(header) as Measurements);
    if (measurements !== null) this.measured.push({ ...measurements, ms });
    return { status: response.status, body: parse(text), text, ms, measurements };
  }
}

function parse(text: string): Answer["body"] {
  try {
    return JSON.parse(text) as Answer["body"];
  } catch {
    return null;
  }
}

/** The message of an error response, with its details. */
export function problemOf({ status, body, text }: Answer): string {
  const { message, details = [] } = (body?.["error"] ?? {}) as { message?: string; details?: { path?: string; message?: string }[] };
  if (message === undefined) return `HTTP ${status} ${text.slice(0, 80).replaceAll(/\s+/g, " ")}`.trim();
  const reasons = details.slice(0, 3).map(({ path, message: detail }) => [path, detail].filter(Boolean).join(": "));
  return [`HTTP ${status}`, reasons.length === 0 ? message : reasons.join(" ")].join(": ");
}

/** What to do about a response that should not come. */
export const adviceOn = ({ status }: Answer): string =>
  status === 400
    ? "Correct the option that the response names: `npm run doctor -- --help`. If you have not set it, use the doctor of the deployed release."
    : "Read the log of the Worker: `npx wrangler tail`.";
