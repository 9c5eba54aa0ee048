import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { LATE_WRITES_MS } from "../../../src/tenants/move/move.sql.ts";
import type { DueMessage } from "../../../src/resources/connections/inbox/inbox.sql.ts";
import { processMessage } from "../../../src/resources/connections/inbox/process";
import { continueErasures } from "../../../src/tenants/personal-data/jobs";
import { continueMoves } from "../../../src/entrypoints/operator/moves";
import { createShop, directoryRows, rows, type Shop } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { operate } from "../access/kit";
import { interruptibleBindings, move } from "../move/kit";
import { fillWithPerson, PERSON, TRACE, traces } from "./kit";
import { inForm } from "../../kit/form";

/** An interrupted erasure continues (docs/spec/personal-data.md#erasure). */

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Requests an erasure of the person from a Worker with these bindings, and returns the status of the response. */
async function requestErasure(shop: Shop, bindings: typeof env): Promise<number> {
  const request = new Request(`https://api.example.com/operator/organizations/${shop.id}/erasures`, {
    method: "POST",
    headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(PERSON),
  });
  return (await app.fetch(request, bindings, createExecutionContext())).status;
}

const statusOf = async (shop: Shop) => {
  const [row] = await rows<{ id: number }>("select max(id) as id from erasures where organization_id = ?", shop.id);
  return (await operate("GET", `${shop.id}/erasures/${row?.id}`)).body.status;
};

it.each(["before", "after"] as const)("an erasure that is killed %s every seventh batch is finished by the job", async (moment) => {
  vi.spyOn(console, "error").mockReturnValue();
  // The delivery of the shop stays in the inbox.
  captureEnqueued();
  let kills = 0;
  // The first ones admit the request and record the erasure.
  for (let killed = 3; killed < 60; killed += 7) {
    const shop = await createShop({ database: 1 });
    await fillWithPerson(shop);
    const bindings = interruptibleBindings(async (batch, when) => {
      if (when === moment && batch >= killed) throw new Error("The process was killed.");
    });
    if ((await requestErasure(shop, bindings)) === 201) break;
    kills += 1;
    const unfinished = async () => await rows("select 1 from erasures where organization_id = ? and finished_at is null", shop.id);
    expect(await unfinished()).toHaveLength(1);
    while ((await unfinished()).length > 0) await continueErasures(env, Date.now());
    expect(await traces(shop)).toEqual([]);
  }
  expect(kills).toBeGreaterThan(1);
});

it("an erasure leaves nothing of a delivery of a shop that waited when it began, whenever that is processed", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  captureEnqueued();
  let hasEnded = false;
  for (let killed = 4; !hasEnded; killed += 5) {
    const shop = await createShop();
    await fillWithPerson(shop);
    const waiting = await rows<DueMessage>(
      "select id, organization_id from connection_inbox where organization_id = ? and status = 'pending'",
      shop.id,
    );
    expect(waiting).toHaveLength(1);
    const bindings = interruptibleBindings(async (batch, moment) => {
      if (moment === "before" && batch >= killed) throw new Error("The process was killed.");
    });
    hasEnded = (await requestErasure(shop, bindings)) === 201;
    for (const message of waiting) await processMessage(env, message);
    await continueErasures(env, Date.now());
    expect({ killed, traces: await traces(shop) }).toEqual({ killed, traces: [] });
    expect(await rows("select 1 from connection_inbox where organization_id = ? and status = 'processed'", shop.id)).toHaveLength(1);
  }
});

it("an erasure waits until a move has settled, and then also deletes the old copy", async () => {
  // A move waits for running attempts, whose leases do not expire while the clock is stopped.
  captureEnqueued();
  vi.useFakeTimers({ toFake: ["Date"] });
  const shop = await createShop({ database: 0 });
  await fillWithPerson(shop);
  expect(await move(shop.id)).toBe("moved");
  await operate("POST", `${shop.id}/erasures`, PERSON);
  expect(await statusOf(shop)).toBe("waiting_for_move");
  // A move settles once no late write can arrive at the old database.
  vi.setSystemTime(Date.now() + LATE_WRITES_MS + 60_000);
  await continueMoves(env, Date.now());
  await continueErasures(env, Date.now());
  expect(await statusOf(shop)).toBe("done");
  expect(await traces(shop)).toEqual([]);
});

it("the identifiers of the person are encrypted while an erasure runs, and deleted at its end", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const shop = await createShop();
  await fillWithPerson(shop);
  const bindings = interruptibleBindings(async (batch) => {
    // The erasure has been recorded by then.
    if (batch > 4) throw new Error("The process was killed.");
  });
  await requestErasure(shop, bindings);
  const stored = async () =>
    (await rows<{ person: string | null }>("select person from erasures where organization_id = ?", shop.id))[0]?.person;
  const encrypted = await stored();
  expect(encrypted).toMatch(/^[A-Za-z0-9+/=]+$/);
  expect(atob(encrypted ?? "")).not.toMatch(TRACE);
  await continueErasures(env, Date.now());
  expect(await stored()).toBeNull();
});

it.each(inForm({ test: [1, 2], long: [0, 3], full: [0, 1, 2, 3] }))(
  "an erasure that another process finishes %i batches before its last one is recorded once",
  async (before) => {
    let batches = 0;
    const counted = await createShop();
    await fillWithPerson(counted);
    await requestErasure(
      counted,
      interruptibleBindings(async (batch) => void (batches = batch)),
    );
    const shop = await createShop();
    await fillWithPerson(shop);
    const other = vi.fn(async () => await continueErasures(env, Date.now()));
    const endedByAnother = interruptibleBindings(async (batch, moment) => {
      if (moment === "before" && batch === batches - before) await other();
    });
    expect(await requestErasure(shop, endedByAnother)).toBe(201);
    expect(other).toHaveBeenCalledOnce();
    const recorded = await directoryRows("select 1 from audit_log where organization_id = ? and action = 'person.erased'", shop.id);
    expect(recorded).toHaveLength(1);
  },
);
