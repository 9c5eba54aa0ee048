import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { CLOSED_VALUES } from "./closed-values.ts";

const HEAD = `
import { createClient } from "${resolve("packages/client/src/index.ts")}";
const api = createClient({ baseUrl: "https://api.example.com" });
`;

/** The programs that are compiled: a line for each call. */
const PROGRAMS = {
  listed: CLOSED_VALUES.flatMap(({ names, callWith }) => names.map((name) => `void ${callWith(name)};`)),
  bogus: CLOSED_VALUES.flatMap(({ place, callWith }) => [`// @ts-expect-error -- ${place}`, `void ${callWith("Bogus")};`]),
  open: [
    "// @ts-expect-error -- the status of an item may be any text, so this is wrong",
    'void api.v2.POST("/api/v2/order-items/{id}/status", { params: { path: { id: "1" } }, body: { status: "Bogus" } });',
  ],
} as const;

/** The compiler's messages for each program. */
const messages: Record<string, string[]> = {};

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "closed-values-"));
  const files = Object.entries(PROGRAMS).map(([name, lines]) => {
    writeFileSync(join(folder, `${name}.ts`), `${HEAD}${lines.join("\n")}\n`);
    return join(folder, `${name}.ts`);
  });
  const strict = [
    "--ignoreConfig",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noEmit",
    "--skipLibCheck",
    "--allowImportingTsExtensions",
  ];
  const target = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"];
  const args = [resolve("node_modules/typescript/bin/tsc"), ...strict, ...target, "--types", "", ...files];
  const output = await promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  rmSync(folder, { recursive: true, force: true });
  const lines = output.split("\n");
  for (const name of Object.keys(PROGRAMS)) messages[name] = lines.filter((line) => line.includes(`/${name}.ts(`));
});

it("accepts each documented name of every closed value", () => {
  expect(CLOSED_VALUES.map(({ place }) => place)).toEqual(
    expect.arrayContaining([
      "GET /orders params.query.status",
      "GET /orders params.query.sort",
      "GET /orders params.query.include.[]",
      "GET /orderItems params.query.sort_dir",
      "GET /api/v2/stores params.query.platform",
      "POST /api/v2/orders body.status",
      "POST /api/v2/orders/bulk body.orders.[].status",
      "PATCH /api/v2/stores/{id} body.type.|0",
      "POST /api/v2/webhooks body.events.[]",
    ]),
  );
  expect(messages["listed"]).toEqual([]);
});

it("rejects another name for every closed value", () => {
  expect(messages["bogus"]).toEqual([]);
});

it("accepts another name for a value that is not closed, so the compiler reports that an error was expected there", () => {
  expect(messages["open"]).toEqual([expect.stringContaining("Unused '@ts-expect-error' directive")]);
});
