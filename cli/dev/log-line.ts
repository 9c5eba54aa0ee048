import { styleText } from "node:util";
import { ownFrames } from "./own-frames.ts";

/** A line of the Worker's log (docs/runbook.md#the-log). */
export interface LogLine {
  event: string;
  [field: string]: string | number | boolean | null | undefined;
}

export interface LineFormat {
  /** The project's folder. */
  root: string;
  isColored: boolean;
}

/** Returns null for a text that is no line of the Worker's log. */
export function parseLogLine(text: string): LogLine | null {
  if (!text.startsWith("{")) return null;
  try {
    const line = JSON.parse(text) as Partial<LogLine>;
    return typeof line.event === "string" ? { ...line, event: line.event } : null;
  } catch {
    return null;
  }
}

type Format = Parameters<typeof styleText>[0];

/** A line of the log for a terminal: a request in one line, and an error with its stack. */
export function formatLogLine(line: LogLine, { root, isColored }: LineFormat): string {
  const color = (format: Format, text: string) => (isColored ? styleText(format, text, { validateStream: false }) : text);
  if (line.event === "request") return requestLine(line, color);
  // All lines of a developer's machine have the same release.
  const { event, error, at, release: _, ...about } = line;
  const fields = Object.entries(about).map(([name, value]) => `${name}=${String(value)}`);
  const title = [color(error === undefined ? "yellow" : "red", event), ...fields].join(" ");
  if (error === undefined) return title;
  const frames = typeof at === "string" ? ownFrames(at, root) : [];
  return [title, `  ${error}`, ...frames.map((frame) => color("dim", `    ${frame}`))].join("\n");
}

/** `GET /orders/42 404 not_found 3 ms`, and the id of a request that failed with an error of the service. */
function requestLine(line: LogLine, color: (format: Format, text: string) => string): string {
  const { method, path, route, status, error_code: code, duration_ms: duration, request_id: id } = line;
  const words = [
    String(method),
    String(path ?? route),
    color(statusColor(Number(status)), String(status)),
    ...(code === null ? [] : [String(code)]),
    color("dim", `${String(duration)} ms`),
    ...(Number(status) >= 500 ? [color("dim", String(id))] : []),
  ];
  return words.join(" ");
}

function statusColor(status: number): Format {
  if (status >= 500) return "red";
  if (status >= 400) return "yellow";
  return status >= 300 ? "cyan" : "green";
}
