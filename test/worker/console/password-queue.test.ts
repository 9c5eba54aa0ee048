import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { scrypt } from "../../../src/platform/crypto/password";
import { makePausesReal } from "../../kit/cheap-passwords";
import { createShop, rows, type Shop } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { browse, deviceIn, type Page, PASSWORD, sessionIn, createMemberWithPassword } from "./kit";

let shop: Shop;
beforeAll(async () => {
  makePausesReal();
  shop = await createShop();
  // Loads the console first, because requests that arrive while it loads would wait for that.
  await browse("/console/sign-in");
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let networks = 0;
/** A network without earlier attempts. */
const headersOfNewNetwork = () => ({ "CF-Connecting-IP": `2001:db8:${(0xe000 + (networks += 1)).toString(16)}::1` });

const attemptSignIn = async (
  email: string,
  password: string,
  { cookie = null, headers = headersOfNewNetwork() }: Partial<Parameters<typeof browse>[1]> = {},
) => await browse("/console/sign-in", { form: { email, password }, cookie, headers });

/** Sends requests and collects the responses in the order of their arrival. */
function collect(requests: readonly Promise<Page>[]): { responses: Page[]; all: Promise<Page[]> } {
  const responses: Page[] = [];
  const listed = requests.map(async (request) => {
    const response = await request;
    responses.push(response);
    return response;
  });
  return { responses, all: Promise.all(listed) };
}

const statuses = (responses: readonly Page[]) => responses.map(({ status }) => status);

/** Stops the current attempt before its password is checked, until `release` is called. */
function holdAttempts(): { release: () => void } {
  const state = { isReleased: false };
  vi.spyOn(env.AUTH_FAILURES, "limit").mockImplementation(async () => {
    while (!state.isReleased) await new Promise((resolve) => setTimeout(resolve, 5));
    return { success: true };
  });
  return { release: () => void (state.isReleased = true) };
}

/** Lets timers follow the simulated clock, however long the machine takes. Each is a real timer of the request that set it. */
function simulateTimers(): { runTimers: () => Promise<void> } {
  const { setTimeout: start } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms = 0) => {
    const due = Date.now() + ms;
    const runWhenDue = (): unknown => (Date.now() < due ? start(runWhenDue, 1) : run());
    return start(runWhenDue);
  }) as typeof setTimeout);
  // The timers of other requests run only if the test yields.
  return { runTimers: async () => await new Promise((resolve) => start(resolve)) };
}

it("between two password derivations, other requests run for as long as the first one took", async () => {
  const { runTimers } = simulateTimers();
  const events: ("derivation" | "request")[] = [];
  let end = 0;
  const { key } = scrypt;
  vi.spyOn(scrypt, "key").mockImplementation((...args) => {
    events.push("derivation");
    end = Date.now() + 100;
    vi.setSystemTime(end);
    return key(...args);
  });
  const { responses, all } = collect([1, 2, 3].map(async (n) => await attemptSignIn(`nobody-${n}@example.com`, "guess")));
  while (responses.length < 3) {
    expect((await browse("/health")).status).toBe(200);
    events.push("request");
    // After a derivation, each of these takes a tenth of it. Then time almost stands still, so that no sign-in loses its place before it can go on.
    vi.setSystemTime(Date.now() + (Date.now() < end + 100 ? 10 : 1));
    await runTimers();
  }
  expect(statuses(await all)).toEqual([401, 401, 401]);
  const gaps = events.join(" ").split("derivation").slice(1, -1);
  expect(gaps).toHaveLength(2);
  for (const gap of gaps) expect(gap.match(/request/g)?.length).toBeGreaterThanOrEqual(10);
});

it(
  "five sign-ins from new browsers have a place, of which one runs; others return 503 without being counted, and a recognized browser goes first",
  { tags: "long" },
  async () => {
    const { email } = await createMemberWithPassword(shop.id, "viewer");
    const cookie = deviceIn(await attemptSignIn(email, PASSWORD));
    const before = await rows("select count(*) as n from sign_in_failures");
    const derived = vi.spyOn(scrypt, "key");
    const { release } = holdAttempts();
    const guesses = collect([1, 2, 3, 4, 5, 6, 7, 8].map(async (n) => await attemptSignIn(`queued-${n}@example.com`, "guess")));
    await eventually(() => expect(statuses(guesses.responses)).toEqual([503, 503, 503]));
    for (const { headers, text } of guesses.responses)
      expect([headers.get("Retry-After"), text.includes("Too many people are signing in."), text.includes("<form")]).toEqual([
        "5",
        true,
        true,
      ]);
    expect(await rows("select count(*) as n from sign_in_failures")).toEqual(before);
    expect(derived).not.toHaveBeenCalled();

    const recognized = collect([1, 2].map(async () => await attemptSignIn(email, PASSWORD, { cookie })));
    // A recognized browser has one password checked at a time, from whatever network. The other request waits before the guesses.
    await eventually(() => expect(statuses(recognized.responses)).toEqual([429]));
    release();
    expect((await recognized.all).map(sessionIn).filter((session) => session !== null)).toHaveLength(1);
    expect(statuses(await guesses.all).toSorted()).toEqual([401, 401, 401, 401, 401, 503, 503, 503]);
    const passwords = derived.mock.calls.map(([password]) => password);
    expect(passwords).toEqual(["guess", PASSWORD, "guess", "guess", "guess", "guess"]);
    // No sign-in is waiting any more.
    expect((await attemptSignIn("queued-6@example.com", "guess")).status).toBe(401);
  },
);

it("one network, an IPv4 address or an IPv6 /48, has one password checked at a time", async () => {
  const { release } = holdAttempts();
  const from = (address: string) => ({ headers: { "CF-Connecting-IP": address } });
  const requests = ["2001:db8:d000:1::1", "2001:db8:d000:2::2", "203.0.113.5", "203.0.113.5", "203.0.113.5", "203.0.113.6"];
  const guesses = collect(requests.map(async (address, n) => await attemptSignIn(`same-${n}@example.com`, "guess", from(address))));
  await eventually(() => expect(statuses(guesses.responses)).toEqual([429, 429, 429]));
  for (const { headers, text } of guesses.responses)
    expect({ retryAfter: headers.get("Retry-After"), text }).toEqual({
      retryAfter: "1",
      text: expect.stringContaining("Another password from here is being checked."),
    });
  release();
  expect(statuses(await guesses.all).toSorted()).toEqual([401, 401, 401, 429, 429, 429]);
});
