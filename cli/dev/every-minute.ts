const MINUTE_MS = 60_000;

/** Runs all jobs of the Worker now and every minute, because `wrangler dev` does not run cron triggers. */
export function runScheduledEveryMinute(url: string, signal: AbortSignal): void {
  let running = false;
  const run = async (): Promise<void> => {
    if (running || signal.aborted) return;
    running = true;
    try {
      const response = await fetch(`${url}/cdn-cgi/local/scheduled?cron=all`, { signal });
      const body = await response.text();
      if (response.status !== 200 || body.trim() !== "ok")
        process.stderr.write(`The scheduled handler returned ${response.status} ${body}\n`);
    } catch (error) {
      // A run may fail while the Worker reloads after a change. The next run does the same work.
      if (!signal.aborted)
        process.stderr.write(`The scheduled handler could not be called: ${error instanceof Error ? error.message : String(error)}\n`);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), MINUTE_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  void run();
}
