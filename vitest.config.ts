import { execFileSync } from "node:child_process";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** What everything random is drawn from: `SEED=… npm run …` repeats a run. The long forms draw anew each time, and say what. */
function seedOf(full: boolean): number {
  return Number(process.env["SEED"] ?? (full ? Math.floor(Math.random() * 2 ** 31) : 20_261_121));
}

/** The console's tests inside workerd. */
const CONSOLE = "test/worker/console/**/*.test.ts";

/** Inside workerd, through the Worker's own entry: real D1, Durable Objects and queues. */
function insideWorkerd(name: string, files: { include: string[]; exclude?: string[] }) {
  return {
    plugins: [
      cloudflareTest(async () => {
        // What the Worker serves under /docs must be there when workerd starts.
        execFileSync(process.execPath, ["cli/docs.ts"], { stdio: "inherit" });
        return {
          wrangler: { configPath: "./wrangler.toml" },
          miniflare: {
            bindings: {
              TEST_MIGRATIONS: await readD1Migrations("./migrations"),
              MASTER_SECRET: "a-master-secret-for-tests-0123456789",
              OPERATOR_TOKEN: "an-operator-token-for-tests-0123456789",
              ALLOW_INSECURE_WEBHOOK_TARGETS: "true",
            },
          },
        };
      }),
    ],
    test: {
      name,
      ...files,
      // One workerd for all files; test/kit/setup.ts wipes its storage before each file.
      isolate: false,
      setupFiles: ["./test/kit/seed.ts", "./test/kit/setup.ts"],
      // Property tests take their time on a slow machine; nothing here is decided by it.
      testTimeout: 30_000,
      hookTimeout: 30_000,
    },
  };
}

export default defineConfig(({ mode }) => ({
  test: {
    provide: { full: mode === "full", seed: seedOf(mode === "full") },
    // The Worker logs a line for each request: shown where a test fails.
    silent: "passed-only",
    // The files of both projects side by side: they wait more than they compute.
    maxWorkers: 3,
    projects: [
      insideWorkerd("worker", { include: ["test/worker/**/*.test.ts", "test/conformance/**/*.test.ts"], exclude: [CONSOLE] }),
      // In a workerd of its own, beside the other: together they would take twice as long.
      insideWorkerd("console", { include: [CONSOLE] }),
      {
        // Command-line tools, started as a person would.
        test: {
          name: "node",
          include: ["test/node/**/*.test.ts", "test/browser/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          setupFiles: ["./test/kit/seed.ts", "./test/node/documented-fetch.ts"],
        },
      },
    ],
  },
}));
