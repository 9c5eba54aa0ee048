/** Shows how far an import is, on stderr. */
export interface Progress {
  /** `count` more orders have been dealt with. */
  add(count: number): void;
  note(message: string): void;
  stop(): void;
}

const LINE_EVERY_MS = 5000;

/** A bar on a terminal, else a plain line every five seconds. */
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
    // The bar draws over its own line: a note goes above it.
    note: (message) => process.stderr.write(`\r\u001B[K${message}\n`),
    stop: () => shown.stop(),
  };
}

function plainLines(total: number): Progress {
  const started = Date.now();
  let done = 0;
  const say = (): void => {
    const rate = Math.round(done / ((Date.now() - started) / 1000));
    process.stderr.write(`${done} of ${total} orders, ${rate} a second\n`);
  };
  const timer = setInterval(say, LINE_EVERY_MS);
  timer.unref();
  return {
    add: (count) => {
      done += count;
    },
    note: (message) => process.stderr.write(`${message}\n`),
    stop: () => clearInterval(timer),
  };
}
