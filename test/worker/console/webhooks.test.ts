import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { insertDelivery, type InsertedEndpoint, insertWebhookEndpoint, captureEnqueued } from "../../kit/webhook-fixture";
import { createMember, type Page, type Visitor } from "./kit";
import { eventually } from "../../kit/eventually";
import { organizationD1 } from "../../kit/databases";
import { deliveryMessage } from "../webhooks/consumer";

const NOW = Date.parse("2026-11-22T12:00:00Z");
/** Later than every test. */
const FUTURE = Date.parse("2100-11-22T12:00:00Z");
const NEW = { url: "https://hooks.example.com/in", events: ["order.created", "ticket.created"], description: "" };

let shop: Shop;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop({ timezone: "America/New_York" });
  admin = await createMember(shop.id, "admin");
});
afterEach(() => void vi.restoreAllMocks());

/** The secret that a page shows; null if it shows none. */
const secretIn = ({ text }: Page): string | null => /whsec_[A-Za-z0-9+/=]+/.exec(text)?.[0] ?? null;

/** Creates an endpoint by the form. */
async function createEndpoint(form: Record<string, string | readonly string[]> = {}): Promise<{ id: string; secret: string }> {
  const response = await admin.send("/webhooks", { ...NEW, ...form });
  expect(response.status).toBe(200);
  const id = /webhooks\/(we_\w+)"/.exec(response.text)?.[1] ?? "";
  return { id, secret: secretIn(response) ?? "" };
}

async function endpointRow(id: string): Promise<Record<string, unknown>> {
  const [row = {}] = await rows("select * from webhook_endpoints where id = ?", id);
  return row;
}

async function insertAttempt(
  { id: delivery_id }: { id: string },
  number: number,
  columns: Record<string, string | number | null>,
): Promise<void> {
  const all = { response_status: null, response_body: null, error_code: null, ...columns };
  await organizationD1()
    .prepare(
      `insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status, response_body, error_code)
      values (?, ?, ?, 'https://receiver.example.com/hooks', ?, 120, ?, ?, ?)`,
    )
    .bind(shop.id, delivery_id, number, NOW + number * 1000, all.response_status, all.response_body, all.error_code)
    .run();
}

describe("managing webhooks", () => {
  it("is allowed to owners and admins, and hidden from and forbidden to others", { tags: "long" }, async () => {
    const { id } = await createEndpoint();
    const delivery = await insertDelivery({ id, organizationId: shop.id, secret: "" }, NOW);
    const paths = ["", "/new", `/${id}`, `/${id}/edit`, `/${id}/verify`, `/${id}/deliveries`, `/${id}/deliveries/${delivery.id}`];
    const targets = ["", `/${id}`, ...["test", "pause", "resume", "rotate", "recover", "delete"].map((verb) => `/${id}/${verb}`)];
    for (const role of ["owner", "member", "viewer"] as const) {
      const person = await createMember(shop.id, role);
      const expected = role === "owner" ? 200 : 403;
      for (const path of paths)
        expect({ role, path, status: (await person.open(`/webhooks${path}`)).status }).toEqual({ role, path, status: expected });
      expect((await person.open("/orders")).text.includes(">Webhooks<")).toBe(role === "owner");
      if (role === "owner") continue;
      for (const path of targets)
        expect({ path, status: (await person.send(`/webhooks${path}`, NEW)).status }).toEqual({ path, status: 403 });
    }
    expect(await endpointRow(id)).toMatchObject({ enabled: 1, deleted_at: null, version: 1 });
    const owner = await createMember(shop.id, "owner");
    expect((await owner.send(`/webhooks/${id}`, { ...NEW, description: "By an owner" })).status).toBe(303);
    expect(await endpointRow(id)).toMatchObject({ description: "By an owner", version: 2 });
  });

  it("excludes another organization's webhooks", async () => {
    const other = await createShop();
    const theirs = await insertWebhookEndpoint(other.id);
    const delivery = await insertDelivery(theirs, NOW);
    const ours = await insertWebhookEndpoint(shop.id);
    for (const path of ["", "/edit", "/verify", "/deliveries", `/deliveries/${delivery.id}`])
      expect({ path, status: (await admin.open(`/webhooks/${theirs.id}${path}`)).status }).toEqual({ path, status: 404 });
    expect((await admin.open(`/webhooks/${ours.id}/deliveries/${delivery.id}`)).status).toBe(404);
    for (const verb of ["", "/test", "/pause", "/rotate", "/delete"])
      expect({ verb, status: (await admin.send(`/webhooks/${theirs.id}${verb}`, { ...NEW, overlap_hours: "0" })).status }).toEqual({
        verb,
        status: 404,
      });
    expect((await admin.open("/webhooks")).text).not.toContain(theirs.id);
  });
});

describe("an endpoint", () => {
  it("is created as by the API, and its secret is shown once", async () => {
    const { id, secret } = await createEndpoint({ description: "The <warehouse>" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await endpointRow(id)).toMatchObject({
      url: NEW.url,
      events: JSON.stringify(NEW.events),
      description: "The <warehouse>",
      status: "active",
    });
    const { body } = await shop.v2(`/webhooks/${id}`);
    expect(body.secret_hint).toBe(secret.slice(-4));
    for (const path of ["", `/${id}`, `/${id}/edit`, `/${id}/verify`, `/${id}/deliveries`]) {
      const page = await admin.open(`/webhooks${path}`);
      expect({ path, status: page.status, secret: secretIn(page) }).toEqual({ path, status: 200, secret: null });
    }
    expect((await admin.open("/webhooks")).text).toContain("The &lt;warehouse&gt;");
  });

  it("is not created with a forbidden URL or without an event, with an error at each field", async () => {
    const before = await rows("select count(*) as n from webhook_endpoints");
    const rejected = {
      "http://10.0.0.1/": "not an IP address",
      "https://user@hooks.example.com/": "no user name",
      "https://printer.local/": "publicly reachable",
    };
    for (const [url, words] of Object.entries(rejected)) {
      const { status, text } = await admin.send("/webhooks", { ...NEW, url });
      expect([status, new RegExp(`id="url-error">[^<]*${words}`).test(text), text.includes(`value="${url}"`)]).toEqual([400, true, true]);
    }
    // Its own host is known only to the deployment, not to the schema.
    const own = await admin.send("/webhooks", { ...NEW, url: "https://api.example.com/hook" });
    expect(own.text).toMatch(/id="url-error">Expected a host other than this service/);
    const none = await admin.send("/webhooks", { url: NEW.url, description: "kept" });
    expect([none.status, none.text.includes("Choose at least one event."), none.text.includes('value="kept"')]).toEqual([400, true, true]);
    expect(await rows("select count(*) as n from webhook_endpoints")).toEqual(before);
  });

  it("is updated; a forbidden URL changes nothing", async () => {
    const { id } = await createEndpoint();
    const rejected = await admin.send(`/webhooks/${id}`, { ...NEW, url: "https://hooks.internal/", events: "order.updated" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({ status: 400, text: expect.stringContaining('id="url-error"') });
    expect(await endpointRow(id)).toMatchObject({ url: NEW.url, version: 1 });
    const changed = await admin.send(`/webhooks/${id}`, {
      url: "https://hooks.example.com/two",
      events: "order.updated",
      description: "Two",
    });
    expect(changed.location).toBe(`/console/${shop.id}/webhooks/${id}?done=endpoint_saved`);
    expect(await endpointRow(id)).toMatchObject({ url: "https://hooks.example.com/two", events: '["order.updated"]', description: "Two" });
  });

  it("gets a new secret beside the old one, once for one form", { tags: "long" }, async () => {
    const { id, secret } = await createEndpoint();
    const hour = await admin.send(`/webhooks/${id}/rotate`, { overlap_hours: "1", form_token: await tokenOf(id) });
    const renewed = secretIn(hour);
    expect([hour.status, renewed === null, renewed === secret]).toEqual([200, false, false]);
    expect(await endpointRow(id)).toMatchObject({ secret_hint: renewed?.slice(-4), previous_valid_until: expect.any(Number) });
    expect((await admin.open(`/webhooks/${id}`)).text).toContain("Requests are also signed with the previous secret until");
    const another = await admin.send(`/webhooks/${id}/rotate`, { overlap_hours: "24" });
    expect({ status: another.status, secret: secretIn(another) }).toEqual({ status: 409, secret: null });
    expect(another.text).toContain("The secret was rotated recently");
    // Unless the form says that the secret of the last rotation was lost.
    const replaced = await admin.send(`/webhooks/${id}/rotate`, { overlap_hours: "24", replaces_unseen: "true" });
    expect(await endpointRow(id)).toMatchObject({ secret_hint: secretIn(replaced)?.slice(-4), previous_valid_until: expect.any(Number) });
    await admin.send(`/webhooks/${id}/rotate`, { overlap_hours: "0" });
    expect(await endpointRow(id)).toMatchObject({ previous_secret: null, previous_valid_until: null });
    expect((await admin.open(`/webhooks/${id}`)).text).not.toContain("Requests are also signed with the previous secret until");
    const token = await tokenOf(id);
    const [first, second] = [
      await admin.send(`/webhooks/${id}/rotate`, { overlap_hours: "24", form_token: token }),
      await admin.send(`/webhooks/${id}/rotate`, { overlap_hours: "24", form_token: token }),
    ];
    expect({ firstStatus: first.status, location: second.location, secret: secretIn(second) }).toEqual({
      firstStatus: 200,
      location: `/console/${shop.id}/webhooks/${id}?done=repeated`,
      secret: null,
    });
    expect(await endpointRow(id)).toMatchObject({ secret_hint: secretIn(first)?.slice(-4) });
  });

  it("can be paused, resumed and deleted", async () => {
    captureEnqueued();
    const { id } = await createEndpoint();
    expect((await admin.send(`/webhooks/${id}/pause`, {})).location).toContain("done=paused");
    expect(await endpointRow(id)).toMatchObject({ status: "paused", enabled: 0 });
    const paused = (await admin.open(`/webhooks/${id}`)).text;
    expect([paused.includes("Resume the endpoint first."), paused.includes(`/webhooks/${id}/recover`)]).toEqual([true, false]);
    expect((await admin.send(`/webhooks/${id}/recover`, { statuses: "held" })).status).toBe(409);
    await admin.send(`/webhooks/${id}/resume`, {});
    expect(await endpointRow(id)).toMatchObject({ status: "active", enabled: 1 });
    expect((await admin.send(`/webhooks/${id}/delete`, {})).location).toBe(`/console/${shop.id}/webhooks?done=endpoint_deleted`);
    expect(await endpointRow(id)).toMatchObject({ enabled: 0, deleted_at: expect.any(Number) });
    expect((await admin.open(`/webhooks/${id}`)).status).toBe(404);
  });
});

async function tokenOf(id: string): Promise<string> {
  return /name="form_token" value="([^"]+)"/.exec((await admin.open(`/webhooks/${id}`)).text)?.[1] ?? "";
}

describe("a delivery's page", () => {
  let endpoint: InsertedEndpoint;
  beforeAll(async () => {
    endpoint = await insertWebhookEndpoint(shop.id);
  });

  it("shows foreign text as text: the response and the body", async () => {
    const evil = "<img src=x onerror=alert(1)>\"'&<script>";
    const delivery = await insertDelivery(endpoint, NOW, {
      status: "succeeded",
      attempts: 2,
      body: JSON.stringify({ note: evil }),
    });
    await insertAttempt(delivery, 1, { response_status: 500, response_body: evil, error_code: "http_status" });
    await insertAttempt(delivery, 2, { response_status: 200, response_body: "" });
    const { text } = await admin.open(`/webhooks/${endpoint.id}/deliveries/${delivery.id}`);
    expect(text).not.toContain("<img");
    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;&lt;script&gt;</pre>");
    expect(text).toContain("The response had no body.");
    const exact = /<code id="body">(.*?)<\/code>/s.exec(text)?.[1] ?? "";
    const plain = exact
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
    expect(plain).toBe(delivery.body);
    expect(text).not.toContain(endpoint.secret);
  });

  const CASES: [columns: Record<string, string | number | null>, nextAttempt: string, canBeRedelivered: boolean][] = [
    [{ status: "pending", attempts: 1, next_attempt_at: NOW }, "Attempt 2 is next", true],
    [{ status: "pending", attempts: 1, lease_token: "t", lease_until: NOW }, "Attempt 1 is in progress", false],
    [{ status: "held", next_attempt_at: null }, "Held", true],
    [{ status: "failed", attempts: 14, next_attempt_at: null, completed_at: NOW }, "No attempts left", true],
    [{ status: "failed", attempts: 1, trigger: "test", next_attempt_at: null, completed_at: NOW }, "A test is not retried", false],
    [{ status: "cancelled", next_attempt_at: null, completed_at: NOW }, "Cancelled", true],
  ];
  it.each(CASES)("shows the next attempt, and a button where it can be redelivered: %o", async (columns, nextAttempt, canBeRedelivered) => {
    const delivery = await insertDelivery(endpoint, NOW, columns);
    const { text } = await admin.open(`/webhooks/${endpoint.id}/deliveries/${delivery.id}`);
    expect([text.includes(`<strong>${nextAttempt}</strong>`), text.includes("Redeliver event")]).toEqual([true, canBeRedelivered]);
  });

  it("says in words that an attempt had no response in time, or that its outcome is unknown", async () => {
    const delivery = await insertDelivery(endpoint, NOW, { status: "failed", attempts: 2, next_attempt_at: null });
    await insertAttempt(delivery, 1, { error_code: "timeout" });
    await insertAttempt(delivery, 2, { error_code: "outcome_unknown" });
    const { text } = await admin.open(`/webhooks/${endpoint.id}/deliveries/${delivery.id}`);
    expect([text.includes("No response within 10 seconds."), text.includes("No response in 120 ms")]).toEqual([true, true]);
    expect([text.includes("The event may have been delivered"), text.includes("</strong>, unknown")]).toEqual([true, true]);
  });

  it("sends it again", async () => {
    const enqueued = captureEnqueued();
    const delivery = await insertDelivery(endpoint, NOW, { status: "failed", attempts: 14, next_attempt_at: null });
    const path = `/webhooks/${endpoint.id}/deliveries/${delivery.id}`;
    expect((await admin.send(`${path}/redeliver`, {})).location).toBe(`/console/${shop.id}${path}?done=redelivering`);
    expect(await rows("select status, trigger, run_from from deliveries where id = ?", delivery.id)).toEqual([
      { status: "pending", trigger: "manual", run_from: 14 },
    ]);
    await eventually(() => expect(enqueued.fast.flat().map(({ body }) => body)).toContainEqual(deliveryMessage(delivery.id, 15)));
  });
});

describe("a failing endpoint", () => {
  it("shows the error, the number of pending deliveries, and the time of the next attempt", async () => {
    const endpoint = await insertWebhookEndpoint(shop.id);
    await rows("update webhook_endpoints set failing_since = ?, consecutive_failures = 2 where id = ?", NOW, endpoint.id);
    const path = `/webhooks/${endpoint.id}`;
    expect((await admin.open(path)).text).not.toContain("<dt>Waiting</dt>");
    for (const [n, error_code] of ["timeout", "http_status"].entries()) {
      const due = FUTURE + 60_000 * (n + 1);
      const delivery = await insertDelivery(endpoint, NOW + n, { status: "pending", attempts: n + 1, next_attempt_at: due });
      await insertAttempt(delivery, n + 1, { error_code, response_status: error_code === "timeout" ? null : 503 });
    }
    const { text } = await admin.open(path);
    expect(text).toMatch(
      /role="alert"[^>]*><p>The last attempts failed\.[^]*?Last error: The response is an error\..*503 in 120 ms.*<dt>Waiting<\/dt><dd>2 deliveries.*Next attempt.*07:01:00/s,
    );
    expect(text).not.toContain("Waits for the endpoint to recover");
    expect((await admin.open("/webhooks")).text).toContain(">Failing<");
    // More deliveries than the eight that the page lists were never attempted: they are due, but wait for the next probe.
    for (let n = 2; n < 12; n += 1) await insertDelivery(endpoint, NOW + n, { status: "pending", next_attempt_at: NOW });
    await rows("update webhook_endpoints set probe_after = ? where id = ?", FUTURE, endpoint.id);
    const probing = (await admin.open(path)).text;
    expect(probing).toMatch(/Last error: The response is an error\..*<dt>Waiting<\/dt><dd>12 deliveries.*Next attempt.*07:00:00/s);
    expect([probing.match(/Waits for the endpoint to recover/g)?.length, probing.includes("None yet")]).toEqual([8, false]);
    // The list of all deliveries shows the same.
    const all = (await admin.open(`${path}/deliveries`)).text;
    expect([all.match(/Waits for the endpoint to recover/g)?.length, all.includes("None yet")]).toEqual([10, false]);
    await rows("update webhook_endpoints set probe_after = null where id = ?", endpoint.id);
    expect((await admin.open(path)).text).toContain("Next attempt as soon as possible");
  });
});

describe("the list of deliveries", () => {
  it("has filters in the organization's time zone, and pages", async () => {
    const endpoint = await insertWebhookEndpoint(shop.id);
    for (let n = 0; n < 60; n += 1) await insertDelivery(endpoint, NOW + n * 60_000, { status: n < 55 ? "succeeded" : "failed" });
    const path = `/webhooks/${endpoint.id}/deliveries`;
    const countIn = ({ text }: Page) => text.match(/class="main"/g)?.length ?? 0;
    const first = await admin.open(path);
    const next = /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&").replace(`/console/${shop.id}`, "") ?? "";
    const second = await admin.open(next);
    expect([countIn(first), countIn(second), second.text.includes('rel="next"')]).toEqual([50, 10, false]);
    expect(countIn(await admin.open(`${path}?status=failed&event=&since=&until=`))).toBe(5);
    expect(countIn(await admin.open(`${path}?event=ticket.created`))).toBe(0);
    // 07:10 in New York is 12:10 UTC.
    expect(countIn(await admin.open(`${path}?since=2026-11-22T07:10&until=2026-11-22T07:30`))).toBe(20);
    expect((await admin.open(`${path}?status=succeeded&after=${new URL(next, "https://x").searchParams.get("after")}`)).status).toBe(400);
  });
});

const SUCCEEDED = { status: "succeeded", next_attempt_at: null, completed_at: NOW };
it("pages of webhooks read as many rows when the log of deliveries grows", async () => {
  const endpoint = await insertWebhookEndpoint(shop.id);
  const delivery = await insertDelivery(endpoint, NOW);
  // More than the eight that the page of the endpoint lists.
  for (let n = 1; n < 12; n += 1) await insertDelivery(endpoint, NOW + n * 1000, SUCCEEDED);
  const read = async () => {
    const paths = [`/webhooks/${endpoint.id}`, `/webhooks/${endpoint.id}/deliveries/${delivery.id}`, "/webhooks"];
    const rowCounts: number[] = [];
    for (const path of paths) rowCounts.push((await logOf(() => admin.open(path))).rows_read);
    return rowCounts;
  };
  const few = await read();
  for (let n = 12; n < 40; n += 1) await insertDelivery(endpoint, NOW + n * 1000, SUCCEEDED);
  expect(await read()).toEqual(few);
});

describe("a recovery", () => {
  it("sends the missed deliveries of its period again, and shows its progress", async () => {
    captureEnqueued();
    const endpoint = await insertWebhookEndpoint(shop.id);
    const [early, late] = [Date.now() - 7_200_000, Date.now() - 60_000];
    for (const at of [early, late]) await insertDelivery(endpoint, at, { status: "failed", next_attempt_at: null });
    await insertDelivery(endpoint, late, { status: "held", next_attempt_at: null });
    const since = new Date(early + 60_000).toLocaleString("sv", { timeZone: "America/New_York" }).slice(0, 16).replace(" ", "T");
    const done = await admin.send(`/webhooks/${endpoint.id}/recover`, { since, until: "", statuses: ["failed"] });
    expect(done.location).toBe(`/console/${shop.id}/webhooks/${endpoint.id}?done=recovering`);
    const { text } = await admin.open(`/webhooks/${endpoint.id}`);
    expect(text).toMatch(/Completed<\/span><\/td><td[^>]*>1<\/td>/);
    expect(await rows("select status, count(*) as n from deliveries where endpoint_id = ? group by 1 order by 1", endpoint.id)).toEqual([
      { status: "failed", n: 1 },
      { status: "held", n: 1 },
      { status: "pending", n: 1 },
    ]);
  });

  it("that is invalid shows errors at its fields, with the input", async () => {
    const endpoint = await insertWebhookEndpoint(shop.id);
    const time = "2026-11-22T07:00";
    const response = await admin.send(`/webhooks/${endpoint.id}/recover`, { since: time, until: time, statuses: "held" });
    expect([response.status, response.text.includes(`value="${time}"`)]).toEqual([400, true]);
    expect(response.text).toContain('id="until-error">Expected an end after the beginning.');
    const none = await admin.send(`/webhooks/${endpoint.id}/recover`, { since: "", until: "" });
    expect({ status: none.status, text: none.text }).toEqual({ status: 400, text: expect.stringContaining("Choose one or both.") });
    expect(await rows("select 1 from recoveries where endpoint_id = ?", endpoint.id)).toEqual([]);
  });
});
