/**
 * Generates clients from the committed OpenAPI documents with common third-party tools, and compiles them in strict mode:
 * `npm run check -- clients`. Also lints the documents with Spectral. It is not part of `npm run check`, because it installs the tools into a
 * temporary folder, which needs a package registry and takes a minute.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Versions that the documents were last checked with. */
const TOOLS = {
  "@hey-api/openapi-ts": "0.99.0",
  "@stoplight/spectral-cli": "6.16.3",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  orval: "8.38.0",
  typescript: "5.9.3",
  zod: "4.6.7",
} as const;

const SURFACES = ["v1", "v2"] as const;
const ROOT = resolve(import.meta.dirname, "../..");
const documentOf = (surface: string): string => join(ROOT, `openapi/${surface}.json`);

/** A program that uses each client as an integrator would, so that names and types are checked in use. */
const USAGE_EXAMPLE = `
import createClient from "openapi-fetch";
import type { paths as V1 } from "./fetch-v1.ts";
import type { paths as V2 } from "./fetch-v2.ts";
import { getOrder, listOrderItems } from "./hey-v1/index.ts";
import { createOrders, getAnalyticsSummary } from "./hey-v2/index.ts";
import * as orvalV1 from "./orval-v1/index.ts";
import * as orvalV2 from "./orval-v2/index.ts";
import * as zodV1 from "./zod-v1/index.ts";
import * as zodV2 from "./zod-v2/index.ts";

type OrderStatus = "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";

const v1 = createClient<V1>({ baseUrl: "https://api.example.com" });
const v2 = createClient<V2>({ baseUrl: "https://api.example.com" });
const orders = await v1.GET("/orders", { params: { query: { status: "New", page_size: 10 } } });
orders.data?.data.map((order) => order.storeName satisfies string);
const deleted = await v2.DELETE("/api/v2/webhooks/{id}", { params: { path: { id: "we_1" }, query: { confirm: "we_1" } } });
deleted.data?.id satisfies string | undefined;

const order = await getOrder({ path: { id: 1 } });
order.data?.data.customerName satisfies string | null | undefined;
await listOrderItems({ query: { sort_dir: "asc", sortDir: "asc" } });
await createOrders({ body: { orders: [{ store: "gift", items: [{ name: "Mug", price: 9.99 }] }] } });
const summary = await getAnalyticsSummary({ query: { period: "last_7_days" } });
summary.data?.period.name satisfies string | undefined;

const items = await orvalV1.listOrderItems({ sort_dir: "asc" });
if (items.status === 200) items.data.data.map((item) => item.id satisfies string);
const created = await orvalV2.createOrder({ store: "gift", items: [{ name: "Mug", price: 9.99 }] });
if (created.status === 201) created.data.id satisfies number;

zodV1.ListOrdersQueryParams.parse({}).status satisfies OrderStatus | undefined;
zodV2.CreateOrderBody.parse({}).status satisfies OrderStatus | undefined;

// A closed value has no other names.
// @ts-expect-error
await v1.GET("/orders", { params: { query: { status: "Bogus" } } });
// @ts-expect-error
await createOrders({ body: { orders: [{ store: "gift", status: "Bogus", items: [{ name: "Mug", price: 9.99 }] }] } });
// @ts-expect-error
await orvalV1.listOrderItems({ sort_dir: "Bogus" });
`;

const STRICT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  include: ["use.ts", "fetch-*.ts", "hey-*", "orval-*", "zod-*"],
};

function checkIn(folder: string): void {
  const run = (program: string, ...args: string[]): void => {
    execFileSync(join(folder, "node_modules/.bin", program), args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  };
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  write("package.json", { private: true, type: "module", dependencies: TOOLS });
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"], { cwd: folder, stdio: "inherit" });
  write("spectral.json", { extends: ["spectral:oas"] });
  for (const surface of SURFACES) {
    const document = documentOf(surface);
    execFileSync(
      join(folder, "node_modules/.bin/spectral"),
      ["lint", document, "--ruleset", "spectral.json", "--fail-severity", "error", "--display-only-failures"],
      {
        cwd: folder,
        stdio: "inherit",
      },
    );
    run("openapi-typescript", document, "--output", `fetch-${surface}.ts`);
    run("openapi-ts", "--input", document, "--output", `hey-${surface}`, "--client", "@hey-api/client-fetch");
    for (const client of ["fetch", "zod"] as const) {
      write("orval.config.mjs", orvalConfig(surface, document, client));
      run("orval", "--config", "orval.config.mjs");
    }
  }
  write("use.ts", USAGE_EXAMPLE);
  write("tsconfig.json", STRICT);
  execFileSync(join(folder, "node_modules/.bin/tsc"), ["--project", folder], { cwd: folder, stdio: "inherit" });
}

function orvalConfig(surface: string, document: string, client: "fetch" | "zod"): string {
  const folder = client === "fetch" ? "orval" : client;
  const output = { target: `${folder}-${surface}/index.ts`, client, mode: "single" };
  return `export default ${JSON.stringify({ [surface]: { input: document, output } })};\n`;
}

const folder = mkdtempSync(join(tmpdir(), "generated-clients-"));
try {
  checkIn(folder);
  const versions = Object.entries(TOOLS).map(([name, version]) => `${name} ${version}`);
  console.log(`The documents have no errors, and the clients compile in strict mode: ${versions.join(", ")}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
