import { dirname } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel } from "miniflare";
import type { Built } from "./worker.ts";

/** What runs a built Worker on a state folder in Miniflare; `ofAll` and `ofWorker` are what one start has of its own. */
export function optionsFor({ script, options }: Built, state: string, vars: Record<string, string>, ofAll = {}, ofWorker = {}) {
  const converted = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.WARN),
    resourcePersistencePath: state,
    ...ofAll,
    workers: [
      {
        ...options,
        name: "order-operations",
        modules: true,
        modulesRoot: dirname(script),
        scriptPath: script,
        bindings: { ENVIRONMENT: "development", ...vars },
        ...ofWorker,
      },
    ],
  });
  converted.enableDevRegistry = false;
  return converted;
}
