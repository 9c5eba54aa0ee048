import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseJson, parseJsonText } from "../../../src/platform/reading/json";
import { withMemory } from "../../../src/platform/reading/memory";
import { readAll } from "../../../src/platform/reading/read-stream";
import { maxBodyBytes, readRequest, tryReserveEarlyBody } from "../../../src/platform/reading/request-body";
import { checkedResponse, readExcerpt, readJson, readResponse } from "../../../src/platform/reading/response-body";

const KIB = 1024;
const MIB = 1024 * KIB;
/** The pause between two checks of work that waits for memory (src/platform/reading/byte-budget.ts). */
const POLL_MS = 25;
const LIMITS = { maxBytes: 100, ms: 1_000 };

const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(0x20);

/** A stream of parts that records whether it was cancelled. If it `hangs`, it never ends after the parts. */
function streamOf(parts: readonly Uint8Array[], { hangs = false, type }: { hangs?: boolean; type?: "bytes" } = {}) {
  const remaining = [...parts];
  const state = { isCancelled: false, pulls: 0 };
  const source = {
    async pull(controller: {
      enqueue: (part: Uint8Array) => void;
      close: () => void;
      byobRequest?: { respond: (n: number) => void } | null;
    }) {
      state.pulls += 1;
      const part = remaining.shift();
      if (part !== undefined) return controller.enqueue(part);
      if (hangs) return await new Promise<void>(() => undefined);
      controller.close();
      // A reader with its own buffer waits for a response.
      controller.byobRequest?.respond(0);
      return undefined;
    },
    cancel: () => void (state.isCancelled = true),
  };
  const stream =
    type === undefined
      ? new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
      : new ReadableStream({ type, ...source }, { highWaterMark: 0 });
  return { stream, state };
}

/** The timers that were set, which the test fires. */
let timers: (() => void)[];
beforeEach(() => {
  timers = [];
});
afterEach(() => vi.restoreAllMocks());
const holdTimers = () => vi.spyOn(globalThis, "setTimeout").mockImplementation((run: () => void) => timers.push(run));

describe.each([undefined, "bytes"] as const)("a stream (type %s)", (type) => {
  it("is read to its end", async () => {
    const parts = [Uint8Array.of(1, 2), Uint8Array.of(3), bytes(97)];
    const read = await readAll(streamOf(parts, { ...(type !== undefined && { type }) }).stream, LIMITS);
    expect({ length: read.length, begins: [...read.subarray(0, 4)] }).toEqual({ length: 100, begins: [1, 2, 3, 0x20] });
  });

  it("is cancelled at the size limit", async () => {
    const { stream, state } = streamOf([bytes(60), bytes(60), bytes(60)], { ...(type !== undefined && { type }) });
    await expect(readAll(stream, LIMITS)).rejects.toMatchObject({ failure: "too_large" });
    await vi.waitFor(() => expect(state).toMatchObject({ isCancelled: true, pulls: 2 }));
  });

  it("is cancelled at the time limit", async () => {
    holdTimers();
    const { stream, state } = streamOf([bytes(10)], { hangs: true, ...(type !== undefined && { type }) });
    const read = readAll(stream, LIMITS);
    read.catch(() => undefined);
    expect(timers).toHaveLength(1);
    for (const fire of timers) fire();
    await expect(read).rejects.toMatchObject({ failure: "too_slow" });
    expect(state.isCancelled).toBe(true);
  });
});

it("a stream that breaks off is incomplete", async () => {
  const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("broken")) });
  await expect(readAll(stream, LIMITS)).rejects.toMatchObject({ failure: "incomplete" });
});

describe("the body of a request", () => {
  const requestOf = (body: Uint8Array | ReadableStream | null, contentLength?: number) =>
    new Request("https://api.example.com/", {
      method: "POST",
      body,
      headers: contentLength === undefined ? {} : { "Content-Length": String(contentLength) },
    });

  it("is not read if its Content-Length is too large", async () => {
    const { stream, state } = streamOf([bytes(10)]);
    await expect(readRequest(requestOf(stream, 101), LIMITS)).rejects.toMatchObject({ failure: "too_large" });
    expect(state.pulls).toBe(0);
  });

  it("is read for a limited time although its length is stated", async () => {
    holdTimers();
    const read = readRequest(requestOf(streamOf([bytes(10)], { hangs: true }).stream, 20), LIMITS);
    read.catch(() => undefined);
    for (const fire of timers) fire();
    await expect(read).rejects.toMatchObject({ failure: "too_slow" });
  });

  it("reserves its stated length, or the limit if none is stated", () => {
    expect(maxBodyBytes(requestOf(bytes(10), 10), 100)).toBe(10);
    expect(maxBodyBytes(requestOf(streamOf([]).stream), 100)).toBe(100);
    expect(maxBodyBytes(requestOf(null), 100)).toBe(0);
  });

  it("of at most 64 KiB is read early if memory is free: an organization has 1 MiB", () => {
    // 1 and 2 are the ids of organizations.
    const small = () => requestOf(streamOf([]).stream, 64 * KIB);
    expect(tryReserveEarlyBody(requestOf(streamOf([]).stream, 64 * KIB + 1), 1)).toBeNull();
    expect(tryReserveEarlyBody(requestOf(streamOf([]).stream), 1)).toBeNull();
    const releases = Array.from({ length: 16 }, () => tryReserveEarlyBody(small(), 1));
    expect(releases).not.toContain(null);
    expect(tryReserveEarlyBody(small(), 1)).toBeNull();
    const other = tryReserveEarlyBody(small(), 2);
    expect(other).not.toBeNull();
    releases[0]?.();
    const again = tryReserveEarlyBody(small(), 1);
    expect(again).not.toBeNull();
    for (const release of [...releases.slice(1), other, again]) release?.();
  });
});

describe("a response from another server", () => {
  const limits = { maxBytes: 4 * MIB, ms: 60_000 };

  it("reserves little memory at first, and the maximum once it is longer, or ends with 503 if there is no room for that", async () => {
    // Two organizations, 1 and 2, use all of the 8 MiB for responses but 256 KiB, and a third one reads.
    await withMemory(1, async (one) => {
      await one.reserveResponse(4 * MIB);
      await withMemory(2, async (two) => {
        await two.reserveResponse(3.75 * MIB);
        const short = new Response(streamOf([bytes(200 * KIB)]).stream);
        expect((await withMemory(3, async (memory) => await readResponse(short, limits, memory))).length).toBe(200 * KIB);
        // A waiting request checks again immediately.
        const wait = globalThis.setTimeout;
        const pollAtOnce = (run: () => void, ms: number) => (ms === POLL_MS ? queueMicrotask(run) : wait(run, ms));
        vi.spyOn(globalThis, "setTimeout").mockImplementation(pollAtOnce as unknown as typeof setTimeout);
        const { stream, state } = streamOf([bytes(200 * KIB), bytes(200 * KIB)]);
        const long = withMemory(3, async (memory) => await readResponse(new Response(stream), limits, memory));
        await expect(long).rejects.toMatchObject({ code: "service_unavailable" });
        expect(state.isCancelled).toBe(true);
      });
    });
    const long = new Response(streamOf([bytes(200 * KIB), bytes(200 * KIB)]).stream);
    expect((await withMemory(3, async (memory) => await readResponse(long, limits, memory))).length).toBe(400 * KIB);
  });

  it("is not read if its Content-Length is too large, which is ignored for a compressed response", async () => {
    const { stream, state } = streamOf([bytes(10)]);
    const large = new Response(stream, { headers: { "Content-Length": String(4 * MIB + 1) } });
    await expect(withMemory(1, async (memory) => await readResponse(large, limits, memory))).rejects.toMatchObject({
      failure: "too_large",
    });
    expect(state).toMatchObject({ isCancelled: true, pulls: 0 });
    const bomb = new Response(streamOf([bytes(60), bytes(60)]).stream, { headers: { "Content-Length": "10", "Content-Encoding": "x" } });
    await expect(withMemory(1, async (memory) => await readResponse(bomb, LIMITS, memory))).rejects.toMatchObject({ failure: "too_large" });
    const compressed = new Response(streamOf([bytes(60)]).stream, { headers: { "Content-Length": "101", "Content-Encoding": "x" } });
    expect((await withMemory(1, async (memory) => await readResponse(compressed, LIMITS, memory))).length).toBe(60);
  });

  it("of a service is JSON in UTF-8 of limited depth and size, also for a library that reads it itself", async () => {
    const ofService = { maxBytes: 100_000, ms: 1_000 };
    for (const [body, reason] of [
      ["[".repeat(33) + "]".repeat(33), "at most 32 levels"],
      [`[${"0,".repeat(10_000)}0]`, "at most 10000 values"],
    ] as const) {
      await expect(readJson(new Response(body), ofService)).rejects.toThrow(reason);
      await expect(checkedResponse(new Response(body), ofService)).rejects.toThrow(reason);
    }
    const notUtf8 = Uint8Array.of(0x22, 0xff, 0x22);
    await expect(readJson(new Response(notUtf8), ofService)).rejects.toThrow("Expected a body of well-formed JSON in UTF-8.");
    await expect(checkedResponse(new Response(notUtf8), ofService)).rejects.toThrow("The response is not UTF-8.");
    await expect(readJson(new Response(" "), ofService)).rejects.toThrow("Expected a body of well-formed JSON in UTF-8.");
    await expect(checkedResponse(new Response(bytes(101)), LIMITS)).rejects.toMatchObject({ failure: "too_large" });
    await expect(readJson(new Response(bytes(101)), LIMITS)).rejects.toMatchObject({ failure: "too_large" });
    const checked = await checkedResponse(Response.json({ a: 1 }, { status: 400 }), LIMITS);
    expect({ status: checked.status, contentType: checked.headers.get("Content-Type"), body: await checked.json() }).toEqual({
      status: 400,
      contentType: "application/json",
      body: { a: 1 },
    });
  });

  it("that is only logged keeps its beginning, however it ends", async () => {
    const kept = { maxBytes: 50, keptBytes: 10, ms: 1_000 };
    expect(await readExcerpt(new Response(null), kept)).toBeNull();
    const long = streamOf([bytes(200), bytes(200)]);
    expect(await readExcerpt(new Response(long.stream), kept)).toEqual({ bytes: bytes(10), isCut: true });
    await vi.waitFor(() => expect(long.state).toMatchObject({ isCancelled: true, pulls: 1 }));
    holdTimers();
    const hanging = streamOf([bytes(4)], { hangs: true });
    const slow = readExcerpt(new Response(hanging.stream), kept);
    // The second pull comes after the first part was read.
    while (hanging.state.pulls < 2) await scheduler.wait(0);
    for (const fire of timers) fire();
    expect(await slow).toEqual({ bytes: bytes(4), isCut: false });
  });
});

describe("JSON from another server", () => {
  const shape = { maxDepth: 3, maxValues: 5 };
  const codeOf = (text: string) => parseJsonText(text, shape).violation?.code ?? null;

  it("is parsed within its limits, and rejected above them before it is parsed", () => {
    const parse = vi.spyOn(JSON, "parse");
    expect([codeOf("[[[1]]]"), codeOf("[1,2,3,4]"), codeOf('{"a":{"b":[1]}}')]).toEqual([null, null, null]);
    expect(parse).toHaveBeenCalledTimes(3);
    expect([codeOf("[[[[1]]]]"), codeOf("[1,2,3,4,5]"), codeOf('{"a":1,"b":2,"c":3,"d":4,"e":5}')]).toEqual([
      "nested_too_deeply",
      "too_many_values",
      "too_many_values",
    ]);
    expect(parse).toHaveBeenCalledTimes(3);
  });

  it("is well-formed, and in UTF-8", () => {
    for (const text of ["", "{", "nope", "[1]x"]) expect({ text, code: codeOf(text) }).toEqual({ text, code: "malformed_json" });
    expect(parseJson(Uint8Array.of(0x22, 0xe4, 0x22)).violation?.code).toBe("malformed_json");
    expect(parseJson(new TextEncoder().encode('"\u00e4"'))).toMatchObject({ value: "\u00e4", violation: null });
  });
});
