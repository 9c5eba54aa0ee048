import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { V1_SCOPES, V2_SCOPES } from "../../../src/platform/http/scopes";
import { presetScopes, scopeLabels } from "../../../src/console/accounts/credentials/credential-kind";
import { createCredential, createShop, directoryRows, rows, type Shop, v1As, v2As } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { ofCredential } from "../access/kit";
import { createMember, type Page, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop({ timezone: "America/New_York" });
  admin = await createMember(shop.id, "admin");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const FORM = {
  name: "Robot",
  scopes: ["orders:read", "stores:read"],
  expires_on: "",
  rate_limit: "",
  daily_quota: "",
  reads: "primary",
  region: "",
  allowed_ips: "",
};

/** The error at a field of a page. */
const errorOf = ({ text }: Page, field: string) => new RegExp(`id="${field}-error">([^<]+)<`).exec(text)?.[1];

/** The one secret on a page. */
function secretIn({ text }: Page): string {
  return /<code id="secret">([^<]+)<\/code>/.exec(text)?.[1] ?? "";
}

async function createInConsole(path: string, form: Parameters<Visitor["send"]>[1] = {}) {
  const page = await admin.send(path, { ...FORM, ...form });
  const secret = secretIn(page);
  if (secret === "") throw new Error(`${page.status} ${page.text}`);
  const [row] = await rows<{ id: number }>("select * from credentials where organization_id = ? order by id desc limit 1", shop.id);
  if (row === undefined) throw new Error("no credential was created");
  return { page, secret, row, at: `${path}/${row.id}` };
}

describe("a credential created in the console", () => {
  it("has the scopes of its form, and expires with its last day in the organization's time zone", async () => {
    const form = {
      expires_on: "2099-06-30",
      reads: "nearest",
      region: "apac",
      rate_limit: "60",
      daily_quota: " 500 ",
      allowed_ips: "192.0.2.7\r\n2001:db8::/32\r\n",
    };
    const { row, secret } = await createInConsole("/settings/api-tokens", form);
    expect(row).toMatchObject({
      kind: "api_token",
      name: "Robot",
      scopes: '["orders:read","stores:read"]',
      expires_at: Date.parse("2099-07-01T04:00:00Z"),
      rate_limit: 60,
      daily_quota: 500,
      reads: "nearest",
      region: "apac",
      allowed_ips: '["192.0.2.7/32","2001:db8::/32"]',
      hint: secret.slice(-4),
    });
    const statusOf = async (path: string) => (await v2As({ id: 0, secret })(path, { headers: { "CF-Connecting-IP": "192.0.2.7" } })).status;
    expect([await statusOf("/orders"), await statusOf("/tickets")]).toEqual([200, 403]);
    const key = await createInConsole("/settings/api-keys", { scopes: "orders:read" });
    expect(key.row).toMatchObject({
      kind: "api_key",
      expires_at: null,
      rate_limit: null,
      daily_quota: null,
      reads: "primary",
      region: null,
      allowed_ips: "[]",
    });
    expect((await v1As({ id: 0, secret: key.secret })("/orders")).status).toBe(200);
  });

  it("is created once, however often its form is sent, and its secret is only on the first response", async () => {
    const form = { form_token: tokenIn(await admin.open("/settings/api-tokens/new")), ...FORM, name: "Twice" };
    const responses = await Promise.all([admin.send("/settings/api-tokens", form), admin.send("/settings/api-tokens", form)]);
    responses.push(await admin.send("/settings/api-tokens", form));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 303, 303]);
    expect(responses.find(({ status }) => status === 303)?.location).toBe(`/console/${shop.id}/settings/api-tokens?done=repeated`);
    expect((await admin.open("/settings/api-tokens?done=repeated")).text).toMatch(
      /class="notice plain[^"]*"[^>]*>You submitted this form twice\./,
    );
    expect(await rows("select count(*) as n from credentials where name = 'Twice'")).toEqual([{ n: 1 }]);
    expect(await directoryRows("select count(*) as n from audit_log where target_name = 'Twice'")).toEqual([{ n: 1 }]);
    const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from credentials where name = 'Twice'");
    const secret = responses.map(secretIn).find((text) => text !== "") ?? "";
    for (const path of ["", `/${id}`]) {
      const { text } = await admin.open(`/settings/api-tokens${path}`);
      expect([text.includes(secret.slice(8, -4)), text.includes(`…${secret.slice(-4)}`)]).toEqual([false, true]);
    }
  });

  it("is rejected with an error at the field, and nothing is created", async () => {
    const before = await everythingOf(shop.id);
    const { scopes: _none, ...without } = FORM;
    const wrong: [form: Parameters<Visitor["send"]>[1], field: string, words: string][] = [
      [without, "scopes", "Choose at least one."],
      [{ ...FORM, name: " " }, "name", "Fill in this field."],
      [{ ...FORM, rate_limit: "many" }, "rate_limit", "Enter a whole number, for example 12."],
      [{ ...FORM, expires_on: "2099-02-30" }, "expires_on", "Expected a day."],
      [{ ...FORM, expires_on: "2001-01-01" }, "expires_on", "Expected today or a later day."],
      [{ ...FORM, allowed_ips: "everywhere" }, "allowed_ips", "Enter an IP address or a range such as 192.0.2.0/24."],
      [{ ...FORM, scopes: "order_items:read" }, "scopes", "Expected one of"],
    ];
    for (const [form, field, words] of wrong) {
      const response = await admin.send("/settings/api-tokens", form);
      expect({ status: response.status, error: errorOf(response, field) }, words).toEqual({
        status: 400,
        error: expect.stringContaining(words),
      });
    }
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("cannot be created as the other kind by its form, nor found under the other kind's path", async () => {
    const { row, at } = await createInConsole("/settings/api-tokens", { kind: "api_key", expires_at: "2030-01-01T00:00:00Z" });
    expect(row).toMatchObject({ kind: "api_token", expires_at: null });
    const wrong = at.replace("api-tokens", "api-keys");
    expect((await admin.open(wrong)).status).toBe(404);
    for (const path of ["", "/rotate", "/revoke"])
      expect((await admin.send(wrong + path, { ...FORM, overlap_hours: "0" })).status).toBe(404);
  });
});

describe("the limits of the console", () => {
  it("apply to the rate of a new and of a changed credential, with an error at the field; a higher rate set by the operator is kept", async () => {
    const { at } = await createInConsole("/settings/api-tokens", { rate_limit: "6000" });
    const given = await createCredential(shop.id, "api_token", { rate_limit: 50_000, scopes: ["orders:read"] });
    const send = async (path: string, rate_limit: string) => {
      const response = await admin.send(path, { ...FORM, rate_limit });
      return { status: response.status, error: errorOf(response, "rate_limit") };
    };
    const tooHigh = { status: 400, error: "At most 6000. Ask the operator of this instance for a higher limit." };
    const path = `/settings/api-tokens/${given.id}`;
    for (const to of ["/settings/api-tokens", at, path]) expect(await send(to, "6001")).toEqual(tooHigh);
    expect(await send(path, "50000")).toEqual({ status: 303, error: undefined });
    expect(await ofCredential(shop.id, given).read()).toMatchObject({ name: "Robot", rate_limit: 50_000 });
  });

  it("apply to the number of credentials, also for concurrent forms; revoked ones do not count, and the operator may exceed them", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner");
    const insert = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into credentials (organization_id, kind, name, secret_hash, hint, scopes, allowed_ips, revoked_at, created_at, updated_at)
      select ?, 'api_key', 'Old', ? || i, 'abcd', '[]', '[]', ?, 0, 0 from n`;
    const [{ n } = { n: 0 }] = await rows<{ n: number }>("select count(*) as n from credentials where organization_id = ?", own.id);
    await rows(insert, 98 - n, own.id, `live-${own.id}-`, null);
    await rows(insert, 50, own.id, `revoked-${own.id}-`, 1);
    const tokens = await Promise.all([1, 2, 3, 4].map(async () => tokenIn(await owner.open("/settings/api-keys/new"))));
    const form = { ...FORM, scopes: "orders:read" };
    const responses = await Promise.all(tokens.map(async (form_token) => await owner.send("/settings/api-keys", { ...form, form_token })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.text).toContain("at most 100 API keys and tokens");
    expect((await createCredential(own.id, "api_key", { scopes: ["orders:read"] })).id).toBeGreaterThan(0);
    expect((await owner.send("/settings/api-tokens", FORM)).status).toBe(409);
  });
});

describe("a change of a credential in the console", () => {
  it("applies to the next request, and keeps an expiry within a day as it is", async () => {
    const token = await createCredential(shop.id, "api_token", { expires_at: "2099-01-01T12:34:56Z", scopes: ["orders:read"] });
    const as = v2As(token);
    expect([(await as("/orders")).status, (await as("/stores")).status]).toEqual([200, 403]);
    const shown = await admin.open(`/settings/api-tokens/${token.id}`);
    expect(shown.text).toContain('value="2099-01-01"');
    const form = { ...FORM, scopes: "stores:read", expires_on: "2099-01-01", rate_limit: "6000" };
    const response = await admin.send(`/settings/api-tokens/${token.id}`, form);
    expect(response.location).toBe(`/console/${shop.id}/settings/api-tokens/${token.id}?done=token_saved`);
    expect([(await as("/orders")).status, (await as("/stores")).status]).toEqual([403, 200]);
    expect(await ofCredential(shop.id, token).read()).toMatchObject({ name: "Robot", expires_at: "2099-01-01T12:34:56.000Z" });
    await admin.send(`/settings/api-tokens/${token.id}`, { ...form, expires_on: "" });
    expect(await ofCredential(shop.id, token).read()).toMatchObject({ expires_at: null });
  });

  it("rotates the secret once, however often its form is sent; a second rotation needs a choice about the first", async () => {
    const { secret, at, row } = await createInConsole("/settings/api-tokens");
    const status = async (given: string) => (await v2As({ id: 0, secret: given })("/orders")).status;
    const form = { form_token: tokenIn(await admin.open(at)), overlap_hours: "24" };
    const first = await admin.send(`${at}/rotate`, form);
    const versionOf = async () => (await rows<{ version: number }>("select version from credentials where id = ?", row.id))[0]?.version;
    const version = await versionOf();
    const again = await admin.send(`${at}/rotate`, form);
    expect({ status: again.status, location: again.location }).toEqual({ status: 303, location: `/console/${shop.id}${at}?done=repeated` });
    expect(await versionOf()).toBe(version);
    expect([await status(secret), await status(secretIn(first))]).toEqual([200, 200]);

    const running = await admin.send(`${at}/rotate`, { overlap_hours: "24" });
    expect({ status: running.status, text: running.text }).toEqual({ status: 409, text: expect.stringContaining("was rotated recently") });
    const unseen = await admin.send(`${at}/rotate`, { overlap_hours: "24", replaces_unseen: "on" });
    expect({ old: await status(secret), first: await status(secretIn(first)), unseen: await status(secretIn(unseen)) }).toEqual({
      old: 200,
      first: 401,
      unseen: 200,
    });
    const alone = await admin.send(`${at}/rotate`, { overlap_hours: "0" });
    expect({ old: await status(secret), unseen: await status(secretIn(unseen)), alone: await status(secretIn(alone)) }).toEqual({
      old: 401,
      unseen: 401,
      alone: 200,
    });
  });

  it("revokes immediately and permanently", async () => {
    const { secret, at } = await createInConsole("/settings/api-keys", { scopes: "orders:read" });
    const status = async () => (await v1As({ id: 0, secret })("/orders")).status;
    expect(await status()).toBe(200);
    expect((await admin.open(at)).text).toContain("Revoke key");
    expect((await admin.send(`${at}/revoke`, {})).location).toBe(`/console/${shop.id}${at}?done=revoked`);
    expect(await status()).toBe(401);
    const page = await admin.open(at);
    expect([page.text.includes("Revoked<"), page.text.includes("Revoke key")]).toEqual([true, false]);
    expect((await admin.send(at, { ...FORM, scopes: "orders:read" })).status).toBe(409);
  });

  it("does not notify the gate if it repeats an earlier change", async () => {
    const { at, row } = await createInConsole("/settings/api-tokens");
    const form = { form_token: tokenIn(await admin.open(at)), ...FORM, name: "Once" };
    const gates = vi.spyOn(env.GATE, "getByName");
    const wasNotified = () => gates.mock.calls.some(([name]) => name === `credential:${row.id}`);
    await admin.send(at, form);
    expect(wasNotified()).toBe(true);
    gates.mockClear();
    expect((await admin.send(at, form)).location).toContain("done=repeated");
    expect(wasNotified()).toBe(false);
  });
});

describe("the lists of credentials", () => {
  it("are separate for keys and tokens, in pages, newest first", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner");
    const values = Array.from(
      { length: 60 },
      (_, n) => `(${own.id}, 'api_token', 'T${n}.', 'h${own.id}-${n}', 'abcd', '[]', '[]', 1, 0, 0)`,
    );
    await env.DB.exec(
      `insert into credentials (organization_id, kind, name, secret_hash, hint, scopes, allowed_ips, version, created_at, updated_at) values ${values.join(", ")}`,
    );
    const first = await owner.open("/settings/api-tokens");
    const next = /href="([^"]+after=\d+)"/.exec(first.text)?.[1] ?? "";
    const second = await owner.open(next.replace(`/console/${own.id}`, ""));
    const namesIn = ({ text }: Page) => [...text.matchAll(/>(T\d+\.)</g)].map(([, name]) => name);
    expect([...namesIn(first), ...namesIn(second)]).toEqual(Array.from({ length: 60 }, (_, n) => `T${59 - n}.`));
    // Both were created before the others.
    expect([second.text.includes("test api_key"), second.text.includes("test api_token")]).toEqual([false, true]);
  });
});

it("every scope has a label, and the presets have all scopes and those of reads", () => {
  expect(
    scopeLabels("api_key")
      .map(([scope]) => scope)
      .toSorted(),
  ).toEqual(Object.keys(V1_SCOPES).toSorted());
  expect(
    scopeLabels("api_token")
      .map(([scope]) => scope)
      .toSorted(),
  ).toEqual(Object.keys(V2_SCOPES).toSorted());
  expect(presetScopes("api_token", "everything").toSorted()).toEqual(Object.keys(V2_SCOPES).toSorted());
  const reads = Object.keys(V1_SCOPES).filter((scope) => scope.endsWith(":read"));
  expect(presetScopes("api_key", "read").toSorted()).toEqual(reads.toSorted());
});
