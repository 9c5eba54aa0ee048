import { describe, expect, it } from "vitest";
import operatorCommitted from "../../openapi/operator.json";
import v1Committed from "../../openapi/v1.json";
import v2Committed from "../../openapi/v2.json";
import { buildDocument } from "../../src/entrypoints/api/build-document";
import { operatorSurface, v1, v2 } from "../../src/platform/http/surface";
import { call } from "../kit/client";

describe.each([
  ["/openapi.json", v1, v1Committed],
  ["/api/v2/openapi.json", v2, v2Committed],
  ["/docs/operator/openapi.json", operatorSurface, operatorCommitted],
] as const)("GET %s", (path, surface, committed) => {
  it("is committed as derived from the endpoints; `npm run openapi` writes it again", async () => {
    const document = buildDocument(surface);
    expect(document.openapi).toBe("3.1.0");
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(`../../openapi/${surface.name}.json`);
  });

  it("is the committed copy, public and readable by scripts of every page", async () => {
    const response = await call(path, { headers: { Origin: "https://tools.example.com" } });
    expect({ status: response.status, contentType: response.headers.get("Content-Type") }).toEqual({
      status: 200,
      contentType: "application/json",
    });
    expect(response.body).toEqual(committed);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Cache-Control")).toBe("public, no-cache");
    // Pages of other origins cannot read these.
    for (const other of ["/orders", "/api/v2/orders", "/health"]) {
      expect((await call(other, { headers: { Origin: "https://tools.example.com" } })).headers.has("Access-Control-Allow-Origin")).toBe(
        false,
      );
    }
  });

  it("returns 304 to a client that has it already", async () => {
    const first = await call(path);
    const etag = first.headers.get("ETag") ?? "none";
    const again = await call(path, { headers: { "If-None-Match": etag } });
    expect({ status: again.status, text: again.text, etag: again.headers.get("ETag") }).toEqual({ status: 304, text: "", etag });
    expect(again.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const head = await call(path, { method: "HEAD" });
    expect({ status: head.status, text: head.text, etag: head.headers.get("ETag") }).toEqual({ status: 200, text: "", etag });
  });
});

it.each([
  ["v1", v1, "Missing or invalid API key."],
  ["v2", v2, "Missing or invalid API token."],
] as const)("the document of %s names the credential of its own API in a 401", (_name, surface, message) => {
  const { Unauthorized: response } = buildDocument(surface).components?.responses ?? {};
  const messages = [...JSON.stringify(response).matchAll(/Missing or invalid API \w+\./g)].map(([text]) => text);
  // In the description, in the summary of the example and in the example.
  expect(messages).toEqual([message, message, message]);
});
