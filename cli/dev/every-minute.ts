const MINUTE_MS = 60_000;

/** Runs the Worker's scheduled handler now and each minute, as Cloudflare's cron does; locally nobody else would. */
export function everyMinute(url: string, signal: AbortSignal): void {
  let running = false;
  const run = async (): Promise<void> => {
    if (running || signal.aborted) return;
    running = true;
    try {
      const response = await fetch(`${url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`, { signal });
      const said = await response.text();
      if (response.status !== 200 || said.trim() !== "ok")
        process.stderr.write(`The scheduled handler returned ${response.status} ${said}\n`);
    } catch (error) {
      // While the Worker reloads after a change, a minute may be missed: the next one makes up for it.
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
