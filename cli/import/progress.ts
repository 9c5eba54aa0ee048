/** Shows the progress of an import on stderr. */
export interface Progress {
  /** Adds `count` processed orders. */
  add(count: number): void;
  note(message: string): void;
  stop(): void;
}

const LINE_EVERY_MS = 5000;

/** Shows a bar on a terminal, otherwise a plain line every five seconds. */
export async function showProgress(total: number): Promise<Progress> {
  return process.stderr.isTTY ? bar(total) : plainLines(total);
}

async function bar(total: number): Promise<Progress> {
  const { default: cliProgress } = await import("cli-progress");
  const shown = new cliProgress.SingleBar({
    format: "[{bar}] {percentage}% | {value}/{total} orders | {eta_formatted} left",
    hideCursor: true,
  });
  shown.start(total, 0);
  return {
    add: (count) => shown.increment(count),
    // Clear the bar's line, so that the note appears above the bar.
    note: (message) => process.stderr.write(`\r\u001B[K${message}\n`),
    stop: () => shown.stop(),
  };
}

function plainLines(total: number): Progress {
  const started = Date.now();
  let done = 0;
  const printLine = (): void => {
    const rate = Math.round(done / ((Date.now() - started) / 1000));
    process.stderr.write(`${done} of ${total} orders, ${rate} a second\n`);
  };
  const timer = setInterval(printLine, LINE_EVERY_MS);
  timer.unref();
  return {
    add: (count) => {
      done += count;
    },
    note: (message) => process.stderr.write(`${message}\n`),
    stop: () => clearInterval(timer),
  };
}
