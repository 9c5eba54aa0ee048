import { MAX_WORKING_BYTES, withMemory, type WorkMemory } from "../../reading/memory";
import { yieldToOthers } from "../../yield";
import type { OrgReader } from "../org-db";
import { LargePage } from "./page-limit";

/**
 * Memory that a page takes for each of its bytes while it is read and rendered: JSON doubles a text at most (values/storable-text.ts), and a text
 * with a single character beyond Latin-1 takes two bytes for each character.
 */
const READ_FACTOR = 4;
/** The most that a page counts: an organization's share, so that the largest pages of two organizations are read at the same time. */
const MAX_READ_BYTES = MAX_WORKING_BYTES / 2;

/** A change also builds the parameters of its statements from the rows, and returns what it has written. The largest one takes all the memory. */
const WRITE_FACTOR = 8;

/** Completes work even if its caller has gone, so that the memory is released. */
type KeepRunning = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Reads large pages of one piece of work, with memory of the isolate for them. Nothing else reads pages with a higher limit than that of ordinary
 * ones, which need no memory of their own.
 */
export class PageMemory {
  #reserved = 0;

  constructor(
    private readonly purpose: "read" | "write",
    private readonly memory: WorkMemory,
    private readonly keepRunning: KeepRunning = async (work) => await work(),
  ) {}

  /**
   * Runs work that reads pages of an organization. If a page is larger than an ordinary one, the work runs once more, with the highest limit, when
   * there is memory for it. The memory stays reserved until that of the work is released. Throws 503 Service Unavailable if that takes too long.
   * `mayRepeat` says whether the work may run once more.
   */
  async run<Org extends OrgReader, T>(org: Org, work: (org: Org) => Promise<T>, mayRepeat: () => boolean = () => true): Promise<T> {
    try {
      return await work(org);
    } catch (error) {
      if (!(error instanceof LargePage) || !mayRepeat()) throw error;
      return await this.keepRunning(async () => {
        await this.#reserve(error.bytes);
        // Those that wait for the processor go first: a large page takes long.
        await yieldToOthers();
        return await work(org.withPageLimit(error.next));
      });
    }
  }

  async #reserve(bytes: number): Promise<void> {
    const needed = this.purpose === "read" ? Math.min(bytes * READ_FACTOR, MAX_READ_BYTES) : bytes * WRITE_FACTOR;
    if (needed <= this.#reserved) return;
    await this.memory.reservePages(needed - this.#reserved);
    this.#reserved = needed;
  }
}

/** Runs work of a job that reads pages of an organization and writes changes of them, as `PageMemory.run` does, and then releases the memory. */
export async function withPageMemory<Org extends OrgReader, T>(org: Org, work: (org: Org) => Promise<T>): Promise<T> {
  return await withMemory(org.organization.id, async (memory) => await new PageMemory("write", memory).run(org, work));
}
