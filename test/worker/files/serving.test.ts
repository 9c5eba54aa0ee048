import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createShop, ingestOrder, type Shop } from "../../kit/client";
import { createMember, ORIGIN, type Visitor } from "../console/kit";
import { bucket, download, keysOf, png, send, sendAs, bytesOf, upload, webp } from "./kit";

/** How files are served, and to whom (docs/spec/files.md#serving). */

let shop: Shop;
let other: Shop;
let member: Visitor;
let stranger: Visitor;
beforeAll(async () => {
  [shop, other] = [await createShop(), await createShop()];
  member = await createMember(shop.id, "member");
  stranger = await createMember(other.id, "owner");
});

const HTML = "<html><script>alert(1)</script></html>";

/** The headers that keep a browser from running anything in a file. */
const protectionOf = ({ headers }: Pick<Response, "headers">) =>
  ["Content-Security-Policy", "X-Content-Type-Options", "Cross-Origin-Resource-Policy"].map((name) => headers.get(name));

const PROTECTED = ["default-src 'none'; sandbox", "nosniff", "same-origin"];

describe("a file that could be harmful", () => {
  it.each([
    ["a PNG with a page in it", "logo.html", png(1, 1, HTML), "image/png", /^inline; filename="logo\.html\.png"/],
    ["a GIF that is a script, too", "x.js", bytesOf("GIF89a/*aaaa*/=1;alert(1)//"), "image/gif", /^inline; filename="x\.js\.gif"/],
    [
      "an SVG with a script",
      "x.svg",
      bytesOf("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
      "image/svg+xml",
      /^attachment; /,
    ],
    ["a PDF", "x.pdf", bytesOf("%PDF-1.4 /JavaScript (app.alert(1))"), "application/pdf", /^attachment; /],
    ["a ZIP", "x.zip", bytesOf("PK\u0003\u0004"), "application/zip", /^attachment; /],
  ])("%s is never run", async (_what, name, bytes, type, disposition) => {
    const { body } = await upload(shop, name, bytes);
    for (const response of [
      await download(shop, `/files/${body.id}/content`),
      await exports.default.fetch(`${ORIGIN}/console/${shop.id}/files/${body.id}/content`, { headers: { Cookie: member.cookie } }),
    ]) {
      expect({ status: response.status, contentType: response.headers.get("Content-Type") }).toEqual({ status: 200, contentType: type });
      expect(response.headers.get("Content-Disposition")).toMatch(disposition);
      expect(protectionOf(response)).toEqual(PROTECTED);
      await response.arrayBuffer();
    }
  });

  it.each([
    ["../../etc/passwd.png", "passwd.png"],
    ["C:\\designs\\mug.png", "mug.png"],
    ["a\r\nSet-Cookie: x=1.png", "aSet-Cookie: x=1.png"],
    ["exe.\u202egnp.png", "exe.gnp.png"],
    ['a"b.png', 'a"b.png'],
  ])("that is sent as %j is named %j, and its name can't change the headers", async (sent, name) => {
    const { body } = await upload(shop, sent, png(1, 1));
    expect(body.name).toBe(name);
    const { headers } = await download(shop, `/files/${body.id}/content`);
    expect(headers.get("Content-Disposition")).toMatch(/^inline; filename="[\w .()+-]+"; filename\*=UTF-8''[^'"\s]+$/);
    expect(headers.get("Set-Cookie")).toBeNull();
  });
});

describe("another organization's file", () => {
  it("is 404 in every way", async () => {
    const { body } = await upload(shop, "a.png", png(1, 1));
    const path = `/files/${body.id}`;
    await send(shop, `${path}/preview`, webp(1, 1), { method: "PUT" });
    for (const each of [path, `${path}/content`, `${path}/preview`]) {
      expect((await download(shop, each)).status).toBe(200);
      expect((await download(other, each)).status).toBe(404);
    }
    expect((await other.v2(path, { method: "DELETE" })).status).toBe(404);
    const order = await ingestOrder(other);
    expect((await other.v2(`/order-items/${order.items[0].id}/designs`, { body: { file_id: body.id } })).status).toBe(404);
    const itemOfShop = (await ingestOrder(shop)).items[0].id;
    expect((await other.v2(`/order-items/${itemOfShop}/designs`)).status).toBe(404);
    expect((await upload(other, "b.png", png(1, 1), { query: { order_item_id: itemOfShop } })).status).toBe(404);
    expect((await stranger.open(path)).status).toBe(404);
    expect((await stranger.open(`${path}/content`)).status).toBe(404);
    expect((await sendAs(stranger, other.id, `${path}/preview`, webp(1, 1))).status).toBe(404);
    expect((await shop.v2(path)).status).toBe(200);
  });
});

describe("the URL of a file", () => {
  it("gives a token the content, and leads a person to it, who may have to sign in", async () => {
    const { body } = await upload(shop, "a.png", png(1, 1));
    const { pathname } = new URL(body.url);
    const fetchUrl = async (headers: Record<string, string>) => await exports.default.fetch(body.url, { headers, redirect: "manual" });
    const byToken = await fetchUrl({ Authorization: `Bearer ${shop.token.secret}` });
    expect({ status: byToken.status, bytes: new Uint8Array(await byToken.arrayBuffer()) }).toEqual({ status: 200, bytes: png(1, 1) });
    expect((await fetchUrl({ Authorization: `Bearer ${other.token.secret}` })).status).toBe(404);
    const byPerson = await fetchUrl({});
    const content = `/console/${shop.id}${pathname.replace(`/${shop.id}`, "")}/content`;
    expect({ status: byPerson.status, location: byPerson.headers.get("Location") }).toEqual({ status: 303, location: content });
    const signedOut = await exports.default.fetch(ORIGIN + content, { redirect: "manual" });
    expect({ status: signedOut.status, location: signedOut.headers.get("Location") }).toEqual({
      status: 303,
      location: `/console/sign-in?to=${encodeURIComponent(content)}`,
    });
    for (const path of ["/files", "/files/x/y", `/files/${shop.id}/..%2f..`, `${pathname}/more`])
      expect((await exports.default.fetch(ORIGIN + path, { redirect: "manual" })).status).toBe(404);
  });
});

describe("a download", () => {
  it("supports ranges and If-None-Match", async () => {
    const bytes = png(1, 1, "0123456789");
    const { body } = await upload(shop, "a.png", bytes);
    const path = `/files/${body.id}/content`;
    const etag = `"${body.sha256}"`;
    const ranges: [Record<string, string>, number, Uint8Array, string | null][] = [
      [{ Range: "bytes=24-27" }, 206, bytes.slice(24, 28), `bytes 24-27/${bytes.byteLength}`],
      [{ Range: "bytes=30-" }, 206, bytes.slice(30), `bytes 30-33/${bytes.byteLength}`],
      [{ Range: "bytes=-3" }, 206, bytes.slice(-3), `bytes 31-33/${bytes.byteLength}`],
      [{ Range: "bytes=24-9999" }, 206, bytes.slice(24), `bytes 24-33/${bytes.byteLength}`],
      [{ Range: "bytes=9999-" }, 200, bytes, null],
      [{ Range: "bytes=0-1,3-4" }, 200, bytes, null],
      [{ Range: "bytes=24-27", "If-Range": etag }, 206, bytes.slice(24, 28), `bytes 24-27/${bytes.byteLength}`],
      [{ Range: "bytes=24-27", "If-Range": '"other"' }, 200, bytes, null],
    ];
    for (const [headers, status, content, contentRange] of ranges) {
      const response = await download(shop, path, headers);
      expect({
        status: response.status,
        bytes: new Uint8Array(await response.arrayBuffer()),
        contentRange: response.headers.get("Content-Range"),
      }).toEqual({
        status,
        bytes: content,
        contentRange,
      });
    }
    const unchanged = await download(shop, path, { "If-None-Match": etag });
    expect({ status: unchanged.status, text: await unchanged.text() }).toEqual({ status: 304, text: "" });
  });

  it("is 404 file_content_missing if the object is missing in the bucket", async () => {
    const own = await createShop();
    const { body } = await upload(own, "a.png", png(1, 1));
    await bucket().delete(await keysOf(own.id));
    const response = await download(own, `/files/${body.id}/content`);
    expect({
      status: response.status,
      code: (await response.json<{ error: { details: { code: string }[] } }>()).error.details[0]?.code,
    }).toEqual({
      status: 404,
      code: "file_content_missing",
    });
  });
});
