import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { call } from "../kit/client";

/** The URLs that an element loads, which may have no host. */
const RESOURCE_URL = /<(?:script|link|img|iframe)[^>]*\s(?:src|href)="([^"]*)"/g;

/** The content types of assets by their file extensions. */
const TYPES: Record<string, string> = { ".css": "text/css", ".js": "text/javascript", ".json": "application/json" };

const resourceUrlsIn = (html: string): string[] => [...html.matchAll(RESOURCE_URL)].map(([, address = ""]) => address);

describe("the documentation site", () => {
  it("has the reference at /docs, with scripts only of its own origin, and links for browsers without scripts", async () => {
    const response = await call("/docs");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; script-src 'self'(?:;|$)/);
    expect(policy).toMatch(/; connect-src 'self'(?:;|$)/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    const urls = resourceUrlsIn(response.text);
    expect(urls.filter((address) => address.endsWith(".js"))).toHaveLength(1);
    for (const address of urls) expect(address).toMatch(/^(?:\/docs\/assets\/|\/favicon\.ico$)/);
    // The page has no inline script, because the policy would not run it.
    expect(response.text).not.toMatch(/<script>|\son\w+=/);
    for (const link of ["/openapi.json", "/api/v2/openapi.json", "/docs/guide"]) expect(response.text).toContain(`href="${link}"`);
  });

  it("has assets under names that can be cached permanently", async () => {
    const pages = await Promise.all(["/docs", "/docs/guide", "/docs/guide/errors"].map(async (path) => (await call(path)).text));
    const files = new Set(pages.flatMap(resourceUrlsIn).filter((address) => address.startsWith("/docs/")));

    // A style sheet and a script of the reference, and those of the guide.
    expect(files.size).toBe(4);
    // The files that the scripts load when a reader opens an operation or searches.
    const [, reference = ""] = / data-reference="([^"]+)"/.exec(pages[0] ?? "") ?? [];
    const [, index = ""] = / data-index="([^"]+)"/.exec(pages[1] ?? "") ?? [];
    for (const file of [...files, reference, index]) {
      const response = await call(file);
      expect({ file, status: response.status }).toEqual({ file, status: 200 });
      expect(response.text.length).toBeGreaterThan(100);
      expect(response.headers.get("Content-Type")).toMatch(TYPES[file.slice(file.lastIndexOf("."))] ?? "none");
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  it("has a guide whose first page runs one script, which is of its own origin", async () => {
    const response = await call("/docs/guide");
    expect(response.status).toBe(200);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy.split("; ").toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    for (const address of resourceUrlsIn(response.text)) expect(address).toMatch(/^(?:\/docs\/assets\/|\/favicon\.ico$)/);
    expect(response.text.match(/<script\b/g)).toHaveLength(1);
    expect(response.text).not.toMatch(/<script>|\s(?:on\w+|style)=/);
    expect(response.text).toBe((await call("/docs/guide/quickstart")).text);
    expect((await call("/docs/guide/")).status).toBe(200);
  });

  it("has a front page with links for browsers, and the paths of the service as JSON for programs", async () => {
    const page = await call("/", { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    expect({ status: page.status, contentType: page.headers.get("Content-Type"), vary: page.headers.get("Vary") }).toEqual({
      status: 200,
      contentType: "text/html; charset=utf-8",
      vary: "Accept",
    });
    expect(page.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'(?!.*(?:script|unsafe))/);
    expect(page.text).not.toMatch(/<script/);
    for (const link of ["/console", "/docs", "/docs/guide", "/health"]) expect(page.text).toContain(`href="${link}"`);
    for (const headers of [{}, { Accept: "*/*" }, { Accept: "application/json" }]) {
      const json = await call("/", { headers });
      expect({ status: json.status, contentType: json.headers.get("Content-Type"), vary: json.headers.get("Vary") }).toEqual({
        status: 200,
        contentType: "application/json",
        vary: "Accept",
      });
      expect(json.body.data).toMatchObject({ console: "/console", docs: "/docs", health: "/health" });
    }
  });

  it("has the files that browsers and crawlers request automatically", async () => {
    const icon = await call("/favicon.ico");
    expect({ status: icon.status, contentType: icon.headers.get("Content-Type") }).toEqual({
      status: 200,
      contentType: expect.stringMatching(/^image\//),
    });
    const robots = await call("/robots.txt");
    expect({ status: robots.status, contentType: robots.headers.get("Content-Type") }).toEqual({
      status: 200,
      contentType: "text/plain; charset=utf-8",
    });
    expect(robots.text).toBe("User-agent: *\nAllow: /docs\nDisallow: /\n");
  });

  it("returns 304 for a page that a browser has already", async () => {
    const first = await call("/docs/guide/errors");
    const etag = first.headers.get("ETag") ?? "none";
    const again = await call("/docs/guide/errors", { headers: { "If-None-Match": etag } });
    expect({ status: again.status, text: again.text, etag: again.headers.get("ETag") }).toEqual({ status: 304, text: "", etag });
    expect((await call("/docs/guide/errors", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  it("has only its own files: any other name returns 404, and no path leads out of its folder", async () => {
    for (const path of [
      "/docs/guide/none",
      "/docs/guide/..%2Freference",
      "/docs/guide/..%2F..%2Fopenapi",
      "/docs/assets/..%2Freference.html",
      "/docs/assets/%2Fetc%2Fpasswd",
      "/docs/reference.html",
      "/reference.html",
      "/guide/errors.html",
    ]) {
      const response = await call(path);
      expect({ path, status: response.status, code: response.body.error.code }).toEqual({ path, status: 404, code: "not_found" });
    }
  });

  it("is only used for its own pages: no API request is looked up among its files", async () => {
    const lookedUp = vi.spyOn(env.ASSETS, "fetch");
    for (const path of ["/health", "/orders", "/api/v2/orders", "/operator/organizations", "/none", "/docs/none"]) await call(path);
    expect(lookedUp).not.toHaveBeenCalled();
    await call("/docs/guide/errors");
    expect(lookedUp).toHaveBeenCalledOnce();
    lookedUp.mockRestore();
  });
});
