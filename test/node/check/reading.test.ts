import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../server/worker.ts";

/** Runs the check on a project with these files. */
function check(files: Record<string, string>): { status: number | null; violations: string[] } {
  using folder = temporaryFolder();
  const compilerOptions = {
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["esnext"],
    types: ["@cloudflare/workers-types"],
    strict: true,
  };
  writeFileSync(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder.path, "node_modules"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder.path, "src", name, ".."), { recursive: true });
    writeFileSync(join(folder.path, "src", name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, ["cli/check/reading.ts", join(folder.path, "tsconfig.json")], {
    encoding: "utf8",
  });
  return { status, violations: stderr.split("\n").filter((line) => line.startsWith("src/")) };
}

const lines = (statements: readonly string[]): string => statements.map((statement) => `${statement}\n`).join("");

const READING: readonly (readonly [statement: string, what: string])[] = [
  ["export const a = async (given: Request) => await given.json();", "Body.json"],
  ["export const b = async (given: Response) => await given.arrayBuffer();", "Body.arrayBuffer"],
  ["export const c = ({ body }: Response) => body;", "Body.body"],
  ["export const d = ({ body: other }: Request) => other;", "Body.body"],
  ['export const e = (given: Request) => given["text"]();', "Body.text"],
  ["export const f = (given: Request | Response) => given.formData();", "Body.formData"],
  ["export const g = async (given: Response | null) => await given?.blob();", "Body.blob"],
  ["export const h = (given: Blob) => given.stream();", "Blob.stream"],
  ["export const i = (given: ReadableStream) => given.getReader();", "ReadableStream.getReader"],
  ["export const j = async (given: ReadableStream) => { for await (const part of given) void part; };", "for await of a stream"],
  ["export const k = (given: string): unknown => JSON.parse(given);", "JSON.parse"],
  ["export const l = (given: string[]): unknown[] => given.map(JSON.parse);", "JSON.parse"],
  ['import { readRequestBody } from "@modelcontextprotocol/server"; export const m = readRequestBody;', "readRequestBody"],
  ['import type { Context } from "hono"; export const n = async (c: Context) => await c.req.json();', "HonoRequest.json"],
];

it(
  "every way to read the bytes of a request or response, or JSON, is found outside src/platform/reading, whatever the variables are called",
  { tags: "long" },
  () => {
    const { status, violations } = check({ "surface.ts": lines(READING.map(([statement]) => statement)) });
    expect(violations).toEqual(READING.map(([, what], line) => `src/surface.ts:${line + 1}: ${what}`));
    expect(status).toBe(1);
  },
);

it("code that reads nothing, and src/platform/reading itself, are accepted", () => {
  const { status, violations } = check({
    "surface.ts": lines([
      "export interface Body { body: string; text: () => string }",
      "export const a = (own: Body) => own.text() + own.body;",
      "export const b = ({ body }: { body: unknown }) => Response.json(body);",
      "export const c = (given: Response) => given.status;",
      "export const d = async (given: AsyncIterable<string>) => { for await (const part of given) void part; };",
    ]),
    "platform/reading/module.ts": lines(READING.map(([statement]) => statement)),
  });
  expect({ status, violations }).toEqual({ status: 0, violations: [] });
});

it("code that sets the limit of a page is found outside the module that reserves memory for it", { tags: "long" }, () => {
  const statements: readonly (readonly [statement: string, what: string])[] = [
    ["export const a = (org: OrgReader) => org.withPageLimit(org.pageLimit.next);", "withPageLimit"],
    ['export const b = (org: OrgReader) => org["withPageLimit"];', "withPageLimit"],
    ["export const c = ({ withPageLimit: other }: OrgReader) => other;", "withPageLimit"],
    ["export const d = (access: object, limit: PageLimit) => ({ ...access, pageLimit: limit });", "pageLimit"],
    ["export const e = (pageLimit: PageLimit) => ({ pageLimit });", "pageLimit"],
    ["export const f = { items: 10_000 } as PageLimit;", "PageLimit"],
  ];
  const types =
    "interface PageLimit { items: number; next: PageLimit } interface OrgReader { pageLimit: PageLimit; withPageLimit: (limit: PageLimit) => OrgReader }";
  const { violations } = check({ "surface.ts": `${lines(statements.map(([statement]) => statement))}${types}\n` });
  expect(violations).toEqual([
    ...statements.map(([, what], line) => `src/surface.ts:${line + 1}: limit of a page (${what})`),
    // The line of the types: any use of this name is reported, also its declaration.
    `src/surface.ts:${statements.length + 1}: limit of a page (withPageLimit)`,
  ]);
  const allowed = "export const a = (org: { withPageLimit: (limit: number) => void }) => org.withPageLimit(1);\n";
  expect(check({ "platform/db/list/page-memory.ts": allowed }).violations).toEqual([]);
});
