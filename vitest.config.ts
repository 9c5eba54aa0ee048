import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** What everything random is drawn from: `SEED=… npm run …` repeats a run. The long forms draw anew each time, and say what. */
function seedOf(full: boolean): number {
  return Number(process.env["SEED"] ?? (full ? Math.floor(Math.random() * 2 ** 31) : 20_261_121));
}

/** Tests inside workerd, through the Worker's own entry: real D1, Durable Objects and queues. */
function inWorkerd(name: string, folders: { include: string[]; exclude?: string[] }): TestProjectInlineConfiguration {
  return {
    plugins: [
      cloudflareTest(async () => ({
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          bindings: {
            TEST_MIGRATIONS: await readD1Migrations("./migrations"),
            MASTER_SECRET: "a-master-secret-for-tests-0123456789",
            OPERATOR_TOKEN: "an-operator-token-for-tests-0123456789",
            ALLOW_INSECURE_WEBHOOK_TARGETS: "true",
          },
        },
      })),
    ],
    test: {
      name,
      ...folders,
      // One workerd for all files; test/kit/setup.ts wipes its storage before each file.
      isolate: false,
      setupFiles: ["./test/kit/seed.ts", "./test/kit/setup.ts"],
      // Property tests take their time on a slow machine; nothing here is decided by it.
      testTimeout: 30_000,
    },
  };
}

/** What is done to it under fire (docs/reliability.md); a workerd of their own lets them run beside the others. */
const UNDER_FIRE = ["abuse", "faults", "gate", "hostile", "isolation", "secrets"].map((name) => `test/worker/${name}/**/*.test.ts`);

export default defineConfig(({ mode }) => ({
  test: {
    provide: { full: mode === "full", seed: seedOf(mode === "full") },
    // The Worker logs a line for each request: shown where a test fails.
    silent: "passed-only",
    // The tests of all projects wait more than they compute.
    maxWorkers: 3,
    projects: [
      inWorkerd("worker", { include: ["test/worker/**/*.test.ts", "test/conformance/**/*.test.ts"], exclude: UNDER_FIRE }),
      inWorkerd("fire", { include: UNDER_FIRE }),
      {
        // Command-line tools, started as a person would.
        test: {
          name: "node",
          include: ["test/node/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          setupFiles: ["./test/kit/seed.ts"],
        },
      },
    ],
  },
}));
