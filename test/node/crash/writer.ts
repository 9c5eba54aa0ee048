import { setTimeout as wait } from "node:timers/promises";
import { randomOf, SEED } from "../../kit/form.ts";
import { type Holdings, nothingHeld, type Planned, upTo, type Verb } from "./holdings.ts";
import { ORDER_VERBS } from "./order-writes.ts";
import { V1_VERBS } from "./v1-writes.ts";
import { V2_VERBS } from "./v2-writes.ts";

/** Of the writes whose connection is lost, how many nobody sends again. */
const ABANDONS = 0.2;
/** Of all writes, how many have a client that hangs up at once, and sends it again. */
const HANGS_UP = 0.03;

export const VERBS = [...V1_VERBS, ...ORDER_VERBS, ...V2_VERBS].flatMap(([name, share, verb]) =>
  Array.from({ length: share }, () => ({ name, verb })),
);

/** A response to the byte. */
export interface RawResponse {
  status: number;
  text: string;
  replayed: boolean;
  retryAfterMs: number;
}

/** A write with its key, and what became of it. */
export interface Write extends Planned {
  verb: string;
  /** It alone has this text, by which it is found again. */
  text: string;
  key: string;
  /** The response that ended it; null as long as there is none, so for good where nobody sends it again. */
  response: RawResponse | null;
  abandoned: boolean;
  /** Its client did not wait for the response to its first request. */
  hungUp: boolean;
  sent: number;
  /** How often its connection was lost, by a kill or while nobody listened. */
  lost: number;
  /** How often it was told to come again: 409 in_progress, 429, 5xx. */
  told: Record<string, number>;
}

/** How a writer reaches the Worker, wherever it now runs; null while it does not. */
export interface Access {
  url: () => string | null;
  /** Headers of the two surfaces. */
  credentials: Record<Planned["surface"], Record<string, string>>;
  /** Told as soon as a response begins to come in. */
  answered: () => void;
}

/** What came of writes that were sent once more. */
export interface Repeated {
  replayed: number;
  /** Of what they had written: their responses had not been settled. */
  rebuilt: number;
  faults: string[];
}

/** One of several clients: it writes, one write after the other, and sends each again as it is told to until it has a response. */
export class Writer {
  readonly written: Write[] = [];
  /** A request of its own is under way. */
  waits = false;
  readonly #name: string;
  readonly #access: Access;
  readonly held: Holdings;

  constructor(name: string, access: Access, shared: Holdings["shared"]) {
    this.#name = name;
    this.#access = access;
    this.held = nothingHeld(shared);
  }

  /** What it does, and to which of its rows, follows from the seed and from the answers it gets. */
  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const text = `${this.#name}x${this.written.length + 1}`;
      const random = randomOf(text);
      const abandons = random() < ABANDONS;
      const hangsUpAfter = random() < HANGS_UP ? upTo(25, random) : null;
      const write = this.#planned(text, random);
      this.written.push(write);
      await this.#see(write, abandons, hangsUpAfter);
    }
  }

  /** Makes one write of this kind, of those that need nothing to be there. */
  async write(name: string, verb: Verb): Promise<Write> {
    const text = `${this.#name}x${this.written.length + 1}`;
    const planned = verb(this.held, text, randomOf(text));
    if (planned === null) throw new Error(`${name}: nothing to write to`);
    const write = begun(planned, name, text);
    this.written.push(write);
    await this.#see(write, false, null);
    return write;
  }

  /** Sends a write once more; null where the connection is lost. */
  async send(write: Write, signal?: AbortSignal): Promise<RawResponse | null> {
    const url = this.#access.url();
    if (url === null) return null;
    write.sent += 1;
    this.waits = true;
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
      this.#access.answered();
      return {
        status: response.status,
        text: await response.text(),
        replayed: response.headers.get("Idempotent-Replayed") === "true",
        retryAfterMs: Number(response.headers.get("Retry-After") ?? 0.2) * 1000,
      };
    } catch {
      return null;
    } finally {
      this.waits = false;
    }
  }

  /** Sends each write that was acknowledged once more: it gets the same response to the byte, or one that is rebuilt and stays the same. */
  async repeat(): Promise<Repeated> {
    const repeated: Repeated = { replayed: 0, rebuilt: 0, faults: [] };
    for (const write of this.written) {
      const { response, text, verb } = write;
      if (response === null || response.status >= 300) continue;
      const first = await this.#heard(write);
      const isGone = verb === "PUT /products/{id}" && first.status === 404;
      const second = first.replayed || isGone ? first : await this.#heard(write);
      repeated[first.replayed ? "replayed" : "rebuilt"] += 1;
      const expected = first.replayed ? response : first;
      if (isGone || (second.replayed && second.status === response.status && second.text === expected.text)) continue;
      repeated.faults.push(`${verb} ${text}: ${response.status} ${response.text}, then ${second.status} ${second.text}`);
    }
    return repeated;
  }

  /** The response, at whichever time it comes. */
  async #heard(write: Write): Promise<RawResponse> {
    for (;;) {
      const response = await this.send(write);
      if (response !== null && toldToWait(response) === null) return response;
      await wait(response?.retryAfterMs ?? 20);
    }
  }

  #planned(text: string, random: () => number): Write {
    for (;;) {
      const chosen = VERBS[Math.floor(random() * VERBS.length)];
      const planned = chosen?.verb(this.held, text, random) ?? null;
      if (chosen !== undefined && planned !== null) return begun(planned, chosen.name, text);
    }
  }

  /** Sends a write until it has a response, or nobody cares for it any more. */
  async #see(write: Write, abandons: boolean, hangsUpAfter: number | null): Promise<void> {
    if (hangsUpAfter !== null) {
      const response = await this.send(write, AbortSignal.timeout(hangsUpAfter));
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
      const told = toldToWait(response);
      if (told === null) {
        write.response = response;
        if (response.status < 300) write.learn?.(JSON.parse(response.text));
        return;
      }
      write.told[told] = (write.told[told] ?? 0) + 1;
      await wait(response.retryAfterMs);
    }
  }
}

function begun(planned: Planned, verb: string, text: string): Write {
  return { ...planned, verb, text, key: `${SEED}-${text}`, response: null, abandoned: false, hungUp: false, sent: 0, lost: 0, told: {} };
}

/** What a response that is none says: come again with the same key. */
function toldToWait({ status, text }: RawResponse): string | null {
  if (status >= 500 || status === 429) return String(status);
  return status === 409 && text.includes('"idempotency_in_progress"') ? "409 in_progress" : null;
}
