import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { type ApiResponse, createCredential, createShop, idempotencyKey, ingestOrder, orderBody, rows, type Shop } from "../../kit/client";
import { ORIGIN } from "../console/kit";
import { bucket, digestOf, download, concat, keys, keysOf, png, send, sha256, bytesOf, upload, webp } from "./kit";

/** Uploads of files on v2 (docs/spec/files.md#upload). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const detailOf = ({ body }: { body: { error: { details: { code: string; path?: string }[] } } }) => body.error.details[0];

describe("an upload", () => {
  it("stores the bytes unchanged, and describes them", async () => {
    const bytes = png(640, 480, "the rest of it");
    const created = await upload(shop, "front.png", bytes, { headers: await digestOf(bytes) });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toMatchObject({
      name: "front.png",
      role: "design",
      content_type: "image/png",
      bytes: bytes.byteLength,
      sha256: (await sha256(bytes)).toHex(),
      width: 640,
      height: 480,
      order_id: null,
      has_preview: false,
      url: `${ORIGIN}/files/${shop.id}/${id}`,
      actor_type: "credential",
      actor_id: shop.token.id,
    });
    expect(created.headers.get("Location")).toBe(`/api/v2/files/${id}`);
    expect((await shop.v2(`/files/${id}`)).body).toEqual(created.body);
    expect((await shop.v2("/files?limit=1")).body.data).toEqual([created.body]);
    const content = await download(shop, `/files/${id}/content`);
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(["Content-Type", "Content-Disposition", "ETag"].map((name) => [name, content.headers.get(name)]))).toEqual({
      "Content-Type": "image/png",
      "Content-Disposition": `inline; filename="front.png"; filename*=UTF-8''front.png`,
      ETag: `"${created.body.sha256}"`,
    });
  });

  it("of many megabytes is stored completely", { tags: "long" }, async () => {
    const bytes = png(10, 10, new Uint8Array(12_000_000).fill(7));
    const { status, body } = await upload(shop, "large.png", bytes);
    expect({ status, bytes: body.bytes, sha256: body.sha256 }).toEqual({
      status: 201,
      bytes: bytes.byteLength,
      sha256: (await sha256(bytes)).toHex(),
    });
  });

  it.each([
    [
      "a JPEG",
      concat(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 17, 8, 0, 20, 0, 30), bytesOf("…")),
      "image/jpeg",
      [30, 20],
    ],
    ["a GIF", concat(bytesOf("GIF89a"), Uint8Array.of(5, 0, 4, 0), bytesOf("…")), "image/gif", [5, 4]],
    ["a WebP", webp(1234, 567), "image/webp", [1234, 567]],
    ["a PDF", bytesOf("%PDF-1.7\n…"), "application/pdf", [null, null]],
    ["a PostScript", bytesOf("%!PS-Adobe-3.0 EPSF-3.0\n"), "application/postscript", [null, null]],
    [
      "a PSD",
      concat(bytesOf("8BPS"), Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 9, 0, 0, 0, 8), bytesOf("…")),
      "image/vnd.adobe.photoshop",
      [8, 9],
    ],
    ["a TIFF", Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0), "image/tiff", [null, null]],
    ["a ZIP", concat(bytesOf("PK"), Uint8Array.of(3, 4), bytesOf("…")), "application/zip", [null, null]],
    ["an SVG", bytesOf('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml", [null, null]],
  ])("recognizes %s by its content, whatever its name is", async (_what, bytes, type, size) => {
    const { status, body } = await upload(shop, "design.exe", bytes);
    expect({ status, content_type: body.content_type, size: [body.width, body.height] }).toEqual({ status: 201, content_type: type, size });
  });

  it("is the attachment of an order, or the next version of the design of an item", async () => {
    const order = await ingestOrder(shop);
    const [item] = order.items;
    const attachment = await upload(shop, "invoice.pdf", bytesOf("%PDF-1"), { query: { order_id: String(order.id) } });
    expect({ status: attachment.status, role: attachment.body.role, order_id: attachment.body.order_id }).toEqual({
      status: 201,
      role: "attachment",
      order_id: order.id,
    });
    expect((await shop.v2(`/files?order_id=${order.id}`)).body.data).toEqual([attachment.body]);

    const first = await upload(shop, "mug 1.png", png(1, 1, "one"), { query: { order_item_id: item.id } });
    const second = await upload(shop, "mug 2.png", png(2, 2, "two"), { query: { order_item_id: item.id } });
    const { body } = await shop.v2(`/order-items/${item.id}/designs`);
    expect(body.data.map((design: { version: number; file: unknown }) => [design.version, design.file])).toEqual([
      [2, second.body],
      [1, first.body],
    ]);
    expect((await shop.v2(`/orders/${order.id}`)).body.items[0].design_url).toBe(second.body.url);
    const history = (await shop.v2(`/orders/${order.id}/history`)).body.data;
    expect(history.filter(({ change }: { change: string }) => change === "design")).toMatchObject([
      { order_item_id: item.id, to: "1", reason: "mug 1.png" },
      { order_item_id: item.id, to: "2", reason: "mug 2.png" },
    ]);
    const events = (await shop.v2("/events?limit=200")).body.data;
    const updates = events.filter(
      (event: { event: string; order_id: number }) => event.event === "order.updated" && event.order_id === order.id,
    );
    expect(updates.map(({ changed_fields }: { changed_fields: string[] }) => changed_fields)).toEqual([
      ["items.design_url"],
      ["items.design_url"],
    ]);
  });

  it("makes one file the design of several items", async () => {
    const [one, other] = [await ingestOrder(shop), await ingestOrder(shop)];
    const { body: file } = await upload(shop, "mug.png", png(3, 3), { query: { order_item_id: one.items[0].id } });
    const path = `/order-items/${other.items[0].id}/designs`;
    const added = await shop.v2(path, { body: { file_id: file.id } });
    expect({ status: added.status, count: added.body.data.length }).toEqual({ status: 200, count: 1 });
    // It is the current one already.
    expect((await shop.v2(path, { body: { file_id: file.id } })).body.data).toHaveLength(1);
    expect((await shop.v2(path, { body: { file_id: "fil_unknown" } })).status).toBe(404);
    const attachment = await upload(shop, "a.pdf", bytesOf("%PDF-1"), { query: { order_id: String(one.id) } });
    expect(detailOf(await shop.v2(path, { body: { file_id: attachment.body.id } }))?.code).toBe("not_a_design");
  });
});

describe("an upload is rejected and leaves nothing in the bucket", () => {
  const cases: [string, () => Promise<ApiResponse>, number, string][] = [
    ["an empty file", async () => await upload(shop, "a.png", new Uint8Array()), 400, "empty_file"],
    ["a file of an unknown type", async () => await upload(shop, "a.png", bytesOf("MZ program")), 400, "unknown_file_type"],
    ["an HTML page with an SVG", async () => await upload(shop, "a.svg", bytesOf("<html><svg></svg></html>")), 400, "unknown_file_type"],
    [
      "a wrong checksum",
      async () => await upload(shop, "a.png", png(1, 1), { headers: await digestOf(bytesOf("other")) }),
      400,
      "content_digest_mismatch",
    ],
    [
      "a malformed checksum",
      async () => await upload(shop, "a.png", png(1, 1), { headers: { "Content-Digest": "sha-256=x" } }),
      400,
      "invalid_content_digest",
    ],
    ["a name that is only a path", async () => await upload(shop, "../..", png(1, 1)), 400, "invalid_name"],
    ["an unknown order", async () => await upload(shop, "a.png", png(1, 1), { query: { order_id: "999999999" } }), 404, "not_found"],
    ["an unknown item", async () => await upload(shop, "a.png", png(1, 1), { query: { order_item_id: "999999999" } }), 404, "not_found"],
    ["a malformed item", async () => await upload(shop, "a.png", png(1, 1), { query: { order_item_id: "x" } }), 404, "not_found"],
    [
      "an attachment without an order",
      async () => await upload(shop, "a.png", png(1, 1), { query: { role: "attachment" } }),
      400,
      "invalid_role",
    ],
    [
      "a compressed body",
      async () => await upload(shop, "a.png", png(1, 1), { headers: { "Content-Encoding": "gzip" } }),
      415,
      "unsupported_content_encoding",
    ],
    [
      "a stated size over the limit",
      async () => await upload(shop, "a.png", png(1, 1), { headers: { "Content-Length": "100000001" } }),
      413,
      "body_limit",
    ],
    [
      "no stated size",
      async () => {
        const { readable, writable } = new TransformStream<Uint8Array>();
        const writer = writable.getWriter();
        void writer.write(png(1, 1)).then(async () => await writer.close());
        return await send(shop, "/files?name=a.png", readable);
      },
      400,
      "content_length_required",
    ],
  ];

  it.each(cases)("with %s", async (_what, act, status, code) => {
    const before = await keys();
    const response = await act();
    expect({ status: response.status, code: detailOf(response)?.code }).toEqual({ status, code });
    expect(await keys()).toEqual(before);
  });

  it("with a body that ends early", async () => {
    const before = await keys();
    const request = new Request(`${ORIGIN}/api/v2/files?name=a.png`, {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.token.secret}`, "Content-Length": "1000" },
      body: new Blob([png(1, 1)]).stream(),
    });
    const response = await app.fetch(request, env, createExecutionContext());
    expect({ status: response.status, code: detailOf({ body: await response.json() })?.code }).toEqual({
      status: 400,
      code: "incomplete_body",
    });
    expect(await keys()).toEqual(before);
  });

  it("without the scope", async () => {
    const before = await keys();
    const token = await createCredential(shop.id, "api_token", { scopes: ["orders:read"] });
    expect((await upload({ token }, "a.png", png(1, 1))).status).toBe(403);
    expect(await keys()).toEqual(before);
  });
});

describe("without a bucket", () => {
  const fetchWithout = async (path: string, init: { method?: string; headers?: Record<string, string>; body?: BodyInit } = {}) => {
    const { FILES: _none, ...others } = env;
    const headers = { Authorization: `Bearer ${shop.token.secret}`, ...init.headers };
    const request = new Request(`${ORIGIN}/api/v2${path}`, { ...init, headers });
    return await app.fetch(request, others, createExecutionContext());
  };

  it("an upload is 409 files_not_configured with the reason, and URLs of designs work", async () => {
    const response = await fetchWithout("/files?name=a.png", { method: "POST", body: png(1, 1) });
    expect({ status: response.status, detail: detailOf({ body: await response.json() }) }).toEqual({
      status: 409,
      detail: { code: "files_not_configured", message: expect.stringContaining("no R2 bucket") },
    });
    const items = [{ name: "Mug", quantity: 1, price: 1, design_url: "https://designs.example.com/1.png" }];
    const order = await fetchWithout("/orders", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(orderBody({ items })),
    });
    expect([order.status, await order.json()]).toMatchObject([201, { items: [{ design_url: "https://designs.example.com/1.png" }] }]);
  });

  it("a file can be read and listed, and its content is 409", async () => {
    const { body } = await upload(shop, "a.png", png(1, 1));
    expect((await fetchWithout(`/files/${body.id}`)).status).toBe(200);
    expect(await (await fetchWithout("/files?limit=1")).json()).toMatchObject({ data: [{ id: body.id }] });
    expect((await fetchWithout(`/files/${body.id}/content`)).status).toBe(409);
  });
});

describe("a repeated upload", () => {
  it("with the same key is done once, and the bytes that came again are removed", async () => {
    const own = await createShop();
    const key = idempotencyKey();
    const before = (await keys()).length;
    const [first, again] = [
      await upload(own, "a.png", png(1, 1), { headers: key }),
      await upload(own, "a.png", png(1, 1), { headers: key }),
    ];
    expect({ firstStatus: first.status, againStatus: again.status, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
      firstStatus: 201,
      againStatus: 201,
      idempotentReplayed: "true",
    });
    expect(again.body).toEqual(first.body);
    expect(await keysOf(own.id)).toHaveLength(1);
    expect((await keys()).length).toBe(before + 1);
    const [only] = await keysOf(own.id);
    expect(await bucket().head(only ?? "")).not.toBeNull();
    const other = await upload(own, "a.png", png(1, 1, "other bytes"), { headers: key });
    expect({ status: other.status, code: other.body.error.code }).toEqual({ status: 422, code: "idempotency_conflict" });
  });

  it("at the same time is done once, with one key and to one item", async () => {
    const own = await createShop();
    const order = await ingestOrder(own);
    const key = idempotencyKey();
    const query = { order_item_id: order.items[0].id };
    const before = (await keys()).length;
    const responses = await Promise.all([1, 2, 3].map(async () => await upload(own, "a.png", png(1, 1), { headers: key, query })));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await own.v2(`/order-items/${order.items[0].id}/designs`)).body.data).toHaveLength(1);
    expect((await keys()).length).toBe(before + 1);
  });

  it("of different files to one item at the same time gives each a version", async () => {
    const own = await createShop();
    const order = await ingestOrder(own);
    const query = { order_item_id: order.items[0].id };
    const responses = await Promise.all([1, 2, 3].map(async (n) => await upload(own, `${n}.png`, png(n, n), { query })));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const designs = (await own.v2(`/order-items/${order.items[0].id}/designs`)).body.data;
    expect(designs.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    expect((await own.v2(`/orders/${order.id}`)).body.items[0].design_url).toBe(designs[0].file.url);
  });
});

describe("an organization", () => {
  it("can upload nothing once its files have 100 GB", async () => {
    const own = await createShop();
    await upload(own, "a.png", png(1, 1));
    await rows("update file_totals set bytes = 100000000000 where organization_id = ?", own.id);
    const before = await keys();
    const { status, body } = await upload(own, "b.png", png(1, 1));
    expect({ status, code: detailOf({ body })?.code }).toEqual({ status: 409, code: "file_space_used_up" });
    expect(await keys()).toEqual(before);
  });

  it("can upload no more than 100 versions of a design", async () => {
    const own = await createShop();
    const order = await ingestOrder(own);
    const query = { order_item_id: order.items[0].id };
    const { body: file } = await upload(own, "a.png", png(1, 1), { query });
    // The design gets 100 versions: 0 instead of 1, and 1 to 99.
    await rows("update item_designs set version = 0 where organization_id = ?", own.id);
    await rows(
      `insert into item_designs (organization_id, order_item_id, version, file_id, actor_kind, actor_name, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 99)
       select ?, ?, n.i, ?, 'system', 'x', 1 from n`,
      own.id,
      order.items[0].id,
      file.id,
    );
    const before = await keys();
    const full = await upload(own, "b.png", png(1, 1), { query });
    expect({ status: full.status, code: detailOf(full)?.code }).toEqual({ status: 409, code: "too_many_files" });
    expect(await keys()).toEqual(before);
  });

  it("has totals that follow what is uploaded and deleted", async () => {
    const own = await createShop();
    const totals = async () => await rows("select files, bytes from file_totals where organization_id = ?", own.id);
    const [one, two] = [png(1, 1), png(1, 1, "some more bytes")];
    const { body } = await upload(own, "a.png", one);
    await upload(own, "b.png", two);
    expect(await totals()).toEqual([{ files: 2, bytes: one.byteLength + two.byteLength }]);
    expect((await own.v2(`/files/${body.id}`, { method: "DELETE" })).body).toEqual({ id: body.id, deleted: true });
    expect(await totals()).toEqual([{ files: 1, bytes: two.byteLength }]);
    expect((await own.v2(`/files/${body.id}`)).status).toBe(404);
  });
});

describe("a preview", () => {
  it("is a small WebP, and a new one replaces it", async () => {
    const own = await createShop();
    const { body } = await upload(own, "a.psd", bytesOf("8BPS and so on, but too short"));
    const path = `/files/${body.id}/preview`;
    expect((await download(own, path)).status).toBe(404);
    for (const bytes of [png(10, 10), webp(401, 10), bytesOf("RIFF")]) {
      const before = await keys();
      const rejected = await send(own, path, bytes, { method: "PUT" });
      expect({ status: rejected.status, code: detailOf(rejected)?.code }).toEqual({ status: 400, code: "invalid_preview" });
      expect(await keys()).toEqual(before);
    }
    const first = await send(own, path, webp(400, 300), { method: "PUT" });
    expect({ status: first.status, has_preview: first.body.has_preview }).toEqual({ status: 200, has_preview: true });
    const [content, key] = await keysOf(own.id);
    await send(own, path, webp(30, 40, "new"), { method: "PUT" });
    const shown = await download(own, path);
    expect({ contentType: shown.headers.get("Content-Type"), bytes: new Uint8Array(await shown.arrayBuffer()) }).toEqual({
      contentType: "image/webp",
      bytes: webp(30, 40, "new"),
    });
    expect(await bucket().head(key ?? "")).toBeNull();
    expect(await bucket().head(content ?? "")).not.toBeNull();
  });
});

describe("a deletion", () => {
  it("removes the objects, and is refused for the current design of an item", async () => {
    const own = await createShop();
    const order = await ingestOrder(own);
    const query = { order_item_id: order.items[0].id };
    const { body: first } = await upload(own, "1.png", png(1, 1), { query });
    const { body: second } = await upload(own, "2.png", png(2, 2), { query });
    const refused = await own.v2(`/files/${second.id}`, { method: "DELETE" });
    expect([refused.status, detailOf(refused)]).toMatchObject([409, { code: "file_in_use", order_item_ids: [order.items[0].id] }]);
    await send(own, `/files/${first.id}/preview`, webp(1, 1), { method: "PUT" });
    const [content, preview] = await keysOf(own.id);
    expect((await own.v2(`/files/${first.id}`, { method: "DELETE" })).status).toBe(200);
    for (const key of [content, preview]) expect(await bucket().head(key ?? "")).toBeNull();
    expect((await own.v2(`/order-items/${order.items[0].id}/designs`)).body.data).toHaveLength(1);
  });
});
