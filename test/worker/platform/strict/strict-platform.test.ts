import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { createShop } from "../../../kit/client";
import { under } from "../../../kit/strict-platform/conditions";
import { failGate } from "../../../kit/strict-platform/gate-errors";
import { inInvocation } from "../../../kit/strict-platform/invocation";
import { RETRYABLE } from "../../../kit/strict-platform/transient-errors";

/** The tests run on a platform as strict as Cloudflare's (test/kit/strict-platform). Each rule rejects violations and nothing else. */

const list = (count: number, text: string | ((index: number) => string)) =>
  Array.from({ length: count }, (_, index) => (typeof text === "string" ? text : text(index))).join(", ");

const messageOf = async (act: () => Promise<unknown>): Promise<string> =>
  await act().then(
    () => "accepted",
    (error: unknown) => String(error),
  );

const run = async (sql: string, ...params: unknown[]) =>
  await messageOf(
    async () =>
      await env.DB.prepare(sql)
        .bind(...params)
        .all(),
  );

describe("a statement in D1", () => {
  const inList = (count: number) => run(`select 1 in (${list(count, "?")}) as found`, ...Array.from({ length: count }, () => 1));
  it.each([
    ["100 bound parameters", () => inList(100), () => inList(101)],
    ["100,000 bytes of SQL", () => run(`select '${"x".repeat(99_000)}'`), () => run(`select '${"x".repeat(100_000)}'`)],
    [
      "100 columns of a result",
      () => run(`select ${list(100, (index) => `1 as c${index}`)}`),
      () => run(`select ${list(101, (index) => `1 as c${index}`)}`),
    ],
    [
      "100 columns of a table",
      () => run(`create table wide (${list(100, (index) => `c${index}`)})`),
      () => run(`create table wider (${list(101, (index) => `c${index}`)})`),
    ],
    ["32 arguments of a function", () => run(`select max(${list(32, "1")})`), () => run(`select max(${list(33, "1")})`)],
    [
      "2,000,000 bytes of a value",
      () => run("select length(?)", "x".repeat(2_000_000)),
      () => run("select length(?)", `${"x".repeat(1_999_999)}é`),
    ],
    [
      "2,000,000 bytes of a row",
      () => run("select hex(zeroblob(500000)) as a, hex(zeroblob(499000)) as b"),
      () => run("select hex(zeroblob(500000)) as a, hex(zeroblob(501000)) as b"),
    ],
    [
      "50 MB of a result",
      () => run("with recursive n(i) as (select 1 union all select i + 1 from n where i < 49) select hex(zeroblob(500000)) as t from n"),
      () => run("with recursive n(i) as (select 1 union all select i + 1 from n where i < 51) select hex(zeroblob(500000)) as t from n"),
    ],
  ])("has at most %s", async (_, within, beyond) => {
    expect(await within()).toBe("accepted");
    expect(await beyond()).toMatch(/^Error: D1_ERROR: /);
  });

  it("may have more commas than 32 outside of functions", async () => {
    expect(await run(`select 1 in (${list(60, "1")}) as found, max(1, (select count(*) from (values ${list(60, "(1)")})))`)).toBe(
      "accepted",
    );
  });
});

describe("the D1 calls of an invocation", () => {
  const batch = async (size: number) => await env.DB.batch(Array.from({ length: size }, () => env.DB.prepare("select 1")));
  /** Makes batches until one is rejected. */
  const callsUntilRejected = async (size: number) => {
    let accepted = 0;
    const message = await messageOf(
      async () =>
        await inInvocation(async () => {
          for (; accepted < 2_000; accepted += 1) await batch(size);
        }),
    );
    return { accepted, message };
  };
  const message = "Error: D1_ERROR: Too many API requests by single Worker invocation.";

  it("are 1,000, counted per batch", { tags: "long" }, async () => {
    expect(await callsUntilRejected(2)).toEqual({ accepted: 1_000, message });
  });

  it("are counted per statement in a second mode", async () => {
    under({ countedPer: "statement" });
    expect(await callsUntilRejected(100)).toEqual({ accepted: 10, message });
  });

  it("count sessions and single statements", async () => {
    under({ maxCalls: 2 });
    const three = async () =>
      await inInvocation(async () => {
        await env.DB.prepare("select 1").first();
        await env.DB.withSession("first-primary").batch([env.DB.prepare("select 1")]);
        await env.DB.prepare("select 1").all();
      });
    expect(await messageOf(three)).toContain("Too many API requests");
  });

  it("are limited in the Worker's entry point", async () => {
    const shop = await createShop();
    expect((await shop.v2("/orders")).status).toBe(200);
    under({ maxCalls: 0 });
    vi.spyOn(console, "error").mockReturnValue();
    expect((await shop.v2("/orders")).status).toBeGreaterThanOrEqual(500);
  });

  it("of the test itself are not limited", async () => {
    under({ maxCalls: 0 });
    expect(await run("select 1")).toBe("accepted");
  });
});

describe("a D1 call", () => {
  const insert = (count: number) =>
    messageOf(
      async () =>
        await inInvocation(async () => await env.DB.prepare(`insert into slow (n) values ${list(count, (index) => `(${index})`)}`).run()),
    );

  it("takes at most 30 seconds, which are estimated from its rows", async () => {
    await env.DB.prepare("create table if not exists slow (n integer)").run();
    under({ rowWrittenMs: 10_000 });
    expect(await insert(3)).toBe("accepted");
    expect(await insert(4)).toBe("Error: D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.");
    under({ rowWrittenMs: 0, rowReadMs: 10_000 });
    const read = (limit: number) =>
      messageOf(async () => await inInvocation(async () => await env.DB.prepare(`select n from slow limit ${limit}`).all()));
    expect(await read(3)).toBe("accepted");
    expect(await read(4)).toContain("exceeded timeout");
  });

  it("of the test itself may take longer", async () => {
    under({ rowReadMs: 100_000 });
    expect(await run("select count(*) from organizations")).toBe("accepted");
  });
});

describe("transient errors", () => {
  it("occur in reads, with each of D1's messages", async () => {
    under({ errorRate: 1 });
    const outcomes = await inInvocation(
      async () => await Promise.all(Array.from({ length: 50 }, async (_, index) => await run(`select ${index}`))),
    );
    expect(new Set(outcomes)).toEqual(new Set(RETRYABLE.map((message) => `Error: ${message}`)));
  });

  it("end after two in a row", async () => {
    under({ errorRate: 1 });
    const outcomes = await inInvocation(async () => [await run("select 1"), await run("select 1"), await run("select 1")]);
    expect(outcomes.map((outcome) => outcome.startsWith("Error"))).toEqual([true, true, false]);
  });

  it("do not affect calls of the test itself", async () => {
    under({ errorRate: 1 });
    expect(await run("select 1")).toBe("accepted");
  });

  it("do not affect writes without a marker, which cannot be repeated", async () => {
    under({ errorRate: 1 });
    expect(await inInvocation(async () => await run("delete from sessions where id = 'nobody'"))).toBe("accepted");
  });

  it("break a gate's stub permanently, and have the property of their kind", async () => {
    failGate("visit", { kind: "retryable" });
    const stub = env.GATE.getByName("session:strict");
    await expect((async () => await stub.visit(10))()).rejects.toMatchObject({ retryable: true });
    await expect((async () => await stub.visit(10))()).rejects.toMatchObject({ retryable: true });
    expect(await env.GATE.getByName("session:strict").visit(10)).toBe(0);
    failGate("visit", { kind: "overloaded" });
    await expect((async () => await env.GATE.getByName("session:strict").visit(10))()).rejects.toMatchObject({ overloaded: true });
  });
});

it("an invocation may make a limited number of requests to other hosts", async () => {
  under({ maxRequests: 2 });
  const requests = async (count: number) =>
    await messageOf(
      async () =>
        await inInvocation(async () => {
          for (let made = 0; made < count; made += 1) await fetch("https://nowhere.example/");
        }),
    );
  expect(await requests(2)).toBe("accepted");
  expect(await requests(3)).toBe("Error: Too many subrequests by single Worker invocation.");
});

describe("an unreachable host", () => {
  it("has the response of Cloudflare's edge instead of an exception", async () => {
    const unknown = await fetch("https://nowhere.example/");
    expect({ status: unknown.status, text: await unknown.text() }).toEqual({ status: 530, text: "error code: 1016" });
    expect((await fetch("http://127.0.0.1:9/")).status).toBe(521);
  });
});

it("a call of a database waits for half of its round trip before it, and for the other half after it", async () => {
  const waited = vi.spyOn(scheduler, "wait");
  under({ roundTripMs: 2 });
  await env.DB.prepare("select 1").first();
  expect(waited.mock.calls).toEqual([[1], [1]]);
});
