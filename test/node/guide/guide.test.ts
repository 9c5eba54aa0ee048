import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { guideErrors } from "../../../cli/docs/guide-page.ts";
import { guidePages, siteFiles } from "../../../cli/docs/site.ts";
import { V1_SCOPES, V2_SCOPES } from "../../../src/platform/http/scopes.ts";
import { codeIn, namesIn, pageOf, rowsOf, sectionsOf } from "./page.ts";

/** The source's list, checked with the Worker's types and not with these: code, status and message of each error. */
const { ERRORS } = (await import(resolve("src/platform/api-error.ts"))) as { ERRORS: Record<string, readonly [number, string]> };

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[];
}

type Properties = Record<string, { const?: string; enum?: string[]; items?: { properties?: Properties } }>;

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Properties }> };
}

const documentOf = (version: string) => JSON.parse(readFileSync(`openapi/${version}.json`, "utf8")) as Document;

/** Codes of zod itself. */
const OF_ZOD = new Set(["invalid_type", "invalid_value", "invalid_format", "invalid_union", "too_small", "too_big"]);

/** Errors of the console only: it shows messages to people, so integrators see none of its codes. */
const OF_THE_CONSOLE = [
  /(?:^|\/)console\//,
  /^entrypoints\/browser\//,
  /^resources\/orders\/files\//,
  /^resources\/orders\/views\//,
  /^accounts\/members\/member/,
  /^accounts\/sign-in\/password-sign-in\.ts$/,
];

const SOURCES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !OF_THE_CONSOLE.some((path) => path.test(name)))
  .map((name) => readFileSync(join("src", name), "utf8"));

/**
 * The detail codes of the source: arguments of `invalid`, `conflict`, `keyError`, `skip`, `refundError` and `report`, fields `code: "…"`, and
 * texts that begin with `invalid_`.
 */
function detailCodes(): Set<string> {
  // In front of a code may be other arguments, also calls. `report` is followed by a code only if a message comes next.
  const given =
    /(?:invalid\(\s*(?:[^,()]|\([^)]*\))+,\s*|\bcode: |\b(?:conflict|keyError|skip)\(\s*|\brefundError\((?:[^,()]|\([^)]*\))+,\s*|\breport\(\s*(?:\w+,\s*|"\w+",\s*)?(?="\w+",\s*["`][A-Z]))"(\w+)"|"(invalid_[a-z_]+)"/g;
  return new Set(SOURCES.flatMap((text) => [...text.matchAll(given)].map(([, first, second]) => first ?? second ?? "")));
}

describe("the errors page", () => {
  const sections = sectionsOf("errors");

  it("has one section for each code, with its status and its message, and no other", () => {
    expect([...sections.keys()].toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const [code, [status, message]] of Object.entries(ERRORS)) {
      expect(sections.get(code)?.replaceAll("\n", " ").trim().slice(0, 120), code).toMatch(`${status}, "${message}"`);
    }
  });

  it("lists exactly the detail codes of the source", () => {
    const given = detailCodes();
    // A code of zod, which is in no response.
    given.delete("custom");
    expect(given.size).toBeGreaterThan(40);
    const named = namesIn(pageOf("errors"));
    expect([...given].filter((code) => !named.includes(code) && !(code in ERRORS))).toEqual([]);
    const listed = [...sections.values()].flatMap(rowsOf).flatMap(([codes]) => namesIn(codes));
    expect(listed.length).toBeGreaterThan(40);
    expect(listed.filter((code) => !given.has(code) && !OF_ZOD.has(code))).toEqual([]);
  });
});

/** Every curl command of a page, in one line. */
const commandsIn = (markdown: string): string[] =>
  codeIn(markdown, "sh").flatMap((block) =>
    block
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .filter((line) => /\bcurl /.test(line)),
  );

it("has strict handling in every sample that sends JSON to an API, because a misspelled field would be ignored", () => {
  const pages = [readFileSync("README.md", "utf8"), ...guidePages(".").map(({ markdown }) => markdown)];
  const writes = pages.flatMap(commandsIn).filter((command) => / -d '\{/.test(command) && !/\/(?:mcp|operator)\b/.test(command));
  expect(writes.length).toBeGreaterThan(10);
  expect(writes.filter((command) => !command.includes("-H 'Prefer: handling=strict'"))).toEqual([]);
});

it("saves no response in a file that git would commit, because it may have secrets or customers' data", () => {
  const pages = [
    ...["README.md", "docs/runbook.md", "docs/import.md"].map((path) => readFileSync(path, "utf8")),
    ...guidePages(".").map(({ markdown }) => markdown),
  ];
  const commands = pages.flatMap((markdown) => codeIn(markdown, "sh")).join("\n");
  // What curl, the shell and scripts write, and the file that is imported. The date in a name is any date.
  const files = [...commands.matchAll(/(?: -[oD] | > |writeFileSync\("|import -- )(\w[\w.-]*)(?![\w./-])/g)].map(([, file = ""]) =>
    file.replace(/-[\d-]+/, "-*"),
  );
  const folders = [...commands.matchAll(/ backup (\w+\/)|--to (\w+-)/g)].map(([, parent, start]) => parent ?? `${start}*/`);
  const saved = [...files, ...folders];
  expect(new Set(saved).size).toBeGreaterThan(8);
  const ignored = readFileSync(".gitignore", "utf8").split("\n");
  expect([...new Set(saved)].filter((name) => !ignored.includes(`/${name}`))).toEqual([]);
});

it("lists the scopes of both surfaces with their permissions", () => {
  const allowedBy = (scopes: Readonly<Record<string, { allows: string }>>) =>
    Object.fromEntries(Object.entries(scopes).map(([scope, { allows }]) => [scope, allows]));
  const sections = sectionsOf("authentication");
  const scopesOf = (heading: string) =>
    Object.fromEntries(rowsOf(sections.get(heading) ?? "").map(([scope, allows]) => [namesIn(scope)[0], allows]));
  expect(scopesOf("Scopes of API keys (Public V1)")).toEqual(allowedBy(V1_SCOPES));
  expect(scopesOf("Scopes of API tokens (v2)")).toEqual(allowedBy(V2_SCOPES));
});

function useOf(parameters: readonly { name: string; required?: boolean }[]): "required" | "optional" | "ignored" {
  const key = parameters.find(({ name }) => name === "Idempotency-Key");
  if (key === undefined) return "ignored";
  return key.required === true ? "required" : "optional";
}

it("describes the use of an Idempotency-Key for every write", () => {
  const rows = rowsOf(sectionsOf("idempotency").get("Where keys apply") ?? "");
  const named = Object.fromEntries(rows.map(([use = "", endpoints]) => [use, namesIn(endpoints)]));
  const uses: Record<string, string[]> = { required: [], optional: [], ignored: [] };
  for (const version of ["v1", "v2"]) {
    for (const [path, operations] of Object.entries(documentOf(version).paths)) {
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        if (method === "get") continue;
        const use = useOf(parameters);
        // The page has "every write under /api/v2" instead.
        if (version === "v1") uses[use]?.push(`${method.toUpperCase()} ${path}`);
        else expect({ path, use }).toEqual({ path, use: "optional" });
      }
    }
  }
  for (const [use, endpoints] of Object.entries(uses)) {
    expect(endpoints.length, use).toBeGreaterThan(0);
    expect(named[use]?.filter((name) => name !== "/api/v2").toSorted(), use).toEqual(endpoints.toSorted());
  }
});

/** The fields of an object, and of the elements of its lists. */
const namesOf = (properties: Properties): string[] =>
  Object.entries(properties).flatMap(([name, { items }]) => [name, ...namesOf(items?.properties ?? {})]);

it("lists the fields of every event", () => {
  const rows = new Map(rowsOf(sectionsOf("webhooks").get("Payloads") ?? "").map(([name, fields]) => [namesIn(name)[0], fields]));
  const ofAll = ["event", "event_id", "organization_id", "occurred_at"];
  const events = Object.values(documentOf("v2").components.schemas).flatMap(({ properties }) => {
    const name = properties?.["event"]?.const ?? properties?.["event"]?.enum?.[0];
    return name === undefined || properties === undefined || !("event_id" in properties) || !("occurred_at" in properties)
      ? []
      : [{ name, fields: namesOf(properties) }];
  });
  const names = new Set(events.map(({ name }) => name));
  expect([...names].toSorted()).toEqual([...rows.keys()].filter((name) => name?.includes(".")).toSorted());
  for (const { name, fields } of events) {
    const common = name.startsWith("order.") ? [...ofAll, "order_id", "sequence"] : ofAll;
    const own = fields.filter((field) => !common.includes(field));
    const shown = namesIn(rows.get(name)).filter((field) => /^[a-z_]+$/.test(field) && !ofAll.includes(field));
    expect([...new Set(shown)].toSorted(), name).toEqual(own.toSorted());
  }
});

describe("the site", () => {
  it("has every page of the guide in its order, with a title, and no broken link", () => {
    const pages = guidePages(".");
    expect(pages.map(({ name }) => name)).toEqual([
      "quickstart",
      "authentication",
      "idempotency",
      "pagination",
      "amounts",
      "webhooks",
      "connections",
      "production",
      "errors",
      "limits",
      "versioning",
      "client",
      "mcp",
      "files",
      "automation",
      "security",
    ]);
    expect(guideErrors(pages)).toEqual([]);
  });

  it("reports errors in a page", () => {
    const page = {
      name: "one",
      title: "One",
      markdown: "# One\n\n[a](two.md#here) [b](two.md#there) [c](three.md) [d](../up.md) [e](#nowhere)\n\n- a\n\n  ```cobol\n  b\n  ```\n",
    };
    const other = { name: "two", title: "Two", markdown: "## Here\n" };
    expect(guideErrors([page, other])).toEqual([
      "docs/guide/one.md links to /docs/guide/two#there, which the site does not have.",
      "docs/guide/one.md links to three.md, which the site does not have.",
      "docs/guide/one.md links to ../up.md, which the site does not have.",
      "docs/guide/one.md links to #nowhere, which the site does not have.",
      'docs/guide/one.md has a code block in "cobol", which cli/docs/code.ts does not know.',
      "docs/guide/two.md does not begin with a title.",
    ]);
  });

  it("is the same when it is built again, and its pages load each asset by a name with a hash", { tags: "long" }, async () => {
    const [files, again] = [await siteFiles("."), await siteFiles(".")];
    expect([...again]).toEqual([...files]);
    const reference = files.get("reference.html");
    const assets = [...files.keys()].filter((name) => name.startsWith("assets/"));
    expect(assets.filter((name) => !/-\w{12}\.\w+$/.test(name))).toEqual([]);
    expect(assets.map((name) => name.replace(/-\w+/, "")).toSorted()).toEqual([
      "assets/guide.css",
      "assets/guide.js",
      "assets/guide.json",
      "assets/overview.css",
      "assets/overview.js",
      "assets/reference.js",
    ]);
    const guide = files.get("guide/errors.html");
    for (const name of assets) expect(name.startsWith("assets/guide") ? guide : reference).toContain(`/docs/${name}"`);
  });
});
