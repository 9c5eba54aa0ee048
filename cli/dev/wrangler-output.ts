import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { START_REQUEST_ID } from "./start-request.ts";
import { formatLogLine, type LogLine, parseLogLine } from "./log-line.ts";

/** The parts of a terminal's stream that are used. */
export interface Terminal {
  isTTY?: boolean;
  hasColors?: () => boolean;
  write: (text: string) => unknown;
}

export interface OutputOptions {
  /** The project's folder. */
  root: string;
  /** Whether requests are left out. */
  isQuiet: boolean;
  /** Whether wrangler's own messages are shown, too. */
  showsWrangler: boolean;
}

/**
 * Prints what a Worker in `wrangler dev` logs, for people: each request in one line, errors with the places in the source. Of wrangler's own
 * messages, only errors are shown. Requests of the start are left out.
 */
export class WranglerOutput {
  readonly #options: OutputOptions;

  constructor(options: OutputOptions) {
    this.#options = options;
  }

  attach({ stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">, out: Terminal, error: Terminal): void {
    if (stdout !== null) forEachLine(stdout, (line) => this.#printLine(line, out));
    if (stderr !== null) {
      const blocks = new MessageBlocks(this.#options.showsWrangler);
      forEachLine(stderr, (line) => {
        const shown = blocks.next(line);
        if (shown === null) return;
        if (typeof shown === "string") error.write(`${shown}\n`);
        else this.#printEvent(shown, error);
      });
    }
  }

  #printLine(line: string, out: Terminal): void {
    const event = parseLogLine(line);
    if (event !== null) this.#printEvent(event, out);
    else if (this.#options.showsWrangler) out.write(`${line}\n`);
  }

  #printEvent(line: LogLine, terminal: Terminal): void {
    if (line.event === "request" && (this.#options.isQuiet || line["client_request_id"] === START_REQUEST_ID)) return;
    const isColored = terminal.isTTY === true && terminal.hasColors?.() !== false;
    terminal.write(`${formatLogLine(line, { root: this.#options.root, isColored })}\n`);
  }
}

function forEachLine(stream: Readable, print: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on("line", print);
}

const MESSAGE = /^(?:✘ \[(ERROR)\]|▲ \[(WARNING)\]) (.*)$/;

/** An error of the runtime outside the Worker, such as a host name that does not exist. Lines with places in the runtime's binary follow it. */
const RUNTIME_ERROR = /^e = \S+:\d+: \w+: (.*)$/;

/**
 * The messages that wrangler writes to stderr: a first line with a mark, empty lines, and lines that are indented. A warning or an error that the
 * Worker logs is such a message, with the line of the log.
 */
class MessageBlocks {
  readonly #showsWrangler: boolean;
  /** What is left out until the message ends: nothing, the empty lines after a line of the log, or all lines. */
  #leftOut: "nothing" | "empty" | "message" = "nothing";

  constructor(showsWrangler: boolean) {
    this.#showsWrangler = showsWrangler;
  }

  /** What to print for a line. Null: nothing. */
  next(line: string): LogLine | string | null {
    const plain = stripVTControlCharacters(line);
    const [, isError, isWarning, text = ""] = MESSAGE.exec(plain) ?? [];
    if (isError === undefined && isWarning === undefined) {
      const isRest = plain.trim() === "" || (this.#leftOut === "message" && plain.startsWith("  "));
      if (this.#leftOut !== "nothing" && isRest) return null;
      this.#leftOut = "nothing";
      return line;
    }
    const event = parseLogLine(text);
    if (event !== null || this.#showsWrangler) {
      this.#leftOut = event === null ? "nothing" : "empty";
      return event ?? line;
    }
    const [, runtimeError] = RUNTIME_ERROR.exec(text) ?? [];
    this.#leftOut = isWarning === undefined && runtimeError === undefined ? "nothing" : "message";
    if (isWarning !== undefined) return null;
    return runtimeError === undefined ? line : `The runtime reports: ${runtimeError}`;
  }
}
