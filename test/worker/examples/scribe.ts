import { nameOf, ROUTES } from "../../kit/requests";
import type { OperationExample } from "../../../src/platform/http/openapi/examples";
import { call } from "../../kit/client";

/** The request of an example, without its credential. */
export interface ExampleRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Puts fixed values in place of everything random, so that the examples are always the same. */
export class Placeholders {
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * A value with every random id replaced by one derived from its kind and number, and with the ids of credentials, secrets and the
   * durations of requests replaced too.
   */
  replace<T>(value: T): T {
    return JSON.parse(JSON.stringify(value), (key, part: unknown) => this.#part(key, part)) as T;
  }

  #part(key: string, part: unknown): unknown {
    if (typeof part === "number" && /^(?:author_token_id|actor_id)$/.test(key)) return 12;
    if (typeof part === "number" && key === "duration_ms") return 84;
    if (key === "credential") return { ...(part as object), id: 12 };
    if (typeof part !== "string") return part;
    if (key === "release") return "4f6c1b0e-2a57-4c83-9d1e-7b5a0c9e3f42";
    if (key === "secret_hint") return "…nvcA";
    if (key === "webhook_secret") return "8sWq…";
    if (key === "hint") return "Kq3Z";
    return part
      .replaceAll(/(?<![A-Za-z0-9])([a-z]{2,3})_[0-9A-Za-z]{22,24}\b/g, (id, prefix: string) => this.#id(id, prefix))
      .replaceAll(/\/in\/\d+_/g, "/in/12_")
      .replaceAll(/\/p\/\d+\/[\w-]{32,43}/g, "/p/12/8sWqKq3ZnvcA…")
      .replaceAll(/\bwhsec_[\w+/=]+/g, "whsec_…");
  }

  #id(id: string, prefix: string): string {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(prefix) ?? 0) + 1;
    this.#counts.set(prefix, count);
    const fixed = `${prefix}_${`0Kp4mX${prefix}`.padEnd(20, "7QhZ2v")}${String(count).padStart(2, "0")}`;
    this.#known.set(id, fixed);
    return fixed;
  }
}

/** Calls the operations of both surfaces one after another, and stores their responses. */
export class ExampleRecorder {
  readonly operations: Record<string, OperationExample> = {};

  constructor(
    readonly credentials: { v1: Record<string, string>; v2: Record<string, string> },
    readonly placeholders: Placeholders,
    readonly beforeRequest: () => void,
  ) {}

  /** Calls an operation, which must succeed, stores the example, and returns its body: in Public V1, its `data`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape depends on the operation
  async record(operationId: string, { params = {}, query = {}, body, headers }: ExampleRequest = {}): Promise<any> {
    const route = ROUTES.find(([, endpoint]) => endpoint.operationId === operationId);
    if (route === undefined) throw new Error(`There is no operation ${operationId}.`);
    const [surface, endpoint] = route;
    if (surface.name === "operator") throw new Error(`${nameOf(route)} is in no document.`);
    this.beforeRequest();
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_match, name: string) => String(params[name]));
    const search = new URLSearchParams(query).toString();
    const received = await call(`${surface.base}${path}${search === "" ? "" : `?${search}`}`, {
      method: endpoint.method.toUpperCase(),
      body,
      headers: { ...this.credentials[surface.name], ...headers },
    });
    if (received.status >= 300) throw new Error(`${operationId}: ${received.status} ${received.text}`);
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const { response, ...parts } = this.placeholders.replace({
      ...(Object.keys(params).length > 0 && { params: texts }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { request: body }),
      // A file is text.
      response: (received.body ?? received.text) as unknown,
    });
    // Of several requests, the first one with a part is the example of it.
    const { responses, ...earlier } = this.operations[operationId] ?? { responses: {} };
    this.operations[operationId] = { ...parts, ...earlier, responses: { [received.status]: response, ...responses } };
    return surface.name === "v1" ? received.body.data : received.body;
  }
}
