import { Readable } from "node:stream";
import { NoResponseError } from "../../packages/client/src/errors.ts";
import { DEFAULT_POLICY, isTransient } from "../../packages/client/src/retry.ts";
import { type FetchInit, withRetries } from "../../packages/client/src/send.ts";

/** The service rejected a request. */
export class ApiProblem extends Error {
  readonly status: number;
  /** The code of the first detail, otherwise of the error. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Another request is closing, opening or moving the organization. */
const BUSY = "organization_busy";

/** Whether a command that failed with this error may succeed if it is repeated: the connection or the service failed, not the command. */
export function isCuredByRepetition(error: unknown): boolean {
  if (error instanceof ApiProblem) return isTransient(error.status, null) || error.code === BUSY;
  return error instanceof NoResponseError;
}

const POLICY = { ...DEFAULT_POLICY, tries: 8, timeoutMs: 60_000 };

async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code?: string; message?: string; details?: { path?: string; code?: string; message?: string }[] };
  };
  const { code = "", message = `HTTP ${response.status}`, details = [] } = body.error ?? {};
  const lines = details.slice(0, 5).map((detail) => `  ${[detail.path, detail.message].filter(Boolean).join(": ")}`);
  const text = response.status === 404 && details.length === 0 ? "Not found. Check the id, --url and OPERATOR_TOKEN." : message;
  return new ApiProblem(response.status, details[0]?.code ?? code, [text, ...lines].join("\n"));
}

/** The operator API of a service. Every method throws ApiProblem for an error, and NoResponseError if the connection fails. */
export class OperatorApi {
  readonly #send = withRetries({ fetch: async (url: string, init: FetchInit) => await fetch(url, init), policy: POLICY });

  readonly #options: { url: string; token: string };

  constructor(options: { url: string; token: string }) {
    this.#options = options;
  }

  async get<T>(path: string): Promise<T> {
    return await this.#json(new Request(this.#url(path), { headers: this.#headers() }));
  }

  /** Gets a text, with retries. */
  async getText(path: string): Promise<string> {
    const response = await this.#send(new Request(this.#url(path), { headers: this.#headers() }));
    if (!response.ok) throw await problemOf(response);
    try {
      return await response.text();
    } catch (cause) {
      throw this.#noResponse("GET", path, cause);
    }
  }

  /** Posts JSON, with retries: only for requests that can be repeated. */
  async post<T>(path: string, body: string): Promise<T> {
    return await this.#json(new Request(this.#url(path), { method: "POST", headers: this.#headers(), body }));
  }

  /** Deletes a resource once. */
  async delete(path: string): Promise<void> {
    await read(await this.#sendOnce("DELETE", path));
  }

  /** Posts JSON once. */
  async postOnce<T>(path: string, body: object): Promise<T> {
    return await read<T>(await this.#sendOnce("POST", path, JSON.stringify(body)));
  }

  /** Starts a download, without retries. */
  async download(path: string): Promise<Readable> {
    const response = await this.#sendOnce("GET", path);
    if (!response.ok || response.body === null) throw await problemOf(response);
    return Readable.from(this.#bytesOf(path, response.body), { objectMode: false });
  }

  async *#bytesOf(path: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (cause) {
      throw this.#noResponse("GET", path, cause);
    }
  }

  async #sendOnce(method: string, path: string, body: string | null = null): Promise<Response> {
    try {
      return await fetch(this.#url(path), { method, headers: this.#headers(), body });
    } catch (cause) {
      throw this.#noResponse(method, path, cause);
    }
  }

  #noResponse(method: string, path: string, cause: unknown): NoResponseError {
    return new NoResponseError({ method, url: this.#url(path), idempotencyKey: null }, 1, cause);
  }

  async #json<T>(request: Request): Promise<T> {
    return await read<T>(await this.#send(request));
  }

  #url(path: string): string {
    return `${this.#options.url}/operator${path}`;
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#options.token}`, "Content-Type": "application/json" };
  }
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}
