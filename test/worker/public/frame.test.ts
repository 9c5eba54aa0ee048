import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { aToken, headingsIn, noticesIn, visit } from "./kit";

/** What every public page has in common (docs/spec/links.md). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

describe("an address that no link has", () => {
  it.each([
    ["an unknown token", () => `/p/${shop.id}/${aToken()}`],
    ["a page of an unknown token", () => `/p/${shop.id}/${aToken()}/file`],
    ["an unknown organization", () => `/p/999999999/${aToken()}`],
    ["something that is no token", () => `/p/${shop.id}/abc`],
    ["no token", () => `/p/${shop.id}`],
    ["nothing", () => "/p/"],
  ])("returns 404 with the same heading for %s, and does not name the organization", async (_what, path) => {
    const page = await visit(path());
    expect({ status: page.status, headings: headingsIn(page) }).toEqual({ status: 404, headings: ["This link does not work"] });
    // The name of the organization.
    expect(page.text).not.toContain("Shop");
  });

  it("has the headers that keep an address secret", async () => {
    const { headers } = await visit(`/p/${shop.id}/${aToken()}`);
    const named = ["Cache-Control", "Referrer-Policy", "X-Robots-Tag", "X-Content-Type-Options", "Content-Security-Policy"];
    expect(Object.fromEntries(named.map((name) => [name, headers.get(name)]))).toEqual({
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy":
        "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:",
    });
  });

  it.each([
    ["vi-VN,vi;q=0.9", "vi", "Liên kết này không hoạt động"],
    ["zh-CN", "zh-Hans", "此链接无效"],
    ["de", "en", "This link does not work"],
  ])("is in the language of the browser, or in English: %s", async (language, lang, heading) => {
    const page = await visit(`/p/${shop.id}/${aToken()}`, { headers: { "Accept-Language": language } });
    expect({ lang: /<html lang="([^"]+)">/.exec(page.text)?.[1], headings: headingsIn(page) }).toEqual({ lang, headings: [heading] });
  });

  // A name without a text, and both kinds of names that have one.
  it.each(["did_nothing", "did_accepted", "notice_again"])(
    "has no message that something was done, whatever its parameter: done=%s",
    async (done) => {
      const page = await visit(`/p/${shop.id}/${aToken()}?done=${done}`);
      expect({ status: page.status, headings: headingsIn(page), notices: noticesIn(page) }).toEqual({
        status: 404,
        headings: ["This link does not work"],
        notices: [],
      });
    },
  );

  it("counts as a guess from its network, which has to wait after too many", async () => {
    const limit = vi.spyOn(env.AUTH_FAILURES, "limit").mockResolvedValue({ success: false });
    const page = await visit(`/p/${shop.id}/${aToken()}`, { headers: { "CF-Connecting-IP": "203.0.113.77" } });
    expect({ status: page.status, headings: headingsIn(page), wait: page.headers.get("Retry-After") }).toEqual({
      status: 429,
      headings: ["Too many requests"],
      wait: "60",
    });
    expect(limit.mock.calls).toEqual([[{ key: "link:203.0.113.77" }]]);
    limit.mockRestore();
  });

  it("rejects a form of another site", async () => {
    const path = `/p/${shop.id}/${aToken()}`;
    const statusFor = async (headers: Record<string, string>) => (await visit(path, { form: { a: "b" }, headers })).status;
    const statuses = {
      foreign: await statusFor({ "Sec-Fetch-Site": "cross-site" }),
      neighbour: await statusFor({ "Sec-Fetch-Site": "same-site" }),
      // Because of Referrer-Policy: no-referrer, browsers send the origin "null".
      own: await statusFor({ "Sec-Fetch-Site": "same-origin", Origin: "null" }),
    };
    expect(statuses).toEqual({ foreign: 403, neighbour: 403, own: 404 });
  });
});
