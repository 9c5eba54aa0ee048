import { setTimeout as wait } from "node:timers/promises";
import { randomOf, SEED } from "../../kit/form.ts";
import { type ClientState, emptyClientState, type Planned, integerUpTo, type Verb } from "./client-state.ts";
import { ORDER_VERBS } from "./order-writes.ts";
import { V1_VERBS } from "./v1-writes.ts";
import { V2_VERBS } from "./v2-writes.ts";

/** The share of writes with a lost connection that are not retried. */
const ABANDONS = 0.2;
/** The share of all writes whose client disconnects at once and sends the write again. */
const HANGS_UP = 0.03;

export const VERBS = [...V1_VERBS, ...ORDER_VERBS, ...V2_VERBS].flatMap(([name, share, verb]) =>
  Array.from({ length: share }, () => ({ name, verb })),
);

/** A response with its exact bytes. */
export interface RawResponse {
  status: number;
  text: string;
  replayed: boolean;
  retryAfterMs: number;
}

/** A write with its key, and its responses. */
export interface Write extends Planned {
  verb: string;
  /** A unique text that identifies it. */
  text: string;
  key: string;
  /** The final response; null until then, and permanently if the write is not retried. */
  response: RawResponse | null;
  abandoned: boolean;
  /** Whether its client did not wait for the response to its first request. */
  hungUp: boolean;
  sent: number;
  /** How often its connection was lost, by a kill or while the Worker was stopped. */
  lost: number;
  /** How often it was told to retry, by reason: 409 in_progress, 429, 5xx. */
  retryReasons: Record<string, number>;
}

/** The address of the running Worker; null while it is stopped. */
export interface Access {
  url: () => string | null;
  /** Headers of the two surfaces. */
  credentials: Record<Planned["surface"], Record<string, string>>;
  /** Called as soon as a response begins to arrive. */
  onResponse: () => void;
}

/** The results of writes that were sent again. */
export interface Repeated {
  replayed: number;
  /** The number of rebuilt responses, whose keys had not been completed. */
  rebuilt: number;
  violations: string[];
}

/** One of several clients: it makes one write after another, and retries each until it has a response. */
export class Writer {
  readonly written: Write[] = [];
  /** Whether one of its own requests is running. */
  isWaiting = false;
  readonly #name: string;
  readonly #access: Access;
  readonly state: ClientState;

  constructor(name: string, access: Access, shared: ClientState["shared"]) {
    this.#name = name;
    this.#access = access;
    this.state = emptyClientState(shared);
  }

  /** Its writes and rows depend on the seed and on the responses. */
  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const text = `${this.#name}x${this.written.length + 1}`;
      const random = randomOf(text);
      const abandons = random() < ABANDONS;
      const hangsUpAfterMs = random() < HANGS_UP ? integerUpTo(25, random) : null;
      const write = this.#planWrite(text, random);
      this.written.push(write);
      await this.#sendUntilDone(write, { abandons, hangsUpAfterMs });
    }
  }

  /** Makes one write of a kind that needs no existing row. */
  async write(name: string, verb: Verb): Promise<Write> {
    const text = `${this.#name}x${this.written.length + 1}`;
    const planned = verb(this.state, text, randomOf(text));
    if (planned === null) throw new Error(`${name}: nothing to write to`);
    const write = newWrite(planned, name, text);
    this.written.push(write);
    await this.#sendUntilDone(write);
    return write;
  }

  /** Sends a request of a write, the first or a later one; null if the connection is lost. */
  async send(write: Write, signal?: AbortSignal): Promise<RawResponse | null> {
    const url = this.#access.url();
    if (url === null) return null;
    write.sent += 1;
    this.isWaiting = true;
    try {
      const response = await fetch(`${url}${write.surface === "v2" ? "/api/v2" : ""}${write.path}`, {
        method: write.method,
        headers: {
          ...this.#access.credentials[write.surface],
          "Content-Type": "application/json",
          "Idempotency-Key": write.key,
          ...write.headers,
        },
        ...(write.body !== undefined && { body: JSON.stringify(write.body) }),
        ...(signal !== undefined && { signal }),
      });
      this.#access.onResponse();
      return {
        status: response.status,
        text: await response.text(),
        replayed: response.headers.get("Idempotent-Replayed") === "true",
        retryAfterMs: Number(response.headers.get("Retry-After") ?? 0.2) * 1000,
      };
    } catch {
      return null;
    } finally {
      this.isWaiting = false;
    }
  }

  /** Sends each acknowledged write again: it gets the identical response, or one that is rebuilt and stays the same. */
  async repeat(): Promise<Repeated> {
    const repeated: Repeated = { replayed: 0, rebuilt: 0, violations: [] };
    for (const write of this.written) {
      const { response, text, verb } = write;
      if (response === null || response.status >= 300) continue;
      const first = await this.#sendUntilAnswered(write);
      // A rebuilt response reads the product, which a later write may have deleted.
      const isGone = verb === "PUT /products/{id}" && first.status === 404;
      const second = first.replayed || isGone ? first : await this.#sendUntilAnswered(write);
      repeated[first.replayed ? "replayed" : "rebuilt"] += 1;
      const expected = first.replayed ? response : first;
      if (isGone || (second.replayed && second.status === response.status && second.text === expected.text)) continue;
      repeated.violations.push(`${verb} ${text}: ${response.status} ${response.text}, then ${second.status} ${second.text}`);
    }
    return repeated;
  }

  /** The response, whenever it arrives. */
  async #sendUntilAnswered(write: Write): Promise<RawResponse> {
    for (;;) {
      const response = await this.send(write);
      if (response !== null && retryReason(response) === null) return response;
      await wait(response?.retryAfterMs ?? 20);
    }
  }

  #planWrite(text: string, random: () => number): Write {
    for (;;) {
      const chosen = VERBS[Math.floor(random() * VERBS.length)];
      const planned = chosen?.verb(this.state, text, random) ?? null;
      if (chosen !== undefined && planned !== null) return newWrite(planned, chosen.name, text);
    }
  }

  /**
   * Sends a write until it has a response or is abandoned. `abandons`: it is not retried if its connection is lost. `hangsUpAfterMs`: the
   * client disconnects this long after its first request.
   */
  async #sendUntilDone(
    write: Write,
    { abandons = false, hangsUpAfterMs = null }: { abandons?: boolean; hangsUpAfterMs?: number | null } = {},
  ): Promise<void> {
    if (hangsUpAfterMs !== null) {
      const response = await this.send(write, AbortSignal.timeout(hangsUpAfterMs));
      write.hungUp = response === null && write.sent > 0;
    }
    for (;;) {
      const response = await this.send(write);
      if (response === null) {
        // Before it was sent, there is nothing to abandon.
        write.lost += write.sent > 0 ? 1 : 0;
        write.abandoned = abandons && write.sent > 0;
        if (write.abandoned) return;
        await wait(20);
        continue;
      }
      const reason = retryReason(response);
      if (reason === null) {
        write.response = response;
        if (response.status < 300) write.learn?.(JSON.parse(response.text));
        return;
      }
      write.retryReasons[reason] = (write.retryReasons[reason] ?? 0) + 1;
      await wait(response.retryAfterMs);
    }
  }
}

function newWrite(planned: Planned, verb: string, text: string): Write {
  return {
    ...planned,
    verb,
    text,
    key: `${SEED}-${text}`,
    response: null,
    abandoned: false,
    hungUp: false,
    sent: 0,
    lost: 0,
    retryReasons: {},
  };
}

/** The code of a response after which the client retries with the same key. */
function retryReason({ status, text }: RawResponse): string | null {
  if (status >= 500 || status === 429) return String(status);
  return status === 409 && text.includes('"idempotency_in_progress"') ? "409 in_progress" : null;
}
