import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "cloudflare:workers";
import { rows, type Shop } from "../../kit/client";
import { headingsIn, visit } from "../public/kit";
import { createMember } from "../console/kit";
import { aProducingShop, statusAndCodes } from "./kit";

/** Creating and ending the links of suppliers (docs/spec/links.md). */

const DAY_MS = 86_400_000;

let shop: Shop;
let supplier: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 9, 0) });
  shop = await aProducingShop();
  supplier = (await shop.v2("/suppliers")).body.data[0].id;
});
afterEach(() => vi.useRealTimers());

const create = async (body: unknown = {}, headers: Record<string, string> = {}) =>
  await shop.v2(`/suppliers/${supplier}/links`, { body, headers });
const pathOf = ({ body }: { body: { url: string } }) => new URL(body.url).pathname;
const statusOf = async (path: string) => (await visit(path)).status;

describe("a link of a supplier", () => {
  it("has its address only in the response that creates it, and is not stored", async () => {
    const created = await create({}, { "Idempotency-Key": "once" });
    // A link is valid for 90 days by default.
    expect(created.body).toMatchObject({
      purpose: "supplier",
      subject_id: supplier,
      expires_at: "2027-02-19T09:00:00.000Z",
      actor_type: "credential",
    });
    // A repeated request gets the address too: it is computed again from the id of the link and a secret.
    expect((await create({}, { "Idempotency-Key": "once" })).body).toEqual(created.body);
    const token = pathOf(created).split("/").at(-1) ?? "";
    const [row] = await rows("select * from links where organization_id = ?", shop.id);
    expect(JSON.stringify(row)).not.toContain(token);
    const { links } = (await shop.v2(`/suppliers/${supplier}/links`)).body;
    expect(links).toEqual([{ ...created.body, url: null }]);
    const audit = await rows(
      "select action, target_name, details from audit_log where organization_id = ? and action like 'link.%'",
      shop.id,
    );
    expect(JSON.stringify(audit)).not.toContain(token);
    expect(audit).toHaveLength(1);
  });

  it("works until it expires, is revoked or its organization is closed", async () => {
    const [short, revoked, open] = [await create({ expires_at: "2026-11-22T09:00:00Z" }), await create(), await create()];
    expect([await statusOf(pathOf(short)), await statusOf(pathOf(revoked))]).toEqual([200, 200]);
    await shop.v2(`/suppliers/${supplier}/links/${revoked.body.id}`, { method: "DELETE" });
    vi.setSystemTime(Date.now() + DAY_MS);
    const ended = [await visit(pathOf(short)), await visit(pathOf(revoked))];
    expect(ended.map((page) => [page.status, headingsIn(page)])).toEqual([
      [410, ["This link does not work"]],
      [410, ["This link does not work"]],
    ]);
    await env.DB.prepare("update organizations set closed_for = 'deletion', closed_at = 1 where id = ?").bind(shop.id).run();
    expect(await statusOf(pathOf(open))).toBe(404);
    await env.DB.prepare("update organizations set closed_for = null, closed_at = null where id = ?").bind(shop.id).run();
    expect(await statusOf(pathOf(open))).toBe(200);
  });

  it("says when it was last used", async () => {
    const created = await create();
    await visit(pathOf(created));
    await vi.waitFor(async () => {
      const { links } = (await shop.v2(`/suppliers/${supplier}/links`)).body;
      expect(links[0].last_used_at).toBe("2026-11-21T09:00:00.000Z");
    });
  });

  it("has an end in the next 366 days, and there are at most 20 that are valid", async () => {
    expect(statusAndCodes(await create({ expires_at: "2026-11-20T00:00:00Z" }))).toEqual([400, "out_of_range"]);
    expect(statusAndCodes(await create({ expires_at: "2027-11-22T09:00:01Z" }))).toEqual([400, "out_of_range"]);
    expect(statusAndCodes(await create({ expires_at: "soon" }))).toEqual([400, "invalid_date"]);
    const { status, body } = await create({ expires_at: "2027-11-22T09:00:00Z" });
    expect(status).toBe(201);
    for (let nth = 1; nth < 20; nth += 1) expect((await create()).status).toBe(201);
    expect(statusAndCodes(await create())).toEqual([409, "link_limit"]);
    await shop.v2(`/suppliers/${supplier}/links/${body.id}`, { method: "DELETE" });
    expect((await create()).status).toBe(201);
  });

  it("is created and revoked on the page of the supplier, by those who may write", async () => {
    const [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
    expect((await viewer.send(`/suppliers/${supplier}/links`, { days: "30" })).status).toBe(403);
    const shown = await member.send(`/suppliers/${supplier}/links`, { days: "30" });
    const link = /<code id="link">https:\/\/[^/]+(\/p\/[^<]+)<\/code>/.exec(shown.text)?.[1] ?? "";
    expect([shown.status, await statusOf(link)]).toEqual([200, 200]);
    const [row] = await rows<{ id: string }>("select id from links where organization_id = ?", shop.id);
    expect((await viewer.send(`/suppliers/${supplier}/links/${row?.id}/revoke`, {})).status).toBe(403);
    expect((await member.send(`/suppliers/${supplier}/links/${row?.id}/revoke`, {})).status).toBe(303);
    expect([await statusOf(link), (await member.open(`/suppliers/${supplier}`)).text.includes("Revoked")]).toEqual([410, true]);
  });
});
