import type { Command, NamedScripts } from "../scripts/named-script.ts";

/** These tests in their full form: with a new seed, which is printed, and with many more random cases than in `npm test`. */
const inFull = (...args: string[]): readonly Command[] => [["vitest", "run", "--mode", "full", "--silent=false", ...args]];

/** The suites of `npm test -- SUITE`. */
export const SUITES = {
  abuse: { about: "guessed credentials, floods of rejected requests, timing", commands: inFull("test/worker/abuse/", "test/node/abuse/") },
  crash: { about: "the process is killed during writes and deliveries", commands: inFull("--project", "node", "test/node/crash/") },
  deploy: { about: "the deployment script, also with the real wrangler", commands: inFull("--project", "node", "test/node/deploy/") },
  faults: { about: "the database, Durable Objects, queues and the clock fail", commands: inFull("test/worker/faults/") },
  gate: { about: "rate limits and idempotency keys, compared with a model", commands: inFull("test/worker/gate/") },
  hostile: { about: "unusual, malformed and very large input", commands: inFull("test/worker/hostile/", "test/node/hostile/") },
  isolation: { about: "no organization sees or changes another one's data", commands: inFull("test/worker/isolation/") },
  jobs: { about: "32 daily jobs in Chromium, with their clicks and keystrokes", commands: inFull("test/browser/jobs.long.test.ts") },
  mutations: { about: "checks the tests: each injected fault must be found", commands: [["node", "test/mutations/run.ts"]] },
  secrets: { about: "no secret is stored, logged or returned", commands: inFull("test/worker/secrets/", "test/node/secrets/") },
} satisfies NamedScripts;
