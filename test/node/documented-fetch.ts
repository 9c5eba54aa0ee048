import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { type Document, ContractDocument } from "../kit/documented.ts";

const DOCUMENTS = ["v2", "v1"].map((name) => new ContractDocument(JSON.parse(readFileSync(`openapi/${name}.json`, "utf8")) as Document));
const violations = new Set<string>();
const real = globalThis.fetch;

/**
 * Checks a response of the Worker against the documents. Differences are reported after the tests of the file, whatever these do with the
 * response.
 */
async function checkResponse(method: string, url: URL, response: Response): Promise<void> {
  const isOurs = response.headers.has("x-api-version") && response.headers.get("content-type") === "application/json";
  const document = DOCUMENTS.find((one) => one.operation(method, url.pathname) !== undefined);
  const operation = document?.operation(method, url.pathname);
  if (!isOurs || document === undefined || operation === undefined || method === "HEAD") return;
  // A test that ends a request, or its Worker, knows that itself.
  const body: unknown = await response.json().catch(() => undefined);
  if (body === undefined) return;
  try {
    document.assertDocumented(operation, response, body);
  } catch (error) {
    violations.add(String(error));
  }
}

globalThis.fetch = async (input, init) => {
  const response = await real(input, init);
  const request = input instanceof Request ? input : new Request(input, { method: init?.method ?? "GET" });
  await checkResponse(request.method, new URL(request.url), response.clone());
  return response;
};

afterAll(() => {
  // The next file in this process installs it again.
  globalThis.fetch = real;
  if (violations.size > 0) throw new Error([...violations].join("\n"));
});
