import { ByteBudget, MAX_WAIT_MS, noMemoryError, Reservation, type Share } from "./byte-budget";

const MIB = 1024 * 1024;

/**
 * The memory of the isolate for what is being processed: parsed JSON, and large pages. An isolate has 128 MB for all of its requests, of which
 * the Worker itself takes about 30. What is processed takes several times its size, so it is counted with a factor: that of
 * the worst texts, which is why the other budgets fit beside this one (docs/performance.md#the-largest-body).
 */
export const MAX_WORKING_BYTES = 64 * MIB;

/**
 * What a byte of JSON counts when it is parsed (docs/performance.md#the-largest-body). So only one body of the maximum size, or several smaller
 * ones, can be processed at a time.
 */
const JSON_FACTOR = 16;
export const MAX_PROCESSING_BYTES = MAX_WORKING_BYTES / JSON_FACTOR;

/** Bodies that are read. Reading a body takes as much memory as its size. */
export const MAX_READING_BYTES = 16 * MIB;

/** What senders without a verified identity may make us read at the same time, so that they do not block those that have one. */
export const MAX_UNVERIFIED_BYTES = 4 * MIB;

const BUDGETS = {
  reading: new ByteBudget(MAX_READING_BYTES),
  /** Small bodies that are read before their requests are admitted. */
  early: new ByteBudget(4 * MIB),
  unverified: new ByteBudget(MAX_UNVERIFIED_BYTES),
  /** Responses of shops, identity providers and others. */
  responses: new ByteBudget(8 * MIB),
  working: new ByteBudget(MAX_WORKING_BYTES),
  /** Parts of files that were written and not yet taken by their clients, and responses of shops that are kept until others have arrived. */
  downloads: new ByteBudget(16 * MIB),
};

type BudgetName = keyof typeof BUDGETS;

/** An organization has half of a budget at most, so that it can't keep the others waiting, and a quarter of `early`, for which nobody waits. */
function sharesOf(budget: BudgetName, organizationId: number | null): readonly Share[] {
  if (organizationId === null) return [];
  return [{ holder: `organization:${organizationId}`, limit: BUDGETS[budget].limit / (budget === "early" ? 4 : 2) }];
}

/** Gives reserved bytes back. */
export type Release = () => void;

/** Reserves memory for a small body if there is room for it now. */
export function tryReserveEarly(bytes: number, organizationId: number): Release | null {
  const reservation = new Reservation(sharesOf("early", organizationId));
  return BUDGETS.early.tryAdd(reservation, bytes) ? () => BUDGETS.early.remove(reservation) : null;
}

/**
 * The memory that one piece of work has reserved: a request, a delivery, a page of a shop, or a part of a file. It may need more of it as it
 * goes on. All functions that reserve wait until there is room, except `keep`, and throw 503 Service Unavailable if that takes too long.
 */
export class WorkMemory {
  readonly #reservations = new Map<BudgetName, Reservation>();

  /** `organizationId`: whose work it is. Null: nobody's. */
  constructor(
    private readonly organizationId: number | null,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {}

  #reservationOf(budget: BudgetName, shares = sharesOf(budget, this.organizationId)): Reservation {
    const reservation = this.#reservations.get(budget) ?? new Reservation(shares);
    this.#reservations.set(budget, reservation);
    return reservation;
  }

  async #reserve(budget: BudgetName, bytes: number, shares?: readonly Share[]): Promise<void> {
    await BUDGETS[budget].add(this.#reservationOf(budget, shares), bytes, this.maxWaitMs);
  }

  /** Reserves memory for what was read and is kept after its response. It does not wait, because the bytes are there already. */
  keep(bytes: number): void {
    if (!BUDGETS.downloads.tryAdd(this.#reservationOf("downloads"), bytes)) throw noMemoryError();
  }

  async reserveBody(bytes: number): Promise<void> {
    await this.#reserve("reading", bytes);
  }

  /** The same for a body whose sender is not verified. No single sender or receiver blocks the others. */
  async reserveUnverifiedBody(bytes: number, { from, to }: { from: string; to: string }): Promise<void> {
    await this.#reserve("unverified", bytes, [
      { holder: `from:${from}`, limit: MAX_UNVERIFIED_BYTES / 4 },
      { holder: `to:${to}`, limit: MAX_UNVERIFIED_BYTES / 2 },
    ]);
  }

  async reserveResponse(bytes: number): Promise<void> {
    await this.#reserve("responses", bytes);
  }

  async reserveDownload(bytes: number): Promise<void> {
    await this.#reserve("downloads", bytes);
  }

  /** Reserves working memory for large pages, in bytes of memory. */
  async reservePages(bytes: number): Promise<void> {
    await this.#reserve("working", bytes);
  }

  /** Reserves working memory for so many bytes of JSON that have been read. */
  async reserveProcessing(bytes: number): Promise<void> {
    await this.#reserve("working", bytes * JSON_FACTOR);
  }

  /** Parses so many bytes and uses the result up, so that none of it takes memory afterwards. */
  async process<T>(bytes: number, use: () => T): Promise<T> {
    await this.reserveProcessing(bytes);
    try {
      return use();
    } finally {
      const reservation = this.#reservations.get("working");
      if (reservation !== undefined) BUDGETS.working.remove(reservation, bytes * JSON_FACTOR);
    }
  }

  /** Keeps what is reserved for another minute, after which it would end by itself (`MAX_HOLD_MS`). */
  renew(): void {
    for (const [budget, reservation] of this.#reservations) BUDGETS[budget].renew(reservation);
  }

  release(): void {
    for (const [budget, reservation] of this.#reservations) BUDGETS[budget].remove(reservation);
    this.#reservations.clear();
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
