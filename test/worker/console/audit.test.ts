import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { createCredential, createShop, rows, rowsIn, type Shop } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";
import { ROUTES } from "../../kit/requests";
import { V2_SCOPES } from "../../../src/platform/http/scopes";
import { operate } from "../access/kit";
import { createMember, type Page, type Visitor } from "./kit";

interface AuditEntry {
  id: number;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  action: string;
  target_id: string;
  target_name: string;
  details: string;
}

let shop: Shop;
let owner: Visitor & { id: number };
beforeAll(async () => {
  shop = await createShop();
  owner = await createMember(shop.id, "owner");
});

/** Changes of control data are logged in the directory, those of webhook endpoints in the organization's database. */
async function readEntries(organizationId: number): Promise<AuditEntry[]> {
  const read = async (d1: D1Database) =>
    await rowsIn<AuditEntry>(d1, "select * from audit_log where organization_id = ? order by id", organizationId);
  return (await Promise.all([...new Set([env.DB, organizationD1()])].map(read))).flat();
}

/** The entries that an action adds to the audit log of the shop. */
async function entriesAddedBy(act: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = new Set((await readEntries(shop.id)).map(({ id }) => id));
  await act();
  return (await readEntries(shop.id)).filter(({ id }) => !before.has(id));
}

const newToken = async () => (await createCredential(shop.id, "api_token")).id;
const newKey = async () => (await createCredential(shop.id, "api_key")).id;
const newMember = async () => (await createMember(shop.id, "viewer")).id;
const newSecuredMember = async () => {
  const id = await newMember();
  await rows("insert into second_factors (user_id, secret, last_step, created_at) values (?, 'encrypted', 0, 0)", id);
  return id;
};
const newInvitation = async () => {
  const email = newAddress();
  await owner.send("/settings/members", { email, role: "viewer" });
  return (await rows<{ id: number }>("select id from member_invitations where email = ?", email))[0]?.id ?? 0;
};
const newHook = async () => (await shop.v2("/webhooks", { body: HOOK })).body.id as string;

const HOOK = { url: "https://hooks.example.com/in?token=hidden-in-it", events: ["order.created"] };
const CREDENTIAL_FORM = { name: "Robot", scopes: "orders:read", expires_on: "", rate_limit: "", daily_quota: "", allowed_ips: "" };

/** A change on any surface: the target and the body of its request. */
interface Change {
  /** True if the change creates another resource than the one that it is sent to. */
  isNew?: true;
  /** Creates the resource that is changed, and returns its id: 0 or an empty text if the request itself creates it, or there is none. */
  of: () => Promise<number | string>;
  body: Record<string, unknown> | undefined;
  action: string;
}

const CREDENTIAL_FORMS = (path: string, of: () => Promise<number>): Record<string, Change> => ({
  [`POST ${path}`]: { of: async () => 0, body: CREDENTIAL_FORM, action: "credential.created" },
  [`POST ${path}/:id`]: { of, body: CREDENTIAL_FORM, action: "credential.updated" },
  [`POST ${path}/:id/rotate`]: { of, body: { overlap_hours: "1" }, action: "credential.rotated" },
  [`POST ${path}/:id/revoke`]: { of, body: {}, action: "credential.revoked" },
});

let addresses = 0;
const newAddress = () => `audited-${(addresses += 1)}@example.com`;

/** Every form of the settings. Null: it changes nothing, or is tested elsewhere. */
const FORMS: Record<string, Change | null> = {
  ...CREDENTIAL_FORMS("/settings/api-tokens", newToken),
  ...CREDENTIAL_FORMS("/settings/api-keys", newKey),
  "POST /settings/members": { of: async () => 0, body: { email: newAddress(), role: "viewer" }, action: "member.offered" },
  "POST /settings/members/:user_id": { of: newMember, body: { role: "member" }, action: "member.role_changed" },
  "POST /settings/members/:user_id/link": { of: newMember, body: {}, action: "member.invited" },
  "POST /settings/members/:user_id/second-factor": { of: newSecuredMember, body: {}, action: "member.second_factor_reset" },
  "POST /settings/members/:user_id/remove": { of: newMember, body: {}, action: "member.removed" },
  "POST /settings/members/invitations/:id/link": { of: newInvitation, body: {}, action: "member.offered", isNew: true },
  "POST /settings/members/invitations/:id/withdraw": { of: newInvitation, body: {}, action: "member.withdrawn" },
  "POST /settings/organization": {
    of: async () => shop.id,
    body: { name: "Renamed", currency: "USD", timezone: "UTC", roll_up_status: "on" },
    action: "organization.updated",
  },
  // It deletes the organization: test/worker/lifecycle/deletion.test.ts.
  "POST /settings/delete": null,
  "POST /settings/personal-data/search": null,
  "POST /settings/personal-data/export": null,
  "POST /settings/personal-data/erase": {
    of: async () => 0,
    body: { email: "nobody@example.com", confirmation: "ERASE" },
    action: "person.erased",
  },
  "POST /settings/personal-data/retention": {
    of: async () => shop.id,
    body: { customer_days: "365", event_days: "" },
    action: "organization.updated",
  },
};

/** Every write of the operator's API that changes credentials or members. */
const OPERATIONS: Record<string, Change> = {
  createCredential: { of: async () => 0, body: { kind: "api_key", name: "Robot", scopes: ["orders:read"] }, action: "credential.created" },
  updateCredential: { of: newKey, body: { name: "Robot" }, action: "credential.updated" },
  rotateCredential: { of: newToken, body: {}, action: "credential.rotated" },
  revokeCredential: { of: newToken, body: undefined, action: "credential.revoked" },
  addMember: { of: async () => 0, body: { email: newAddress(), role: "viewer" }, action: "member.added" },
  inviteMember: { of: newMember, body: undefined, action: "member.invited" },
  resetSecondFactor: { of: newSecuredMember, body: undefined, action: "member.second_factor_reset" },
};

/** Every write of v2 that changes a webhook endpoint. The others send something and change none. */
const WEBHOOK_WRITES: Record<string, Change | null> = {
  createWebhook: { of: async () => "", body: HOOK, action: "endpoint.created" },
  updateWebhook: { of: newHook, body: { events: ["order.updated"], enabled: false }, action: "endpoint.updated" },
  rotateWebhookSecret: { of: newHook, body: { overlap_hours: 1 }, action: "endpoint.secret_rotated" },
  deleteWebhook: { of: newHook, body: undefined, action: "endpoint.deleted" },
  testWebhook: null,
  redeliverWebhook: null,
  recoverWebhook: null,
};

const settingForms = consoleRoutes.filter(({ method, path }) => method === "post" && path.startsWith("/settings/"));
const operations = ROUTES.filter(
  ([surface, { method, path }]) => surface.name === "operator" && method !== "get" && /credentials|members/.test(path),
).map(([, endpoint]) => endpoint);
const webhookWrites = ROUTES.filter(
  ([surface, { method, path }]) => surface.name === "v2" && method !== "get" && path.startsWith("/webhooks"),
).map(([, endpoint]) => endpoint);

const toNumber = (target: string) => Number(target);

describe("every change has one audit entry with its actor, its action and its target", () => {
  it.each(settingForms.map(({ path }) => `POST ${path}`).filter((name) => FORMS[name] !== null))("in the console: %s", async (name) => {
    const change = FORMS[name];
    if (change === undefined || change === null) throw new Error(`This test knows no form for ${name}: add one.`);
    const id = await change.of();
    const path = name.slice("POST ".length).replace(/:\w+/, String(id));
    const entries = await entriesAddedBy(async () => {
      const response = await owner.send(path, change.body as Parameters<Visitor["send"]>[1]);
      if (response.status >= 400) throw new Error(`${response.status} ${response.text}`);
    });
    expect(entries).toMatchObject([{ actor_kind: "user", actor_id: owner.id, actor_name: owner.email, action: change.action }]);
    if (id !== 0 && change.isNew !== true) expect(toNumber(entries[0]?.target_id ?? "")).toBe(id);
    else expect(toNumber(entries[0]?.target_id ?? "")).toBeGreaterThan(0);
  });

  it.each(operations.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    "by the operator: %s",
    async (operationId, { method, path }) => {
      const change = OPERATIONS[operationId];
      if (change === undefined) throw new Error(`This test knows no request for ${operationId}: add one.`);
      const id = await change.of();
      const target = path.replace("/organizations/:id", String(shop.id)).replace(/:\w+/, String(id));
      const entries = await entriesAddedBy(async () => {
        const response = await operate(method.toUpperCase(), target, change.body);
        if (response.status >= 300) throw new Error(response.text);
      });
      expect(entries).toMatchObject([{ actor_kind: "operator", actor_id: null, action: change.action }]);
      if (id !== 0) expect(toNumber(entries[0]?.target_id ?? "")).toBe(id);
      else expect(toNumber(entries[0]?.target_id ?? "")).toBeGreaterThan(0);
    },
  );

  it.each(webhookWrites.map((endpoint) => [endpoint.operationId, endpoint] as const).filter(([name]) => WEBHOOK_WRITES[name] !== null))(
    "by a token: %s",
    async (operationId, { method, path }) => {
      const change = WEBHOOK_WRITES[operationId];
      if (change === undefined || change === null) throw new Error(`This test knows no request for ${operationId}: add one.`);
      const id = await change.of();
      const target = path.replace(":id", String(id)) + (operationId === "deleteWebhook" ? `?confirm=${id}` : "");
      const entries = await entriesAddedBy(async () => {
        const response = await shop.v2(target, { method: method.toUpperCase(), body: change.body });
        if (response.status >= 300) throw new Error(response.text);
      });
      const entry = { actor_kind: "credential", actor_id: shop.token.id, actor_name: "test api_token", action: change.action };
      expect(entries).toMatchObject([{ ...entry, target_name: "https://hooks.example.com/in?…" }]);
      expect(entries[0]?.target_id).toEqual(id === "" ? expect.stringMatching(/^we_/) : id);
    },
  );
});

it("a rejected or repeated change has no audit entry", async () => {
  const [token, key] = [await newToken(), await newKey()];
  await owner.send(`/settings/api-tokens/${token}/revoke`, {});
  const hook = await newHook();
  const once = { body: { overlap_hours: 0 }, headers: { "Idempotency-Key": crypto.randomUUID() } };
  await shop.v2(`/webhooks/${hook}/rotate-secret`, once);
  const statuses: number[] = [];
  const entries = await entriesAddedBy(async () => {
    for (const { status } of [
      await owner.send(`/settings/api-tokens/${token}`, CREDENTIAL_FORM),
      await owner.send(`/settings/api-tokens/${token}/rotate`, { overlap_hours: "0" }),
      await owner.send(`/settings/api-keys/${key}`, { ...CREDENTIAL_FORM, scopes: "webhooks:manage" }),
      await operate("PATCH", `${shop.id}/credentials/${token}`, { name: "x" }),
      await shop.v2(`/webhooks/${hook}/rotate-secret`, once),
      await shop.v2("/webhooks/we_none", { method: "PATCH", body: { enabled: false } }),
    ])
      statuses.push(status);
  });
  expect(statuses).toEqual([409, 409, 400, 409, 200, 404]);
  expect(entries).toEqual([]);
});

it("each of several concurrent changes has an audit entry with the values that it replaced", async () => {
  const id = await newToken();
  const entries = await entriesAddedBy(
    async () => await Promise.all(["a", "b", "c"].map(async (name) => await operate("PATCH", `${shop.id}/credentials/${id}`, { name }))),
  );
  const changes = entries.map(({ details }) => (JSON.parse(details) as { name: { from: string; to: string } }).name);
  expect(changes).toHaveLength(3);
  expect(changes.map(({ from }) => from)).toEqual(["test api_token", ...changes.slice(0, -1).map(({ to }) => to)]);
  expect(await rows("select name from credentials where id = ?", id)).toEqual([{ name: changes.at(-1)?.to }]);
});

it("no audit entry contains a secret or a hash", async () => {
  const own = await createShop();
  const person = await createMember(own.id, "owner");
  const secretOf = ({ text }: Page) => /<code id="(?:secret|link)">([^<]+)</.exec(text)?.[1] ?? "";
  const createdSecret = secretOf(await person.send("/settings/api-tokens", CREDENTIAL_FORM));
  const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from credentials where organization_id = ? order by id desc", own.id);
  const rotatedSecret = secretOf(await person.send(`/settings/api-tokens/${id}/rotate`, { overlap_hours: "24" }));
  const link = secretOf(await person.send("/settings/members", { email: newAddress(), role: "viewer" }));
  const hook = (await own.v2("/webhooks", { body: HOOK })).body;
  const rotatedHookSecret = (await own.v2(`/webhooks/${hook.id}/rotate-secret`, { body: {} })).body.secret;
  const secrets = [
    createdSecret,
    rotatedSecret,
    own.key.secret,
    own.token.secret,
    link.split("/").at(-1) ?? "",
    hook.secret,
    rotatedHookSecret,
  ];
  const kept = [
    ...(await rows<Record<string, string>>(
      `select secret_hash as kept from credentials where organization_id = ? union all select token_hash from invitations
       union all select password_hash from users`,
      own.id,
    )),
    ...(await rows<Record<string, string>>("select secret as kept from webhook_endpoints where organization_id = ?", own.id)),
  ];
  const log = JSON.stringify(await readEntries(own.id));
  for (const action of ["credential.created", "credential.rotated", "member.offered", "endpoint.created", "endpoint.secret_rotated"])
    expect(log).toContain(`"${action}"`);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    // Its kind and its last characters may be shown as a hint.
    expect(log).not.toContain(secret.slice(10, -4));
  }
  for (const value of kept.map((row) => row["kept"])) if (value !== null && value !== undefined) expect(log).not.toContain(value);
  expect(log).not.toContain("hidden-in-it");
});

describe("the page of the audit log", () => {
  it("lists the entries of this organization, newest first, in pages, for those who manage it", { tags: "long" }, async () => {
    const own = await createShop();
    const [person, viewer] = [await createMember(own.id, "owner"), await createMember(own.id, "viewer")];
    for (let n = 0; n < 60; n += 1) await operate("PATCH", `${own.id}/credentials/${own.key.id}`, { name: `name-${n}.` });
    const first = await person.open("/settings/audit-log");
    const next = /href="([^"]+after=[\d-]+)"/.exec(first.text)?.[1] ?? "";
    const second = await person.open(next.replace(`/console/${own.id}`, ""));
    const namesIn = ({ text }: Page) => [...text.matchAll(/<strong>(name-\d+\.)</g)].map(([, name]) => name);
    expect(namesIn(first)).toHaveLength(50);
    expect([...namesIn(first), ...namesIn(second)]).toEqual(Array.from({ length: 60 }, (_, n) => `name-${59 - n}.`));
    expect(first.text).toMatch(/Changed the API key <strong>name-59\.<.*Operator.*service operator.*name-58\. → name-59\./s);
    expect({ text: (await owner.open("/settings/audit-log")).text, status: (await viewer.open("/settings/audit-log")).status }).toEqual({
      text: expect.not.stringContaining("name-59."),
      status: 403,
    });
  });
});

it("the audit log has labels for the names that the API uses", async () => {
  const own = await createShop();
  const person = await createMember(own.id, "owner");
  await operate("PATCH", `${own.id}/credentials/${own.key.id}`, { reads: "nearest" });
  const token = { kind: "api_token", name: "All", scopes: Object.keys(V2_SCOPES), expires_at: "2100-01-01T00:00:00.000Z" };
  await operate("POST", `${own.id}/credentials`, token);
  await operate("POST", `${own.id}/credentials`, { ...token, name: "Few", scopes: ["orders:read", "proofs:write"] });
  const { text } = await person.open("/settings/audit-log");
  for (const shown of [
    "from the primary database → from the nearest replica",
    "All scopes",
    "See orders, Create proofs and their links",
    // The last day before the token expires.
    "31 Dec 2099",
  ]) {
    expect(text).toContain(shown);
  }
  expect(text).not.toContain("orders:read");
});

describe("the filters of the audit log", () => {
  it("find entries by their target, by a name in them, and by their days", async () => {
    const named = await createShop();
    const admin = await createMember(named.id, "admin");
    await admin.send("/settings/api-tokens", { ...CREDENTIAL_FORM, name: "Picker" });
    await admin.send("/stores", { name: "No entry", code: "", platform: "other", type: "", currency: "" });
    await admin.send("/webhooks", { url: HOOK.url, events: "order.created", description: "" });
    const shown = async (query: string) => {
      const { status, text } = await admin.open(`/settings/audit-log${query}`);
      return [status, text.includes("Created the API token"), text.includes("Created the webhook endpoint")];
    };
    expect(await shown("")).toEqual([200, true, true]);
    expect(await shown("?about=credential")).toEqual([200, true, false]);
    expect(await shown("?about=endpoint&name=")).toEqual([200, false, true]);
    expect(await shown("?name=pICK")).toEqual([200, true, false]);
    expect(await shown("?date_from=2020-01-01")).toEqual([200, true, true]);
    expect(await shown("?date_from=2020-01-01&date_to=2020-01-02")).toEqual([200, false, false]);
    expect(await shown("?about=nothing")).toEqual([400, false, false]);
  });

  it("find the entries of connections", async () => {
    const named = await createShop();
    const admin = await createMember(named.id, "admin");
    await admin.send("/settings/api-tokens", { ...CREDENTIAL_FORM, name: "Picker" });
    await admin.send("/connections/new/shippo", { store: [] });
    const { status, text } = await admin.open("/settings/audit-log?about=connection");
    expect(status).toBe(200);
    expect(text).toContain("Created the connection <strong>Shippo</strong>");
    expect(text).not.toContain("Created the API token");
  });

  it("ignore case, also of letters with accents", async () => {
    const named = await createShop();
    const admin = await createMember(named.id, "admin");
    await admin.send("/settings/api-tokens", { ...CREDENTIAL_FORM, name: "Nguyễn Ánh" });
    const { text } = await admin.open("/settings/audit-log?name=NGUYỄN ÁNH");
    expect(text).toContain("Created the API token");
  });
});
