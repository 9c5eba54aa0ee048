import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AdmitRequest } from "../../../src/platform/gate/admission";
import { Gate } from "../../../src/entrypoints/gate";
import { MAX_WRITE_MS, RecentWrites } from "../../../src/platform/gate/recent-writes";

/** The writes that a gate records, in orderings that requests can't be forced into (docs/spec/consistency.md#own-writes). */

const START = Date.parse("2026-06-01T10:00:00.000Z");

afterEach(() => {
  vi.useRealTimers();
});

/** A record of its own, whose primary is at the bookmark 0009, and the length of what it stores as text. */
function aRecord() {
  const stored = new Map<string, unknown>();
  const kv = {
    get: (key: string) => stored.get(key),
    put: (key: string, value: unknown) => void stored.set(key, value),
    delete: (key: string) => stored.delete(key),
  } as unknown as SyncKvStorage;
  const writes = new RecentWrites(kv, () => Promise.resolve("0009"));
  return { writes, size: () => JSON.stringify([...stored]).length };
}

describe("writes that do not end", () => {
  it("use limited space, and count until the last of them is timed out", async () => {
    const { writes, size } = aRecord();
    writes.enable(START, { database: 0, mayHaveEarlierWrites: false });
    for (let nth = 0; nth < 1000; nth += 1) writes.begin(START + nth);
    // The ids of the writes alone would be 36,000 characters.
    expect(size()).toBeLessThan(10_000);
    expect(writes.bookmark(START + 998 + MAX_WRITE_MS)).toBeNull();
    expect(writes.mustFetch()).toBe(false);
    expect(writes.bookmark(START + 999 + MAX_WRITE_MS)).toBeNull();
    expect(writes.mustFetch()).toBe(true);
    const [credentialId, database] = [0, 0];
    await writes.fetch(credentialId, database);
    expect(writes.bookmark(START + 999 + MAX_WRITE_MS)).toBe("0009");
  });

  it("are removed without a read, and still count", () => {
    const { writes, size } = aRecord();
    writes.enable(START, { database: 0, mayHaveEarlierWrites: false });
    const empty = size();
    for (let nth = 0; nth < 50; nth += 1) writes.begin(START);
    const later = START + MAX_WRITE_MS;
    const last = writes.begin(later);
    // An id has 36 characters, so at most the last write is listed.
    expect(size()).toBeLessThan(empty + 100);
    writes.end({ id: last ?? "", database: 0, bookmark: "0001" });
    expect(writes.bookmark(later)).toBeNull();
    expect(writes.mustFetch()).toBe(true);
  });
});

it("a write is not ended by one from before the recording was stopped and started", () => {
  const { writes } = aRecord();
  writes.enable(START, { database: 0, mayHaveEarlierWrites: false });
  const earlier = writes.begin(START);
  writes.disable();
  writes.enable(START, { database: 0, mayHaveEarlierWrites: true });
  writes.begin(START + 1);
  writes.end({ id: earlier ?? "", database: 0, bookmark: "0001" });
  // The writes from before the recording have ended, but not this one.
  expect(writes.bookmark(START + MAX_WRITE_MS)).toBeNull();
  expect(writes.mustFetch()).toBe(false);
});

it("writes to the old database of a moved organization do not affect the new one", async () => {
  const { writes } = aRecord();
  writes.enable(START, { database: 0, mayHaveEarlierWrites: false });
  const [ended, late] = [writes.begin(START) ?? "", writes.begin(START) ?? ""];
  writes.end({ id: ended, database: 0, bookmark: "0002" });
  writes.enable(START, { database: 1, mayHaveEarlierWrites: true });
  // Without the state of the new primary, no replica is known to have the copied rows.
  expect(writes.bookmark(START)).toBeNull();
  expect(writes.mustFetch()).toBe(true);
  writes.end({ id: late, database: 0, bookmark: "9999" });
  await writes.fetch(0, 1);
  expect(writes.bookmark(START)).toBe("0009");
});

const READ: AdmitRequest = {
  credentialId: 0,
  database: 0,
  isReplacement: false,
  version: 1,
  isRefreshed: true,
  rateLimit: 600,
  dailyQuota: null,
  reads: "nearest",
  claim: { idempotency: null, writes: false },
};

it("a late request with the first version does not hide a write that was not recorded", async () => {
  vi.setSystemTime(START);
  const gate = env.GATE.getByName("recent-writes:late");
  expect(await gate.admit(READ)).toMatchObject({ lastWrite: "" });
  await gate.changed(2);
  const write = { ...READ, version: 2, reads: "primary", claim: { idempotency: null, writes: true } } as const;
  expect(await gate.admit(write)).toMatchObject({ outcome: "proceed", writeId: null });
  await gate.admit(READ);
  await gate.changed(3);
  expect(await gate.admit({ ...READ, version: 3 })).toMatchObject({ lastWrite: null });
});

it("a gate after a restore does not know the writes of the gate before it, even with the first version", async () => {
  const lastWrite = await runInDurableObject(env.GATE.getByName("recent-writes:restored"), async (_, state) => {
    const admitted = await new Gate(state, { ...env, GATE_GENERATION: "2" }).admit(READ);
    return "lastWrite" in admitted ? admitted.lastWrite : undefined;
  });
  expect(lastWrite).toBeNull();
});
