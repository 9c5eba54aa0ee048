import { DOCTOR_PATH, doctorToken } from "../../src/platform/doctor.ts";
import { ORDER_LIFE } from "./order-life.ts";
import { checkReplica } from "./replica.ts";
import type { Report } from "./report.ts";
import { adviceOn, type Answer, problemOf, type Service } from "./service.ts";
import { checkWebhook } from "./webhook.ts";

/** The first order of an organization writes more rows, because its counts are new. */
const ROWS_TOLERANCE = 1.5;

/** A page of one order with three items, with its total. */
const MAX_LIST_ROWS = 40;

const SCOPES = ["orders:read", "orders:write", "orders:status:write", "fulfillment:read", "fulfillment:write", "webhooks:manage"];

/** A resource with an id. */
type Resource = { id: number | string } & Record<string, unknown>;

interface JobOptions {
  /** The name of the temporary organization. */
  name: string;
  /** Until when its webhook address is valid, ms since 1970. */
  until: number;
  /** Null: the newest database with room. */
  database: number | null;
  webhookMs: number;
}

/** Does the main job with a temporary organization. */
export class MainJob {
  /** A credential that reads from the primary database. */
  #token = "";

  readonly #service: Service;

  readonly #report: Report;

  readonly #options: JobOptions;

  constructor(service: Service, report: Report, options: JobOptions) {
    this.#service = service;
    this.#report = report;
    this.#options = options;
  }

  async run(): Promise<void> {
    const [service, report] = [this.#service, this.#report];
    const { organization, nearest } = await this.#setUp();
    const url = `${service.url}${DOCTOR_PATH}${doctorToken(service.operatorToken, this.#options.until)}`;
    const webhook = await this.#must("create a webhook", "/api/v2/webhooks", { url, events: ["order.created"] });
    const order = await this.#liveThrough(organization);
    await checkReplica(service, report, { token: nearest, path: `/api/v2/orders/${order.id}` });
    await checkWebhook(service, report, {
      token: this.#token,
      path: `/api/v2/webhooks/${webhook.id}/deliveries`,
      secret: String(webhook["secret"]),
      timeoutMs: this.#options.webhookMs,
    });
  }

  async #setUp(): Promise<{ organization: Resource; nearest: string }> {
    const [service, report, options] = [this.#service, this.#report, this.#options];
    const operator = async (step: string, path: string, body: object) =>
      await this.#must(step, `/operator${path}`, body, service.operatorToken);
    const organization = await operator("create an organization", "/organizations", { name: options.name, database: options.database });
    const path = `/organizations/${organization.id}`;
    await operator("create a store", `${path}/stores`, { name: "Doctor", code: "doctor", platform: "custom" });
    const credential = { kind: "api_token", name: "doctor", scopes: SCOPES };
    const { secret } = await operator("create a credential", `${path}/credentials`, credential);
    const near = await operator("create a credential", `${path}/credentials`, { ...credential, reads: "nearest" });
    this.#token = String(secret);
    report.expect(true, {
      check: "organization, store, credentials",
      measured: `created, database ${String(organization["database"])}`,
      expected: "created",
    });
    return { organization, nearest: String(near["secret"]) };
  }

  /** Creates an order and makes it complete, as customers of the API do. */
  async #liveThrough(organization: Resource): Promise<Resource> {
    const key = (step: string) => `doctor-${organization.id}-${step}`;
    const items = ["Mug", "Tee", "Cap"].map((name, nth) => ({ name, sku: `SKU-${nth}`, price: 9.99 + nth }));
    const payload = { store: "doctor", external_id: "1001", items };
    const created = await this.#measured("create", "create an order", "/api/v2/orders", { body: payload, key: key("create") });
    const order = created.body as Resource & { items: Resource[] };

    const replayed = await this.#send("/api/v2/orders", { body: payload, key: key("create") });
    const isSame = replayed.status === created.status && replayed.text === created.text;
    const written = replayed.measurements?.rows_written ?? 0;
    this.#report.expect(isSame && written === 0, {
      check: "repeat it with the same key",
      measured: `${isSame ? "the same response" : problemOf(replayed)}, ${written} rows written`,
      expected: "the same response, 0 rows written",
      advice: "The gate (Durable Object) did not store the response. Read the log (`gate.settle`).",
    });

    const list = await this.#send("/api/v2/orders?status=New", {});
    const found = ((list.body?.["data"] ?? []) as Resource[]).map(({ id }) => id);
    const read = list.measurements?.rows_read ?? 0;
    this.#report.expect(found.join() === String(order.id) && read <= MAX_LIST_ROWS, {
      check: "list orders",
      measured: list.status === 200 ? `${found.length} order, ${read} rows read` : problemOf(list),
      expected: `1 order, at most ${MAX_LIST_ROWS} rows read`,
      advice: "A list must show an order at once, and read few rows. An index may be missing: compare the schema with migrations/.",
    });

    const item = order.items[0];
    await this.#measured("item_status", "set the status of an item", `/api/v2/order-items/${item?.id}/status`, {
      body: { status: "In Production" },
      key: key("status"),
    });
    const shipment = { tracking_number: "1Z999", carrier: "UPS", status: "in_transit" };
    const shipped = await this.#measured("ship", "ship it", `/api/v2/orders/${order.id}/fulfillments`, {
      body: shipment,
      key: key("ship"),
    });
    const delivered = { method: "PATCH", body: { status: "delivered" }, key: key("deliver") };
    await this.#measured("deliver", "the carrier delivers", `/api/v2/fulfillments/${String(shipped.body?.["id"])}`, delivered);
    return order;
  }

  /** A step of the life of an order: compares its rows with those that were measured on the local D1. */
  async #measured(
    step: keyof typeof ORDER_LIFE,
    check: string,
    path: string,
    options: { method?: string; body: object; key: string },
  ): Promise<Answer> {
    const answer = await this.#send(path, options);
    if (answer.status >= 300) this.#fail(check, answer);
    const { rows_read: read = 0, rows_written: written = 0, d1_trips: trips = 0 } = answer.measurements ?? {};
    const usual = ORDER_LIFE[step];
    const isUsual = answer.measurements !== null && read <= usual.read * ROWS_TOLERANCE && written <= usual.written * ROWS_TOLERANCE;
    this.#report.expect(isUsual, {
      check,
      measured: `${read} rows read, ${written} written, ${trips} trips, ${Math.round(answer.ms)} ms`,
      expected: `about ${usual.read} rows read, ${usual.written} written`,
      advice: "More rows cost more money. An index may be missing, or the schema is not that of this release: compare it with migrations/.",
    });
    return answer;
  }

  async #must(step: string, path: string, body: object, token = this.#token): Promise<Resource> {
    const answer = await this.#service.send(path, { body, token });
    if (answer.status >= 300) this.#fail(step, answer);
    return answer.body as Resource;
  }

  #fail(check: string, answer: Answer): never {
    return this.#report.stop({
      check,
      measured: problemOf(answer),
      expected: "done",
      advice: adviceOn(answer),
    });
  }

  async #send(path: string, options: { method?: string; body?: object; key?: string }): Promise<Answer> {
    return await this.#service.send(path, { ...options, token: this.#token });
  }
}
