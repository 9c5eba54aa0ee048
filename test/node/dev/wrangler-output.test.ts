import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { START_REQUEST_ID } from "../../../cli/dev/start-request.ts";
import { WranglerOutput } from "../../../cli/dev/wrangler-output.ts";
import { temporaryFolder } from "../server/worker.ts";

const REQUEST = { event: "request", request_id: "req_1", method: "GET", route: "/orders/:id", path: "/orders/42", status: 200 };
const requestLine = (fields: object = {}) => JSON.stringify({ ...REQUEST, error_code: null, duration_ms: 12, ...fields });

/** An error or a warning as wrangler writes it to stderr. */
const message = (kind: "ERROR" | "WARNING", text: string) =>
  `\u001B[31m${kind === "ERROR" ? "✘" : "▲"} \u001B[41;31m[\u001B[41;97m${kind}\u001B[41;31m]\u001B[0m \u001B[1m${text}\u001B[0m\n\n`;

interface Written {
  stdout?: string;
  stderr?: string;
}

/** The output for these texts. */
async function print({ stdout = "", stderr = "" }: Written, options: { isQuiet?: boolean; showsWrangler?: boolean; root?: string } = {}) {
  const { isQuiet = false, showsWrangler = false, root = "/project" } = options;
  const printed = { out: "", error: "" };
  const output = new WranglerOutput({ root, isQuiet, showsWrangler });
  const child = { stdout: new PassThrough(), stderr: new PassThrough() };
  output.attach(child, { write: (text) => (printed.out += text) }, { write: (text) => (printed.error += text) });
  for (const [stream, text] of [[child.stdout, stdout] as const, [child.stderr, stderr] as const]) {
    // In two parts that do not end with a line.
    stream.write(text.slice(0, 20));
    stream.end(text.slice(20));
    await new Promise((ended) => stream.once("close", ended));
  }
  return printed;
}

it("prints each request in one line, with the code of an error, and the request id of an internal error", async () => {
  const stdout = [
    requestLine(),
    requestLine({ method: "POST", path: "/orders", status: 400, error_code: "validation_error" }),
    requestLine({ path: undefined, status: 500, error_code: "internal_error" }),
  ].join("\n");
  expect(await print({ stdout: `${stdout}\n` })).toEqual({
    out: "GET /orders/42 200 12 ms\nPOST /orders 400 validation_error 12 ms\nGET /orders/:id 500 internal_error 12 ms req_1\n",
    error: "",
  });
});

it("colors a line only for a terminal with colors", async () => {
  const write = async ({ isTTY, hasColors }: { isTTY: boolean; hasColors: boolean }) => {
    let printed = "";
    const output = new WranglerOutput({ root: "/project", isQuiet: false, showsWrangler: false });
    const stdout = new PassThrough();
    output.attach({ stdout, stderr: null }, { isTTY, hasColors: () => hasColors, write: (text) => (printed += text) }, process.stderr);
    stdout.end(`${requestLine()}\n`);
    await new Promise((ended) => stdout.once("close", ended));
    return printed;
  };
  const colored = await write({ isTTY: true, hasColors: true });
  expect(colored).toContain("\u001B[32m200\u001B[39m");
  expect(stripVTControlCharacters(colored)).toBe("GET /orders/42 200 12 ms\n");
  for (const terminal of [
    { isTTY: false, hasColors: true },
    { isTTY: true, hasColors: false },
  ])
    expect(await write(terminal)).toBe("GET /orders/42 200 12 ms\n");
});

it("omits the requests of the start, and all of them with --quiet", async () => {
  const output = new WranglerOutput({ root: "/project", isQuiet: false, showsWrangler: false });
  let printed = "";
  const stdout = new PassThrough();
  output.attach({ stdout, stderr: null }, { write: (text) => (printed += text) }, process.stderr);
  stdout.end(`${requestLine({ client_request_id: START_REQUEST_ID })}\n`);
  await new Promise((ended) => stdout.once("close", ended));
  expect(printed).toBe("");
  expect(await print({ stdout: `${requestLine()}\n` }, { isQuiet: true })).toEqual({ out: "", error: "" });
});

it("omits wrangler's own messages except errors, and prints all if the developer sets a log level", async () => {
  const stdout = `⎔ Starting local server...\n[wrangler:info] GET /in/token 200 OK (5ms)\n${requestLine()}\n`;
  const failedBuild = `${message("ERROR", "Build failed with 1 error:")}  src/entrypoints/app.ts:1:2\n\n`;
  const stderr = `${message("WARNING", "Scheduled Workers are not triggered.")}  To trigger one, run:\n    curl\n\n${failedBuild}Uncaught\n`;
  const shown = await print({ stdout, stderr });
  expect(shown.out).toBe("GET /orders/42 200 12 ms\n");
  expect(shown.error).toBe(`${failedBuild}Uncaught\n`);
  const all = await print({ stdout, stderr }, { showsWrangler: true });
  expect(all).toEqual({ out: stdout.replace(requestLine(), "GET /orders/42 200 12 ms"), error: stderr });
});

it("prints an error of the runtime in one line, without positions in its binary", async () => {
  const places = "  stack: /project/node_modules/bin/workerd@383c3f9; wdErrId = a8m7\n\n\n";
  const stderr = `${message("ERROR", "e = rust/worker/ffi.rs:110: failed: failed to lookup address information: Name or service not known")}${places}`;
  const shown = "The runtime reports: failed to lookup address information: Name or service not known\n";
  // Twice, because the next message must not be taken for a part of the first one.
  expect((await print({ stderr: stderr + stderr })).error).toBe(shown.repeat(2));
  expect((await print({ stderr }, { showsWrangler: true })).error).toBe(stderr);
});

it("prints a warning of the Worker with its fields, except the release", async () => {
  const stderr = message("WARNING", JSON.stringify({ event: "webhooks.given_up", endpoint_id: 3, status: "gone", release: "v1" }));
  expect((await print({ stderr: stderr + stderr })).error).toBe("webhooks.given_up endpoint_id=3 status=gone\n".repeat(2));
});

it("prints an error of the Worker with the positions in the source, and without the frames of packages", async () => {
  using folder = temporaryFolder();
  const source = 'import { call } from "lib";\nexport function createOrder() {\n  call(() => {\n    throw new Error("boom");\n  });\n}\n';
  const library = "export function call(callback) {\n  callback();\n}\n";
  writeFileSync(join(folder.path, "order.ts"), source);
  mkdirSync(join(folder.path, "node_modules/lib"), { recursive: true });
  writeFileSync(join(folder.path, "node_modules/lib/index.js"), library);
  const bundle = join(folder.path, "out/worker.js");
  await build({
    entryPoints: [join(folder.path, "order.ts")],
    outfile: bundle,
    bundle: true,
    format: "esm",
    sourcemap: true,
  });
  // In a separate process, because vitest replaces the positions in a stack.
  const script = `import { createOrder } from ${JSON.stringify(pathToFileURL(bundle).href)};
    try { createOrder() } catch ({ stack }) { console.log(stack.match(/at .*worker.js.*/g).join("; ")) }`;
  const at = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).trim();
  expect(at).toContain("at call (");
  const line = { event: "request.unexpected", request_id: "req_1", error: "Error: boom", at: `at node:internal/process:1:2; ${at}` };
  const { error } = await print({ stderr: message("ERROR", JSON.stringify(line)) }, { root: folder.path });
  expect(error).toBe("request.unexpected request_id=req_1\n  Error: boom\n    at order.ts:4:11\n    at createOrder (order.ts:3:3)\n");
});
