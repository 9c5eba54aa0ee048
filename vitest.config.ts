import { existsSync, globSync, readFileSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import type { ProvidedContext } from "vitest";
import { configDefaults, defineConfig } from "vitest/config";
import { hideExpectedNoise } from "./test/kit/expected-noise.ts";
import { FailureReport } from "./test/kit/failure-report.ts";
import type { Form } from "./test/kit/form.ts";
import { PropertyReport } from "./test/kit/property-report.ts";
import { schemaSnapshot } from "./test/kit/schema-snapshot.ts";

/** The file that another one only runs again with other cases. Null: it has tests of its own. */
function repeatedBy(file: string): string | null {
  const [, name] = /^import "\.\/([\w-]+\.test)(?:\.ts)?";$/m.exec(readFileSync(file, "utf8")) ?? [];
  return name === undefined ? null : join(dirname(file), `${name}.ts`);
}

const LONG_FILES = globSync("test/**/*.long.test.ts");

/** Files that only run another file again. In the full form, that file has all cases, and a file is loaded once. */
const REPEATING = LONG_FILES.filter((file) => repeatedBy(file) !== null);

/** The files that they run. */
const REPEATED = new Set(REPEATING.map(repeatedBy));

/** The properties that no file of their own runs again: `npm run test:long` runs their files with more cases. */
const PROPERTIES = globSync("test/{worker,node}/**/*.test.ts").filter(
  (file) =>
    !file.endsWith(".long.test.ts") &&
    !existsSync(file.replace(/\.test\.ts$/, ".long.test.ts")) &&
    readFileSync(file, "utf8").includes("assertProperty("),
);

/** The other files with tests that have the tag `long`. `npm run test:long` runs all of their tests. */
const TAGGED = globSync("test/{worker,node,browser,conformance}/**/*.test.ts").filter(
  (file) => !file.endsWith(".long.test.ts") && !REPEATED.has(file) && readFileSync(file, "utf8").includes('tags: "long"'),
);

/**
 * Which tests run, and in which form: `test` (`npm test`) all but `*.long.test.ts` and those with the tag `long`, `named` (`npm test -- PATH`) all as in
 * `npm test`, `long` (`npm run test:long`) the files of the long ones and the properties, and `full` (`npm test -- crash` and the other suites) all, with
 * many more random cases.
 */
const MODES = {
  test: { form: "test", suffix: ".test.ts", exclude: ["**/*.long.test.ts"] },
  named: { form: "test", suffix: ".test.ts", exclude: REPEATING },
  long: { form: "long", suffix: ".long.test.ts", exclude: [] },
  full: { form: "full", suffix: ".test.ts", exclude: REPEATING },
} as const;

type Mode = keyof typeof MODES;

const isMode = (name: string): name is Mode => Object.hasOwn(MODES, name);

function drawSeed(): string {
  const seed = String(Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`SEED=${seed}\n`);
  return seed;
}

/** The seed of everything random: `SEED=… npm test` repeats a run. The full form draws a new seed for each run and prints it. */
function seedOf(form: Form): number {
  // Vitest reads this file once for each project. All of them get the seed that was drawn first.
  if (form === "full") process.env["SEED"] ??= drawSeed();
  return Number(process.env["SEED"] ?? (form === "long" ? 20_261_122 : 20_261_121));
}

/** The database for the organizations of all test files, by its number: `TEST_DATABASE=1 npm test`. */
function databaseOfAll(): number | null {
  const number = process.env["TEST_DATABASE"];
  return number === undefined ? null : Number(number);
}

/** In how many runs each property is checked: `PROPERTY_RUNS=50 npx vitest run PATH`, as the mutation check does. */
const PROPERTY_RUNS = process.env["PROPERTY_RUNS"] === undefined ? null : Number(process.env["PROPERTY_RUNS"]);

/** How the platform of the tests behaves (test/kit/strict-platform): `TRANSIENT_ERRORS=0.02 npm test`, `D1_CALLS=statement npm test`. */
const PLATFORM = {
  transientErrors: Number(process.env["TRANSIENT_ERRORS"] ?? 0),
  countedPer: process.env["D1_CALLS"] === "statement" ? "statement" : "batch",
} as const;

hideExpectedNoise();
// Wrangler says that it reads `.dev.vars`; its values reach no test, see below.
process.env["WRANGLER_LOG"] = "warn";

/** A folder in memory is faster than a disk, where there is one with room: what tests keep is gone with them. */
function useMemoryForTemporaryFiles(): void {
  const folder = "/dev/shm";
  if (process.env["TMPDIR"] !== undefined || !existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize > 4 * 2 ** 30) process.env["TMPDIR"] = folder;
}
useMemoryForTemporaryFiles();

/** Every optional setting, left empty, so that a developer's own `.dev.vars` changes nothing. */
function withoutOptionalSettings(): Record<string, string> {
  const lines = readFileSync(".dev.vars.optional.example", "utf8").matchAll(/^#?\s*([A-Z_]+)=/gm);
  return Object.fromEntries([...lines].map(([, name = ""]) => [name, ""]));
}

/** The suites that also run on a replica. */
const ON_A_REPLICA = {
  include: [
    "test/worker/access/**/*.test.ts",
    "test/worker/isolation/**/*.test.ts",
    "test/worker/gate/exactly-once.long.test.ts",
    "test/conformance/idempotency.test.ts",
  ],
  // These have replicas of their own, or are about neither reads nor credentials.
  exclude: [
    ...configDefaults.exclude,
    ...REPEATING,
    "**/{replica,nearest-reads,consistency-token,https,password,weak-password,schema}.test.ts",
  ],
};

/** In `npm test`, this suite runs only with the organizations in different databases, and the other isolation suites only with them in one. */
const ONLY_APART = "test/worker/isolation/caches.test.ts";

/** The isolation suites that run with the organizations in different databases. */
const apart = (form: Form) => ({
  include: [form === "test" ? ONLY_APART : "test/worker/isolation/**/*.test.ts"],
  // One is about the keys inside a database.
  exclude: [...configDefaults.exclude, ...REPEATING, "**/schema.test.ts"],
});

/** The time that long tests have: they have no limit but their number of cases. */
const NO_LIMIT_MS = 3_600_000;

/** Tests inside workerd, through the Worker's own entry: real D1, Durable Objects and queues. */
function workerProject(
  name: string,
  files: { include: string[]; exclude: string[] },
  {
    hasReplica = false,
    provide = {},
    timeoutMs = 120_000,
  }: { hasReplica?: boolean; provide?: Partial<ProvidedContext>; timeoutMs?: number } = {},
) {
  return {
    plugins: [
      cloudflareTest(() => ({
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          // The stand-in for a replica knows one database.
          // Optional in production, like the setting that goes with it.
          r2Buckets: ["FILES"],
          d1Databases: hasReplica ? { REPLICA: "replica" } : { DB_1: "second", DB_2: "third" },
          bindings: {
            ...withoutOptionalSettings(),
            // Tests send faster than people do.
            CONSOLE_RATE_LIMIT: "100000",
            TEST_SCHEMA: schemaSnapshot("./migrations"),
            ENVIRONMENT: "development",
            MASTER_SECRET: "a-master-secret-for-tests-0123456789",
            OPERATOR_TOKEN: "an-operator-token-for-tests-0123456789",
            ALLOW_INSECURE_WEBHOOK_TARGETS: "true",
          },
        },
      })),
    ],
    test: {
      name,
      provide,
      ...files,
      // Each runner keeps one workerd for all its files; test/kit/setup.ts empties its storage before each file.
      isolate: false,
      globalSetup: ["./test/kit/build-documents.ts"],
      setupFiles: ["./test/kit/seed.ts", "./test/kit/setup.ts"],
      // Generous, so that a busy machine decides nothing.
      testTimeout: timeoutMs,
      hookTimeout: 120_000,
    },
  };
}

export default defineConfig(({ mode: named }) => {
  // What only reads the configuration, such as knip, names a mode of its own.
  const mode = isMode(named) ? named : "test";
  const { form, suffix, exclude } = MODES[mode];
  const hasLimit = mode === "test" && PROPERTY_RUNS === null;
  const filesIn = (...folders: string[]) => ({
    include: folders.map((folder) => `${folder}/**/*${suffix}`),
    exclude: [...configDefaults.exclude, ...exclude],
  });
  const longFilesIn = (folder: string) => (form === "long" ? [...PROPERTIES, ...TAGGED].filter((file) => file.startsWith(folder)) : []);
  const worker = filesIn("test/worker", "test/conformance");
  const node = filesIn("test/node", "test/browser");
  return {
    test: {
      provide: { form, seed: seedOf(form), database: databaseOfAll(), twinsApart: false, propertyRuns: PROPERTY_RUNS, ...PLATFORM },
      // The Worker logs a line for each request: shown only where a test fails.
      silent: "passed-only",
      maxWorkers: 2,
      tags: [
        {
          name: "long",
          description: "takes longer than a second, or finds what a faster test finds too, so only npm run test:long runs it",
        },
      ],
      ...(mode === "test" && { tagsFilter: ["!long"] }),
      reporters: [new PropertyReport(), "default", new FailureReport()],
      projects: [
        workerProject(
          "worker",
          {
            include: [...worker.include, ...longFilesIn("test/worker/")],
            exclude: [...worker.exclude, ...(form === "test" ? [ONLY_APART] : [])],
          },
          hasLimit ? {} : { timeoutMs: NO_LIMIT_MS },
        ),
        // Once more with the organizations in different databases: isolation.
        workerProject("apart", apart(form), {
          provide: { twinsApart: true, ...(form === "long" && { form: "test", seed: seedOf("test") }) },
        }),
        // Once more with credentials that read from a replica: access, isolation and exactly-once writes.
        ...(form === "long"
          ? [
              workerProject("replica", ON_A_REPLICA, {
                hasReplica: true,
                provide: { form: "test", seed: seedOf("test") },
                timeoutMs: NO_LIMIT_MS,
              }),
            ]
          : []),
        {
          // Command-line tools, started as a person would start them, and pages in a browser.
          test: {
            name: "node",
            ...node,
            include: [...node.include, ...longFilesIn("test/node/"), ...longFilesIn("test/browser/")],
            testTimeout: hasLimit ? 300_000 : NO_LIMIT_MS,
            hookTimeout: 300_000,
            // The files of one process share their modules, and one process that runs their Workers.
            isolate: false,
            // Some tests run code of the Worker: workerd has Uint8Array.fromBase64, Node 24 has it behind this flag.
            execArgv: ["--js-base-64"],
            // The command-line tools are started as a person would start them, many times: their modules are compiled once.
            env: { WRANGLER_LOG: "log", NODE_COMPILE_CACHE: resolve("node_modules/.cache/node") },
            globalSetup: ["./test/node/setup/builds.ts"],
            setupFiles: ["./test/kit/seed.ts", "./test/node/documented-fetch.ts"],
          },
        },
      ],
    },
  };
});
