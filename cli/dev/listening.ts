import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fetchAtStart } from "./start-request.ts";

/** Whether the port is free on 127.0.0.1. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once("error", () => settle(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => settle(true)));
  });
}

/** Waits until GET /health/live returns 200 OK. Returns false if `signal` is aborted or a minute has passed. */
export async function waitUntilLive(url: string, signal: AbortSignal): Promise<boolean> {
  const until = Date.now() + 60_000;
  while (!signal.aborted && Date.now() < until) {
    try {
      const response = await fetchAtStart(`${url}/health/live`, { signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) });
      await response.body?.cancel();
      if (response.status === 200) return true;
    } catch {
      // The Worker does not listen yet.
    }
    await wait(100);
  }
  return false;
}
