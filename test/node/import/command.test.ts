import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { FORMATS } from "../../../src/resources/orders/files/formats.ts";
import { respond, respondWithError, rememberingApi, startFakeApi } from "./fake-api.ts";
import { copySlice, runImporter, temporaryFolder } from "./run-import.ts";

const readCsv = (path: string): Record<string, string>[] => parse(readFileSync(path), { columns: true });
const ARGS = ["slice.csv", "--format", "online-retail", "--store", "gift"];

/** A folder with a slice of the Online Retail data set as slice.csv. */
function folderWithSlice(): string {
  const folder = temporaryFolder();
  copySlice(folder);
  return folder;
}
const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** The calls of an import after the first one, which looks up the store. */
const callsAfterLookup = <Call>(calls: readonly Call[]) => calls.slice(1);

it("imports a file, and a second run changes nothing", { tags: "long" }, async () => {
  await using api = await startFakeApi(rememberingApi());
  const folder = folderWithSlice();
  const args = [...ARGS, "--url", `${api.url}/`, "--token", "sk_live_x"];
  const first = await runImporter(folder, args);
  expect(first.stdout).toMatch(/^orders +52 created, 0 updated, 0 unchanged, 0 skipped, 0 failed$/m);
  expect(first.stdout).toMatch(/^rows +674 read, 6 skipped$/m);
  expect(first.stdout).toMatch(/^ +skipped +3 bad_debt_adjustment$/m);
  expect(first.stdout).toMatch(/^items +668$/m);
  expect(first.stdout).toMatch(/^total .*\(Complete, GBP: \d+ orders\)$/m);
  expect(first.stdout).toMatch(/^peak memory +\d+ MB$/m);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(callsAfterLookup(api.calls)[0]?.body.orders[0]).toMatchObject({ store: "gift", external_id: "536365" });

  expect(first.stdout).toMatch(/^to review +slice\.review\.csv$/m);
  const listed = readCsv(join(folder, "slice.review.csv"));
  expect(listed).toHaveLength(6);
  expect(listed.find(({ InvoiceNo }) => InvoiceNo === "A563186")).toMatchObject({
    import_outcome: "skipped",
    import_reason: "bad_debt_adjustment",
    UnitPrice: "-11062.06",
  });

  const second = await runImporter(folder, args);
  expect(second.stdout).toMatch(/^orders +0 created, 0 updated, 52 unchanged, 0 skipped, 0 failed$/m);
  expect(second.code).toBe(0);
  // Nothing failed, so there is no report of failed orders.
  expect(readdirSync(folder)).toEqual(["slice.csv", "slice.review.csv"]);
});

it("reports a failed order with all its rows, so that the report can be imported", { tags: "long" }, async () => {
  await using api = await startFakeApi(({ body }, response) => {
    const results = body.orders.map(({ external_id }, index) => {
      const failed = external_id === "536530";
      const error = failed
        ? { code: "conflict", message: 'Differs,\n"here".', details: [{ path: "items[0].price", code: "x", message: "Was 2." }] }
        : null;
      return { index, outcome: failed ? "failed" : "created", id: null, external_id, error };
    });
    respond(response, 200, { results, summary: {} });
  });
  const folder = folderWithSlice();
  const connection = ["--url", api.url, "--token", "t"];
  const first = await runImporter(folder, [...ARGS, ...connection, "--failed-file", "left.csv"]);
  expect(first.code).toBe(1);
  expect(first.stdout).toMatch(/^orders +51 created, .* 1 failed\n +failed +1 conflict: .+$/m);
  expect(first.stdout).toMatch(/^failed rows +left\.csv$/m);
  const failed = readCsv(join(folder, "left.csv"));
  expect(failed).toHaveLength(23);
  expect(failed[0]).toMatchObject({
    InvoiceNo: "536530",
    import_reason: "conflict",
    import_message: 'Differs,\n"here". items[0].price: Was 2.',
  });

  const again = await runImporter(folder, ["left.csv", "--format", "online-retail", "--store", "gift", ...connection]);
  expect(again.code).toBe(1);
  expect(again.stdout).toMatch(/^rows +23 read, 0 skipped$/m);
  const [header = ""] = readFileSync(join(folder, "left.failed.csv"), "utf8").split("\n");
  expect(header.match(/import_line/g)).toHaveLength(1);
});

it("writes its reports next to the file, from any folder, readable only by their owner", { tags: "long" }, async () => {
  await using api = await startFakeApi(rememberingApi());
  const [folder, elsewhere] = [folderWithSlice(), temporaryFolder()];
  const report = join(folder, "slice.review.csv");
  // From an earlier run, readable for all.
  writeFileSync(report, "old", { mode: 0o644 });
  const run = await runImporter(elsewhere, [join(folder, "slice.csv"), ...ARGS.slice(1), "--url", api.url, "--token", "t"]);
  expect(/^to review +(.+)$/m.exec(run.stdout)?.[1]).toBe(report);
  expect({ entries: readdirSync(elsewhere), mode: modeOf(report) }).toEqual({ entries: [], mode: 0o600 });
  expect(readCsv(report)).toHaveLength(6);
});

it("in a dry run, rejects unreadable orders, and sends the others to be validated only", async () => {
  await using api = await startFakeApi(rememberingApi());
  const folder = folderWithSlice();
  const header = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country";
  // An order has at most 2,000 items.
  const many = Array.from({ length: 2001 }, () => "4,A,a,1,2011-01-01 10:00:00,1.0,,EIRE");
  writeFileSync(
    join(folder, "f.csv"),
    [
      header,
      "1,A,a,1,2011-01-01 10:00:00,1.0,,EIRE",
      "2,A,a,x,2011-01-01 10:00:00,1.0,,EIRE",
      ",A,a,1,2011-01-01 10:00:00,1.0,,EIRE",
      ...many,
    ].join("\n"),
  );
  const run = await runImporter(folder, [
    "f.csv",
    "--format",
    "online-retail",
    "--store",
    "s",
    "--dry-run",
    "--url",
    api.url,
    "--token",
    "t",
  ]);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(
    /^Dry run: nothing was written\.\norders +1 would be created, 0 would be updated, 0 would be unchanged, 0 would be skipped, 3 would fail$/m,
  );
  expect(run.stdout).toMatch(/ would fail +1 invalid_quantity: .+\n.*1 no_order_number: .+\n.*1 too_many_items: /);
  expect(run.stdout).toMatch(/^rows +2,004 read, 0 would be skipped$/m);
  expect(run.stdout).not.toMatch(/\d (?:created|updated|unchanged|skipped|failed)\b/);
  expect(callsAfterLookup(api.calls).map(({ body }) => [body.dry_run, body.orders.length])).toEqual([[true, 1]]);
});

it("prints the error of a command line, with exit code 2", { tags: "long" }, async () => {
  const folder = folderWithSlice();
  const usageErrorOf = async (...args: string[]) => {
    const { code, stderr } = await runImporter(folder, args);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await usageErrorOf()).toMatch(/^FILE is missing\.\n\nUsage: npm run import/);
  expect(await usageErrorOf("slice.csv", "--format", "toString", "--store", "s")).toMatch(
    /^--format must be one of order-operations, shopify, etsy, ebay, amazon, amazon-all-orders, woocommerce, spreadsheet\./,
  );
  expect(await usageErrorOf("slice.csv", "--format", "shopify")).toMatch(/^--store is missing/);
  expect(await usageErrorOf(...ARGS, "--colour")).toMatch(/^Unknown option '--colour'/);
  expect(await usageErrorOf(...ARGS, "--concurrency", "0")).toMatch(/^--concurrency/);
  expect(await usageErrorOf(...ARGS, "--encoding", "klingon")).toMatch(/^--encoding "klingon" is unknown/);
  expect(await usageErrorOf(...ARGS, "--failed-file", "same.csv", "--review-file", "./same.csv")).toMatch(/are the same file/);
  expect(await usageErrorOf(...ARGS, "--review-file", "./slice.csv")).toMatch(/^--review-file would overwrite FILE/);
  expect(await usageErrorOf("nowhere.csv", ...ARGS.slice(1))).toMatch(/^File not found: nowhere\.csv/);
  expect(await usageErrorOf(...ARGS)).toMatch(
    /Set --url \(or ORDER_OPERATIONS_URL\) and --token \(or ORDER_OPERATIONS_TOKEN\), or run `npm run dev`/,
  );
  expect(await usageErrorOf(...ARGS, "--url", "ftp://x", "--token", "t")).toMatch(/^--url "ftp:\/\/x" is not/);
  expect(await usageErrorOf("slice.csv", "--format", "shopify", "--store", "s", "--url", "http://127.0.0.1:1", "--token", "t")).toMatch(
    /has no column "Name", "Created at"/,
  );
  expect((await runImporter(folder, ["--help"])).stdout).toMatch(/^Usage/);
});

it("ends with exit code 2 and the API's message, after counting what was done", async () => {
  await using api = await startFakeApi((_call, response) =>
    respondWithError(response, 401, "unauthorized", "Missing or invalid API token."),
  );
  const folder = folderWithSlice();
  const run = await runImporter(folder, [...ARGS, "--url", api.url, "--token", "t"]);
  expect(run.code).toBe(2);
  // No advice to run it again: the same token would be rejected again.
  expect(run.stderr).toMatch(/The API returned 401 unauthorized: Missing or invalid API token\.\nThe import is not complete\.\n$/);
  expect(run.stdout).toMatch(/^orders +0 created/m);
});

it("reads URL and token from the environment, otherwise from the demo, whose token is sent nowhere else", { tags: "long" }, async () => {
  await using api = await startFakeApi(rememberingApi());
  const folder = folderWithSlice();
  expect((await runImporter(folder, ARGS, { ORDER_OPERATIONS_URL: api.url, ORDER_OPERATIONS_TOKEN: "from-env" })).code).toBe(0);
  mkdirSync(join(folder, ".wrangler/state"), { recursive: true });
  writeFileSync(join(folder, ".wrangler/state/demo.json"), JSON.stringify({ url: api.url, api_token: "from-demo" }));
  expect((await runImporter(folder, ARGS)).code).toBe(0);
  expect(api.calls.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer from-env",
    "Bearer from-env",
    "Bearer from-demo",
    "Bearer from-demo",
  ]);
  const elsewhere = await runImporter(folder, [...ARGS, "--url", "http://127.0.0.1:1"]);
  expect(elsewhere.stderr).toMatch(/^No destination\. Set --token/);
});

it("writes no report if there is nothing to report", { tags: "long" }, async () => {
  await using api = await startFakeApi(rememberingApi());
  const folder = folderWithSlice();
  writeFileSync(
    join(folder, "one.csv"),
    "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n1,A,a,1,2011-01-01 10:00:00,1.0,,EIRE\n",
  );
  const run = await runImporter(folder, ["one.csv", "--format", "online-retail", "--store", "s", "--url", api.url, "--token", "t"]);
  expect(run.code).toBe(0);
  expect(readdirSync(folder)).toEqual(["one.csv", "slice.csv"]);
});

/** A file of Shopify with its identifying columns and others. */
function shopifyFile(...others: string[]): string {
  const columns = ["Name", "Created at", "Currency", "Lineitem name", "Lineitem quantity", "Lineitem price", ...others];
  return `${columns.join(",")}\n#1,2024-05-01,EUR,Mug,1,5${",x".repeat(others.length)}\n`;
}

it("lists ignored columns, and sends nothing if they are the majority, unless that is allowed", { tags: "long" }, async () => {
  await using api = await startFakeApi(rememberingApi());
  const folder = temporaryFolder();
  const run = async (contents: string, ...more: string[]) => {
    writeFileSync(join(folder, "orders.csv"), contents);
    return await runImporter(folder, ["orders.csv", "--store", "s", "--allow-missing", "--url", api.url, "--token", "t", ...more]);
  };
  const half = await run(shopifyFile("A", "B", "C", "D", "E", "F"));
  expect(half.code).toBe(0);
  expect(half.stdout).toMatch(/^format +Shopify orders export\ncolumns +6 used, 6 ignored, \d+ absent\n +ignored +A, B, C, D, E, F$/m);
  const sent = api.calls.length;
  const most = shopifyFile("A", "B", "C", "D", "E", "F", "G");
  for (const more of [[], ["--dry-run"], ["--format", "shopify"]]) {
    const stopped = await run(most, ...more);
    expect(stopped.code).toBe(2);
    expect(stopped.stdout).toMatch(/^ +ignored +A, B, C, D, E, F, G$/m);
    expect(stopped.stderr).toBe(
      "orders.csv: The format Shopify orders export does not use 7 of 13 columns, which would be ignored: A, B, C, D, E, F, G.\nNothing was sent. To import it without these columns, run it again with --allow-ignored. --format sets another format.\n",
    );
  }
  expect(api.calls).toHaveLength(sent);
  expect((await run(most, "--allow-ignored")).stdout).toMatch(/^orders +0 created, 0 updated, 1 unchanged/m);
  // The additional columns of a report of failed rows are known.
  const report = shopifyFile("A", "B", "C", "D", "E", "import_line", "import_outcome", "import_reason", "import_message");
  expect((await run(report)).stdout).toMatch(/^columns +6 used, 5 ignored/m);
});

it("stops if important columns are missing and others are unknown, unless that is allowed", { tags: "long" }, async () => {
  await using api = await startFakeApi(rememberingApi());
  const folder = temporaryFolder();
  writeFileSync(join(folder, "orders.csv"), shopifyFile("Total", "Shipping", "Consignee"));
  const run = async (...more: string[]) =>
    await runImporter(folder, ["orders.csv", "--store", "s", "--url", api.url, "--token", "t", ...more]);
  const stopped = await run();
  expect(stopped.code).toBe(2);
  expect(stopped.stderr).toBe(
    "orders.csv: Columns of the format Shopify orders export that matter are missing: Shipping Name, Shipping Address1, Shipping City, Shipping Zip, Shipping Country. The file has columns that the format does not know: Consignee. They may be the same columns under other names. What they contain would be left out.\nNothing was sent. To import it without these columns, run it again with --allow-missing. --format sets another format.\n",
  );
  expect(api.calls).toEqual([]);
  writeFileSync(join(folder, "orders.csv"), shopifyFile("A", "B", "C", "D", "E", "F", "G"));
  expect((await run()).stderr).toMatch(/ --allow-missing --allow-ignored\. /);
  expect((await run("--allow-ignored")).stderr).toMatch(/ run it again with --allow-missing\. /);
  expect((await run("--allow-ignored", "--allow-missing")).code).toBe(0);
});

it("stops if the store's platform differs from the file's, unless that is allowed", { tags: "long" }, async () => {
  const stores = [
    { id: 7, code: "own", name: "Own shop", platform: "custom" },
    { id: 8, code: "hand", name: "Handmade", platform: "etsy" },
    { id: 9, code: "shop", name: "Storefront", platform: "shopify" },
  ];
  await using api = await startFakeApi(rememberingApi(), stores);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "orders.csv"), shopifyFile());
  const run = async (store: string, ...more: string[]) =>
    await runImporter(folder, ["orders.csv", "--store", store, "--url", api.url, "--token", "t", ...more]);
  for (const store of ["8", "hand", "HANDMADE"]) {
    const stopped = await run(store);
    expect({ store, code: stopped.code, stderr: stopped.stderr }).toEqual({
      store,
      code: 2,
      stderr: `--store "${store}": The file is in the format Shopify orders export, but files of this store’s platform are in the format Etsy sold order items. Nothing was sent. To import it anyway, run it again with --allow-platform.\n`,
    });
  }
  expect(api.calls.every(({ body }) => body.dry_run)).toBe(true);
  expect((await run("hand", "--allow-platform")).code).toBe(0);
  // There is no question for a store of a platform without a format, of the file's platform, or for an unknown store.
  for (const store of ["own", "shop", "other"]) expect({ store, stderr: (await run(store)).stderr }).toEqual({ store, stderr: "" });
});

it("explains each format for a file that matches none or several of them", { tags: "long" }, async () => {
  const folder = temporaryFolder();
  const firstLineFor = async (contents: string) => {
    writeFileSync(join(folder, "orders.csv"), contents);
    const { code, stderr } = await runImporter(folder, ["orders.csv", "--store", "s", "--url", "http://127.0.0.1:1", "--token", "t"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /\nA format is recognized by these columns:\n {2}Order Operations export: order_id, store_id, version, item_id\n/,
    );
    for (const { name, required } of FORMATS) expect(stderr).toContain(`\n  ${name}: ${required.join(", ")}\n`);
    expect(stderr).toMatch(/\n--format sets the format\.\n$/);
    return stderr.split("\n")[0];
  };
  expect(await firstLineFor("Product,Price\nMug,1\n")).toBe("orders.csv: Its columns are not those of a known export.");
  expect(await firstLineFor(shopifyFile().replace("Created at", "When"))).toBe(
    "orders.csv: It looks like Shopify orders export, but has no column “Created at”.",
  );
  expect(await firstLineFor("number,status,date,item_name,item_quantity\n1,New,2024-05-01,Mug,1\n")).toBe(
    "orders.csv: Its columns fit several formats: Order Operations export, WooCommerce orders.",
  );
});

it("stops before anything of the file is sent if the store is unknown", async () => {
  const message = "No store has the id, code or name gift.";
  await using api = await startFakeApi(({ body }, response) => {
    const error = { code: "not_found", message: "Not found.", details: [{ path: "store", code: "not_found", message }] };
    const results = body.orders.map((_, index) => ({ index, outcome: "failed", id: null, external_id: null, error }));
    respond(response, 200, { results, summary: {} });
  });
  const folder = folderWithSlice();
  const run = await runImporter(folder, [...ARGS, "--url", api.url, "--token", "t"]);
  expect(run.code).toBe(2);
  // The columns are printed before anything is sent.
  expect(run.stdout).toBe("format        UCI Online Retail data set\ncolumns       8 used, 0 ignored, 0 absent\n");
  expect(run.stderr).toBe(`--store "gift": Not found. store: ${message} Nothing was sent.\n`);
  expect(api.calls.map(({ body }) => [body.dry_run, body.orders])).toEqual([[true, [{ store: "gift", items: [{ name: "-", price: 0 }] }]]]);
  expect(readdirSync(folder)).toEqual(["slice.csv"]);
});
