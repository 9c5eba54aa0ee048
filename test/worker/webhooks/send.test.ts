import { afterEach, describe, expect, it, vi } from "vitest";
import { send } from "../../../src/resources/webhooks/send";

afterEach(() => vi.restoreAllMocks());

const LIMITS = { headersMs: 200, bodyMs: 100 };
const BODY = new TextEncoder().encode("{}");

function mockFetch(response: () => Response | Promise<Response>) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async () => await response());
}

async function sendOnce(limits = LIMITS) {
  return await send("https://receiver.example.com/", { headers: { a: "b" }, body: BODY }, limits);
}

it("a request posts the exact bytes and follows no redirect", async () => {
  const fetched = mockFetch(() => new Response("ok"));
  expect(await sendOnce()).toMatchObject({ responseStatus: 200, responseBody: "ok", error: null });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("https://receiver.example.com/");
  expect(init).toMatchObject({ method: "POST", redirect: "manual", body: BODY, headers: { a: "b" } });
});

it.each([
  [200, null],
  [204, null],
  [299, null],
  [300, "redirect"],
  [302, "redirect"],
  [304, "redirect"],
  [400, "http_status"],
  [410, "http_status"],
  [500, "http_status"],
  [599, "http_status"],
])("a response with the status %i has the error %j", async (status, error) => {
  mockFetch(() => new Response(null, { status }));
  expect(await sendOnce()).toMatchObject({ responseStatus: status, responseBody: null, error });
});

it.each([
  // Cloudflare's edge has 520 to 527, and 530. The others here are of the receiver.
  [519, "", "http_status"],
  [520, "error code: 520", "connection"],
  [521, "error code: 521", "connection"],
  [522, "error code: 522", "timeout"],
  [523, "error code: 523", "connection"],
  [524, "error code: 524", "timeout"],
  [525, "error code: 525", "tls_or_dns"],
  [526, "error code: 526", "tls_or_dns"],
  [527, "error code: 527", "connection"],
  [528, "", "http_status"],
  [530, "error code: 1016", "tls_or_dns"],
  [530, "<html>Error code: 1016 Origin DNS error</html>", "tls_or_dns"],
  [530, "error code: 1033", "connection"],
  [530, "", "connection"],
])("the status %i, in or next to those of Cloudflare's edge, with the body %j has the error %s", async (status, text, error) => {
  mockFetch(() => new Response(text, { status }));
  expect(await sendOnce()).toMatchObject({ responseStatus: status, responseBody: text, error });
});

it("an unknown host has the same error as in production", async () => {
  // Without a mock here, because test/kit/strict-platform/edge-fetch.ts answers like Cloudflare's edge.
  expect(await sendOnce()).toMatchObject({ responseStatus: 530, responseBody: "error code: 1016", error: "tls_or_dns" });
});

it("Retry-After is returned", async () => {
  mockFetch(() => new Response(null, { status: 503, headers: { "Retry-After": "5" } }));
  expect(await sendOnce()).toMatchObject({ retryAfter: "5" });
});

it("a request times out while it waits for the headers", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(
    (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted")))),
  );
  const outcome = await sendOnce();
  expect(outcome).toMatchObject({ error: "timeout", responseStatus: null });
  // A timer may fire a few milliseconds early.
  expect(outcome.durationMs).toBeGreaterThanOrEqual(LIMITS.headersMs - 10);
});

it("the runtime's own error text is never returned", async () => {
  mockFetch(() => Promise.reject(new Error("Network connection lost.")));
  const broken = await sendOnce();
  expect(broken).toMatchObject({ error: "connection", responseBody: null });
  expect(JSON.stringify(broken)).not.toContain("Network");
  mockFetch(() => Promise.reject(new Error("internal error; reference = abc")));
  const outcome = await sendOnce();
  expect(outcome).toMatchObject({ error: "tls_or_dns", responseBody: null });
  expect(JSON.stringify(outcome)).not.toContain("reference");
});

function mockStream(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>) {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({ pull, cancel: () => void (cancelled = true) }, { highWaterMark: 0 });
  mockFetch(() => new Response(stream));
  return () => cancelled;
}

describe("bodies", () => {
  it("of endless data are read up to 16 KB, stored up to 4 KB, and then cancelled", async () => {
    let chunks = 0;
    const cancelled = mockStream((controller) => {
      chunks += 1;
      controller.enqueue(new Uint8Array(1024).fill(97));
    });
    const outcome = await sendOnce();
    expect(outcome).toMatchObject({ error: null, responseBody: "a".repeat(4096) });
    // 16 chunks of 1 KB, and up to two that are pulled ahead.
    expect(chunks).toBeGreaterThanOrEqual(16);
    expect(chunks).toBeLessThanOrEqual(18);
    expect(cancelled()).toBe(true);
  });

  it("with one huge chunk are cut", async () => {
    mockStream((controller) => controller.enqueue(new Uint8Array(1_000_000).fill(97)));
    expect((await sendOnce()).responseBody).toHaveLength(4096);
  });

  it("with slow data are cancelled, and the attempt is still a success", async () => {
    let first = true;
    const cancelled = mockStream(async (controller) => {
      if (!first) await new Promise((resolve) => setTimeout(resolve, 40));
      first = false;
      controller.enqueue(new Uint8Array([97]));
    });
    const outcome = await sendOnce();
    expect(outcome).toMatchObject({ error: null, responseStatus: 200 });
    expect(outcome.responseBody).toMatch(/^a+$/);
    expect(cancelled()).toBe(true);
  });

  it("that never begin are cancelled", async () => {
    const cancelled = mockStream(() => new Promise(() => undefined));
    expect(await sendOnce()).toMatchObject({ error: null, responseBody: "" });
    expect(cancelled()).toBe(true);
  });

  it("that break off are a success", async () => {
    let first = true;
    mockStream((controller) => {
      if (first) controller.enqueue(new TextEncoder().encode("partial"));
      else controller.error(new Error("Network connection lost."));
      first = false;
    });
    expect(await sendOnce()).toMatchObject({ error: null, responseBody: "partial" });
  });

  it("have invalid UTF-8 and NUL replaced, and lose a character that the limit splits", async () => {
    mockFetch(() => new Response(new Uint8Array([0xff, 97, 0, 98])));
    expect((await sendOnce()).responseBody).toBe("\uFFFDa\uFFFDb");
    mockFetch(() => new Response(`${"a".repeat(4094)}😀tail`));
    expect((await sendOnce()).responseBody).toBe("a".repeat(4094));
  });
});
