import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { removeDeleted, GRACE_MS } from "../../../src/tenants/lifecycle/deletion";
import { createShop, ingestOrder, rows } from "../../kit/client";
import { operate } from "../access/kit";
import { bucket, download, keysOf, png, send, upload, webp } from "./kit";

/** Files and what is done with all rows of an organization (docs/spec/files.md#organizations). */

it("the removal of an organization removes its objects, and no others", { tags: "long" }, async () => {
  const [gone, other] = [await createShop({ name: "Gone" }), await createShop()];
  for (const shop of [gone, other]) {
    const order = await ingestOrder(shop);
    const { body } = await upload(shop, "a.png", png(1, 1), { query: { order_item_id: order.items[0].id } });
    await send(shop, `/files/${body.id}/preview`, webp(1, 1), { method: "PUT" });
    await upload(shop, "b.png", png(2, 2));
  }
  const [removed, kept] = [await keysOf(gone.id), await keysOf(other.id)];
  expect({ removed: removed.length, kept: kept.length }).toEqual({ removed: 3, kept: 3 });
  await operate("POST", `${gone.id}/deletion`, { name: "Gone" });
  await removeDeleted(env, Date.now() + GRACE_MS - 60_000);
  for (const key of removed) expect(await bucket().head(key)).not.toBeNull();
  await removeDeleted(env, Date.now() + GRACE_MS + 1000);
  for (const key of removed) expect(await bucket().head(key)).toBeNull();
  for (const key of kept) expect(await bucket().head(key)).not.toBeNull();
  expect(await rows("select 1 from files where organization_id = ?", gone.id)).toEqual([]);
  expect(await rows("select 1 from item_designs where organization_id = ?", gone.id)).toEqual([]);
});

it("an export has the rows of files, and the operator gets those whose content or preview is missing in the bucket", async () => {
  const shop = await createShop();
  const { body } = await upload(shop, "a.png", png(1, 1));
  await send(shop, `/files/${body.id}/preview`, webp(1, 1), { method: "PUT" });
  const { body: other } = await upload(shop, "b.png", png(2, 2));
  const { text } = await operate("GET", `${shop.id}/export/files`);
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; object_key: string });
  expect(lines.map(({ id }) => id)).toEqual([body.id, other.id].toSorted());
  expect((await operate("GET", `${shop.id}/missing-files`)).body).toEqual({ checked: 2, missing: [], next: null });
  const [content, preview] = await keysOf(shop.id);
  await bucket().delete(preview ?? "");
  const named = { file_id: body.id, name: "a.png" };
  expect((await operate("GET", `${shop.id}/missing-files`)).body.missing).toEqual([{ ...named, missing: "preview" }]);
  await bucket().delete(content ?? "");
  expect((await operate("GET", `${shop.id}/missing-files`)).body.missing).toEqual([
    { ...named, missing: "content" },
    { ...named, missing: "preview" },
  ]);
  expect((await download(shop, `/files/${other.id}/content`)).status).toBe(200);
});
