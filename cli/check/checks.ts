import type { NamedScript } from "../scripts/named-script.ts";

interface Check extends NamedScript {
  /** Whether `npm run check` leaves it out, so that it runs only when it is named. */
  isOnRequest?: true;
}

/** Each checker works out the types of the libraries anew: on two cores, the default of four took 78 s of CPU, and two took 65 s. */
const CHECKERS = ["--checkers", "2"];

/** The checks of `npm run check -- NAME …`, in the order in which `npm run check` runs them. */
export const CHECKS: Readonly<Record<string, Check>> = {
  format: { about: "the format of all files (`npm run format` corrects it)", commands: [["oxfmt", "--check"]] },
  lint: { about: "the linter", commands: [["oxlint", "--type-aware", "--deny-warnings"]] },
  types: {
    about: "the types, and those of wrangler.toml in worker-env.d.ts, which it writes",
    commands: [
      ["wrangler", "types", "worker-env.d.ts", "--include-runtime=false", "--strict-vars=false"],
      ["git", "diff", "--exit-code", "worker-env.d.ts"],
      ["tsc", "-p", ".", ...CHECKERS],
      ["tsc", "-p", "tsconfig.node.json", ...CHECKERS],
      ["tsc", "-p", "src/entrypoints/browser", ...CHECKERS],
    ],
  },
  openapi: {
    about: "the OpenAPI documents, changes that would break clients, the client's types",
    commands: [
      ["redocly", "lint", "openapi/v1.json", "openapi/v2.json", "openapi/operator.json"],
      ["node", "cli/check/openapi-breaks.ts"],
      ["node", "packages/client/generate.ts", "--check"],
    ],
  },
  migrations: {
    about: "the migrations",
    commands: [
      ["drizzle-kit", "check"],
      ["node", "cli/check/migrations.ts"],
    ],
  },
  expressions: { about: "regular expressions take linear time", commands: [["node", "cli/check/regular-expressions.ts"]] },
  reading: {
    about: "only src/platform/reading reads bodies and parses JSON, and large pages have memory",
    commands: [["node", "cli/check/reading.ts"]],
  },
  imports: { about: "each file of src imports only what its floor and its kind may know", commands: [["node", "cli/check/imports.ts"]] },
  docs: { about: "paths, anchors and npm scripts that documents and comments name", commands: [["node", "cli/check/doc-paths.ts"]] },
  unused: { about: "unused files, exports and packages", commands: [["knip"]] },
  supply: { about: "the locked packages, and their known vulnerabilities", commands: [["node", "cli/check/supply.ts"]] },
  size: {
    about: "the size of the Worker and of /docs",
    commands: [
      ["node", "cli/check/bundle-size.ts"],
      ["node", "cli/check/docs-size.ts"],
    ],
  },
  clients: {
    about: "clients from other generators compile; only when it is named, because it installs the generators",
    commands: [["node", "cli/check/generated-clients.ts"]],
    isOnRequest: true,
  },
};
