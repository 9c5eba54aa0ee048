import type { ExportLock } from "./export-lock";
import { logError } from "./log";
import { WorkMemory } from "./reading/memory";
import { yieldToOthers } from "./yield";

/** A part of a file, which is read when the client has taken what is before it. */
export interface FilePart {
  /** About how many bytes of rows and texts it has. */
  bytes: number;
  /** Whether `read` reserves the memory for its rows. Default: it is reserved before, by their bytes. */
  reservesMemory?: true;
  /** Reads the part, and returns its text. */
  read: (memory: WorkMemory) => Promise<string>;
}

export interface FileSource {
  organizationId: number;
  /** The next part; null after the last one. */
  next: () => FilePart | null;
  lock: ExportLock;
  /** The most bytes that the file may have. The download breaks off at them. Default: no limit. */
  maxBytes?: number;
  /** The event of the log line if the download breaks off. */
  event: string;
}

/** Memory that a part takes for each of its bytes while it is read and written as text. */
const READ_FACTOR = 4;

/** A download waits longer for memory than a request, because a file that breaks off is useless. */
const MAX_WAIT_MS = 60_000;

/** A client that takes nothing for this long has gone, or holds memory that others need. */
const MAX_STALL_MS = 30_000;

const CHUNK_BYTES = 64 * 1024;

/** Thrown to break off a download, so that a partial file does not look complete. */
class BrokenDownload extends Error {
  override readonly name = "BrokenDownload";
}

class FileStream {
  readonly #encoder = new TextEncoder();
  /** For what is written and not yet taken by the client. */
  readonly #written: WorkMemory;
  #pending: Uint8Array = new Uint8Array();
  #total = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly source: FileSource) {
    this.#written = new WorkMemory(source.organizationId, MAX_WAIT_MS);
  }

  /** Reads the next part, when there is memory for it. Returns false at the end. */
  async readPart(): Promise<boolean> {
    const { next, organizationId, maxBytes = Number.POSITIVE_INFINITY } = this.source;
    const part = next();
    if (part === null) return false;
    const memory = new WorkMemory(organizationId, MAX_WAIT_MS);
    try {
      // The text stays in memory until the client has taken it, but the rows only while they are read.
      await this.#written.reserveDownload(part.bytes);
      if (part.reservesMemory !== true) await memory.reservePages(part.bytes * READ_FACTOR);
      this.#pending = this.#encoder.encode(await part.read(memory));
    } finally {
      memory.release();
    }
    this.#total += this.#pending.byteLength;
    if (this.#total > maxBytes) throw new BrokenDownload(`The file has more than ${maxBytes} bytes.`);
    return true;
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#pending.byteLength === 0) {
        this.#written.release();
        await yieldToOthers();
        await this.source.lock.keep();
        if (await this.readPart()) continue;
        await this.end();
        return controller.close();
      }
      this.#written.renew();
      controller.enqueue(this.#pending.subarray(0, CHUNK_BYTES));
      this.#pending = this.#pending.subarray(CHUNK_BYTES);
      this.waitForClient(controller);
    } catch (error) {
      await this.#fail(controller, error);
    }
  }

  waitForClient(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const stalled = new BrokenDownload("The client took nothing for too long.");
    this.#timer = setTimeout(() => void this.#fail(controller, stalled), MAX_STALL_MS);
  }

  async #fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): Promise<void> {
    logError(this.source.event, error, { organization_id: this.source.organizationId });
    controller.error(error);
    await this.end();
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#written.release();
    this.#pending = new Uint8Array();
    await this.source.lock.end();
  }
}

/**
 * Opens a file: reads its first part, and then the others as the client takes them. Only one part is in memory, and all downloads of an isolate
 * share the memory for them. The stream fails if the database does, if the file is too long, or if the client takes nothing for 30 seconds, so that
 * a partial file does not look complete. Throws the errors of the first part.
 */
export async function openFileStream(source: FileSource): Promise<ReadableStream<Uint8Array>> {
  const file = new FileStream(source);
  try {
    await file.readPart();
  } catch (error) {
    await file.end();
    throw error;
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => file.waitForClient(controller),
      pull: (controller) => file.pull(controller),
      cancel: () => file.end(),
    },
    { highWaterMark: 0 },
  );
}
