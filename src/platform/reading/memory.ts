import { ByteBudget, type Release, type Share } from "./byte-budget";

const MIB = 1024 * 1024;

/**
 * Limits on what an isolate reads and processes at the same time. An isolate has 128 MB for all of its requests. Reading a body takes as
 * much memory as its size. Processing it takes many times as much (docs/performance.md#the-largest-body), so only one body of the maximum
 * size, or several smaller ones, can be processed at a time.
 */
export const MAX_READING_BYTES = 16 * MIB;
export const MAX_PROCESSING_BYTES = 4 * MIB;

/** What senders without a verified identity may make us read at the same time, so that they do not block those that have one. */
export const MAX_UNVERIFIED_BYTES = 4 * MIB;

/** Small bodies that are read before their requests are admitted. */
const MAX_EARLY_BYTES = 4 * MIB;

/** Responses of shops, identity providers and others. */
const MAX_RESPONSE_BYTES = 8 * MIB;

const BUDGETS = {
  reading: new ByteBudget(MAX_READING_BYTES),
  early: new ByteBudget(MAX_EARLY_BYTES),
  unverified: new ByteBudget(MAX_UNVERIFIED_BYTES),
  responses: new ByteBudget(MAX_RESPONSE_BYTES),
  processing: new ByteBudget(MAX_PROCESSING_BYTES),
};

type BudgetName = keyof typeof BUDGETS;

/** What one organization may hold of the memory for bodies and for responses. */
function sharesOf(budget: "reading" | "early" | "responses", organizationId: number | null): Share[] {
  if (organizationId === null) return [];
  return [{ holder: `organization:${organizationId}`, limit: BUDGETS[budget].limit / (budget === "early" ? 4 : 2) }];
}

/** Reserves memory for a small body if there is room for it now. */
export function tryReserveEarly(bytes: number, organizationId: number): Release | null {
  return BUDGETS.early.tryReserve(bytes, sharesOf("early", organizationId));
}

/** The memory that one piece of work has reserved: a request, a delivery, or a page of a shop. */
export class WorkMemory {
  readonly #releases = new Set<Release>();

  /** `organizationId`: whose work it is. Null: nobody's. */
  constructor(private readonly organizationId: number | null) {}

  async #reserve(budget: BudgetName, bytes: number, shares: readonly Share[] = []): Promise<Release> {
    const release = await BUDGETS[budget].reserve(bytes, shares);
    this.#releases.add(release);
    return () => {
      release();
      this.#releases.delete(release);
    };
  }

  /** Waits until a body may be read. Throws 503 Service Unavailable if that takes too long, as all of these functions do. */
  async reserveBody(bytes: number): Promise<Release> {
    return await this.#reserve("reading", bytes, sharesOf("reading", this.organizationId));
  }

  /** Waits until a body may be read whose sender is not verified. No single sender or receiver blocks the others. */
  async reserveUnverifiedBody(bytes: number, { from, to }: { from: string; to: string }): Promise<Release> {
    return await this.#reserve("unverified", bytes, [
      { holder: `from:${from}`, limit: MAX_UNVERIFIED_BYTES / 4 },
      { holder: `to:${to}`, limit: MAX_UNVERIFIED_BYTES / 2 },
    ]);
  }

  /** Waits until a response may be read. */
  async reserveResponse(bytes: number): Promise<Release> {
    return await this.#reserve("responses", bytes, sharesOf("responses", this.organizationId));
  }

  /** Waits until so many bytes, which have been read, may be parsed. */
  async reserveProcessing(bytes: number): Promise<Release> {
    return await this.#reserve("processing", bytes);
  }

  /** Parses so many bytes and uses the result up, so that none of it takes memory afterwards. */
  async process<T>(bytes: number, use: () => T): Promise<T> {
    const release = await this.reserveProcessing(bytes);
    try {
      return use();
    } finally {
      release();
    }
  }

  /** Gives all memory back. */
  release(): void {
    for (const release of this.#releases) release();
    this.#releases.clear();
  }
}

/** Does a piece of work, and then gives its memory back. */
export async function withMemory<T>(organizationId: number | null, work: (memory: WorkMemory) => Promise<T>): Promise<T> {
  const memory = new WorkMemory(organizationId);
  try {
    return await work(memory);
  } finally {
    memory.release();
  }
}
