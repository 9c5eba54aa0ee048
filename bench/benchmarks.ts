import type { NamedScripts } from "../cli/scripts/named-script.ts";

/** The benchmarks of `npm run bench -- NAME`. */
export const BENCHMARKS = {
  routes: { about: "CPU and latency of seven routes, compared with a bare Worker", commands: [["node", "bench/compare-routes.ts"]] },
  console: { about: "how soon the console's orders page is painted", commands: [["node", "bench/console.ts"]] },
  deliveries: { about: "what a rejected delivery of a shop costs, beside GET /health", commands: [["node", "bench/deliveries.ts"]] },
  heap: { about: "the memory that the largest bodies need", commands: [["node", "bench/heap.ts"]] },
  surfaces: { about: "the worst requests of every surface and all jobs, on a heap of 128 MiB", commands: [["node", "bench/surfaces.ts"]] },
  import: { about: "orders per second of the importer", commands: [["node", "bench/import.ts"]] },
  latency: { about: "requests to a distant database, and stale reads", commands: [["node", "bench/latency.ts"]] },
  move: { about: "a move to another database while the organization is used", commands: [["node", "bench/move.ts"]] },
  rejected: { about: "what rejected bodies of 8 MiB cost", commands: [["node", "bench/rejected.ts"]] },
  webhooks: { about: "the time from a request to the arrival of its event", commands: [["node", "bench/webhooks.ts"]] },
} satisfies NamedScripts;
