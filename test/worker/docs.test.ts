import { expect, it } from "vitest";
import { call } from "../kit/client";
import { ROUTES } from "../kit/requests";

it("GET /docs is a page for all, names every endpoint, and brings nothing from elsewhere", async () => {
  const answer = await call("/docs");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  for (const [surface, endpoint] of ROUTES) {
    if (surface.name === "operator" || Object.keys(endpoint.answers).length === 0) continue;
    expect(answer.text).toContain(`${endpoint.method.toUpperCase()} ${surface.base}${endpoint.path.replaceAll(/:(\w+)/g, "{$1}")}</code>`);
  }
  expect(answer.text).not.toMatch(/<script|https?:\/\//);
});
