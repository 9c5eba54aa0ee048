import { dirname } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel } from "miniflare";

/** A built Worker and its configuration. */
export interface BuiltWorker {
  /** Files of its modules; the first is the entry. */
  modules: [entry: string, ...imported: string[]];
  /** Miniflare's options, from wrangler.toml. */
  options: Record<string, unknown>;
  /** How a new state folder gets its tables: by statements, or as a copy of a folder that has them. */
  database: { migrations: string[] } | { snapshot: string };
}

/** A Worker's modules for Miniflare, which then does not have to search them for imports. */
export function modulesOf({ modules }: Pick<BuiltWorker, "modules">) {
  return { modulesRoot: dirname(modules[0]), modules: modules.map((path) => ({ type: "ESModule" as const, path })) };
}

/** The options for running a built Worker on a state folder in Miniflare. `more` and `moreOfWorker` are what only this start adds. */
export function optionsFor(
  { modules, options }: Pick<BuiltWorker, "modules" | "options">,
  state: string,
  vars: Record<string, string>,
  more = {},
  moreOfWorker = {},
) {
  const converted = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    logRequests: false,
    unsafeTriggerHandlers: true,
    log: new Log(LogLevel.WARN),
    resourcePersistencePath: state,
    ...more,
    workers: [
      {
        ...options,
        ...modulesOf({ modules }),
        name: "order-operations",
        bindings: { ENVIRONMENT: "development", ...vars },
        ...moreOfWorker,
      },
    ],
  });
  converted.enableDevRegistry = false;
  return converted;
}
