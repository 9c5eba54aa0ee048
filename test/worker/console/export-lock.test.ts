import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { createShop, type Shop } from "../../kit/client";
import { envUnder, type Plan } from "../faults/crossings";
import { withFastTimers } from "../faults/with-fast-timers";
import { beforeResponse, responseLost, injectAt, OUTAGES, withoutFaults, type Fault, rejected } from "../faults/outages";
import { claimSizes, createOrders } from "../pages/kit";
import { createMember, ORIGIN, type Visitor } from "./kit";

let shop: Shop;
let viewer: Visitor;
let log: MockInstance<typeof console.error>;
beforeAll(async () => {
  shop = await createShop();
  await createOrders(shop, 3);
  // Each order is a part of its own, so that a file takes several reads.
  await claimSizes(shop, { item_count: 4000 });
});
beforeEach(async () => {
  viewer = await createMember(shop.id, "viewer");
  log = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Requests the file with a failing lock, and returns after the Worker has finished its work after the response. */
async function open(plan: Plan): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/console/${shop.id}/orders.csv`, { headers: { Cookie: viewer.cookie } });
  const response = await app.fetch(request, envUnder(plan), context);
  await waitOnExecutionContext(context);
  return response;
}

const loggedLines = () => log.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; error: string });
const loggedEvents = () => loggedLines().map(({ event }) => event);
const linesIn = (text: string) => text.match(/\r\n/g)?.length;

/** Whether the object has received a request that it does not respond to. */
let silenced = false;
const never = () => {
  silenced = true;
  return new Promise<never>(() => undefined);
};

describe("an export whose lock is unavailable", () => {
  it.each<[string, Fault]>([
    ["is unreachable", rejected],
    ["is taken, and the response is lost", responseLost],
    ["does not respond", never],
    ["is taken and does not respond", beforeResponse(never)],
  ])("returns 503 if the lock %s, and another export can start immediately", async (_what, fault) => {
    silenced = fault === rejected || fault === responseLost;
    const response = await withFastTimers(
      () => open(injectAt(["gate.hold_export"], fault).plan),
      () => silenced,
    );
    expect({
      status: response.status,
      retryAfter: response.headers.get("Retry-After"),
      contentDisposition: response.headers.get("Content-Disposition"),
    }).toEqual({ status: 503, retryAfter: "1", contentDisposition: null });
    expect(loggedEvents()).toEqual(["gate.hold_export"]);
    expect(linesIn(await (await open(withoutFaults)).text())).toBe(4);
  });

  it("is complete if only the release of the lock fails", async () => {
    const response = await open(injectAt(["gate.release_export"], rejected).plan);
    expect({ status: response.status, lines: linesIn(await response.text()) }).toEqual({ status: 200, lines: 4 });
    expect(loggedEvents()).toEqual(["gate.release_export"]);
  });

  it("is complete if the release of the lock does not end", async () => {
    const response = await open(injectAt(["gate.release_export"], never).plan);
    silenced = false;
    const text = await withFastTimers(
      async () => await response.text(),
      () => silenced,
    );
    expect(linesIn(text)).toBe(4);
    expect(loggedEvents()).toEqual(["gate.release_export"]);
  });

  it("logs why the database ended it, also if the lock cannot be released", async () => {
    let isUnavailable = false;
    const response = await open(
      injectAt(["d1.read", "gate.release_export"], async (crossing) => await (isUnavailable ? rejected(crossing) : crossing.go())).plan,
    );
    isUnavailable = true;
    await expect(response.text()).rejects.toThrow();
    expect(loggedEvents()).toEqual(["export.broken", "gate.release_export"]);
    expect(OUTAGES.map((message) => `Error: ${message}`)).toContain(loggedLines()[0]?.error);
  });

  it("returns 503 if the database is unavailable from the beginning, also if the lock cannot be released", async () => {
    let isLocked = false;
    const response = await open(async (crossing) => {
      if (crossing.edge === "gate.release_export" || (crossing.edge === "d1.read" && isLocked)) return await rejected(crossing);
      const result = await crossing.go();
      if (crossing.edge === "gate.hold_export") isLocked = true;
      return result;
    });
    expect(response.status).toBe(503);
    expect(loggedEvents()).toContain("gate.release_export");
  });
});
