import { randomUUID } from "node:crypto";
import { V1_SCOPES, V2_SCOPES } from "../../../src/http/scopes.ts";
import { OPERATOR_TOKEN } from "./worker.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any -- a body's shape is what the test asserts
  body: any;
}

/** Makes one request: POST where there is a body. */
export type Client = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

function clientOf(base: string, credential: Record<string, string>): Client {
  return async (path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...credential, ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}

/** The same client, for answers that must be good. */
function succeeding(client: Client): Client {
  return async (path, body, headers) => {
    const answer = await client(path, body, headers);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
}

/** An organization with one store, and credentials that may do everything. */
export class Shop {
  private constructor(
    readonly id: number,
    readonly storeId: number,
    private readonly key: string,
    private readonly token: string,
  ) {}

  static async open(url: string): Promise<Shop> {
    const operator = succeeding(clientOf(`${url}/operator`, { Authorization: `Bearer ${OPERATOR_TOKEN}` }));
    const { id } = (await operator("/organizations", { name: "Shop" })).body;
    const store = await operator(`/organizations/${id}/stores`, { name: "Gift shop", code: "gift", platform: "custom" });
    const credential = async (kind: string, scopes: object) => {
      const wanted = { kind, name: kind, scopes: Object.keys(scopes), rate_limit: 100_000 };
      return (await operator(`/organizations/${id}/credentials`, wanted)).body.secret;
    };
    return new Shop(id, store.body.id, await credential("api_key", V1_SCOPES), await credential("api_token", V2_SCOPES));
  }

  /** Public V1 of the Worker at `url`. */
  v1(url: string): Client {
    return clientOf(url, { "x-api-key": this.key });
  }

  /** v2 of the Worker at `url`. */
  v2(url: string): Client {
    return clientOf(`${url}/api/v2`, { Authorization: `Bearer ${this.token}` });
  }

  /** Takes in an order of one item, with what a test wants of it; answers it. */
  async order(url: string, fields: Record<string, unknown> = {}): Promise<Answer["body"]> {
    return (await succeeding(this.v2(url))("/orders", { ...AN_ORDER, ...fields })).body;
  }

  /** Registers a webhook endpoint; answers it, its secret included. */
  async webhook(url: string, target: string, events: string[]): Promise<Answer["body"]> {
    return (await succeeding(this.v2(url))("/webhooks", { url: target, events })).body;
  }

  /** The delivery log of an endpoint, newest first. */
  async deliveries(url: string, webhookId: string): Promise<Answer["body"][]> {
    return (await succeeding(this.v2(url))(`/webhooks/${webhookId}/deliveries`)).body.data;
  }
}

export const AN_ORDER = { store: "Gift shop", items: [{ name: "Mug", quantity: 2, price: 9.99 }] };

/** A key that no other call has used. */
export function idempotencyKey(): Record<string, string> {
  return { "Idempotency-Key": randomUUID() };
}
