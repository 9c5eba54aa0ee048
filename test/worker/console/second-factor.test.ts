import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { appCode, wrongCode } from "../../kit/authenticator";
import { createShop, directoryRows, rows, type Shop } from "../../kit/client";
import { browse, PASSWORD, sessionIn, signIn, createMemberWithPassword } from "./kit";
import {
  beginSetup,
  codesIn,
  enterCode,
  enterPassword,
  hiddenIn,
  keyIn,
  sendAccount,
  signInWithCode,
  turnOn,
  stopClock,
  advanceClock,
} from "./second-factor-kit";

/** The second factor of an account (docs/spec/console.md#second-factor). Its attacks: second-step.test.ts. Its end: second-factor-end.test.ts. */

const STEP_MS = 30_000;

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const canOpen = async (cookie: string | null) => (await browse(`/console/${shop.id}/orders`, { cookie })).status === 200;
const isOn = async (id: number) => (await rows("select 1 from second_factors where user_id = ?", id)).length > 0;
const entriesOf = async (email: string) =>
  (await directoryRows<{ action: string }>("select action from audit_log where target_name = ? order by id", email)).map(
    ({ action }) => action,
  );

describe("turning on a second factor", () => {
  it("shows a key as a QR code and a text, and is done when a code of the app proves that it has the key", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const elsewhere = await signIn(person.email);
    const setup = await beginSetup(person);
    const key = keyIn(setup);
    expect({ status: setup.status, keyLength: key.length, text: setup.text }).toEqual({
      status: 200,
      keyLength: 32,
      text: expect.stringContaining('<svg class="qr"'),
    });
    expect(await isOn(person.id)).toBe(false);
    const wrong = await sendAccount(person, "/second-factor", {
      setup: hiddenIn(setup, "setup"),
      code: await wrongCode(key, Date.now()),
    });
    expect({ status: wrong.status, key: keyIn(wrong), isOn: await isOn(person.id) }).toEqual({ status: 400, key, isOn: false });
    const code = await appCode(key, Date.now());
    const done = await sendAccount(person, "/second-factor", {
      setup: hiddenIn(wrong, "setup"),
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    });
    const codes = codesIn(done);
    expect({ status: done.status, codeCount: codes.length, different: new Set(codes).size }).toEqual({
      status: 200,
      codeCount: 10,
      different: 10,
    });
    // Without l, o, 0 and 1, which look like others.
    expect(codes.every((each) => /^(?:[a-kmnp-z2-9]{4}-){3}[a-kmnp-z2-9]{4}$/.test(each))).toBe(true);
    // Sessions that began with the password alone end.
    expect({ here: await canOpen(person.cookie), elsewhere: await canOpen(elsewhere) }).toEqual({ here: true, elsewhere: false });
    expect(await entriesOf(person.email)).toEqual(["member.added", "member.second_factor_enabled"]);
    expect((await browse("/console/account", { cookie: person.cookie })).text).toContain("10 recovery codes are left.");
  });

  it("stores neither the key nor a recovery code", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const { key, codes } = await turnOn(person);
    const stored = JSON.stringify([
      await rows("select * from second_factors where user_id = ?", person.id),
      await rows("select * from recovery_codes where user_id = ?", person.id),
    ]);
    expect(stored).not.toContain(key);
    for (const code of codes) expect(stored.includes(code) || stored.includes(code.replaceAll("-", ""))).toBe(false);
    const page = await browse("/console/account", { cookie: person.cookie });
    expect([page.text.includes(key), page.text.includes(codes[0] ?? "-")]).toEqual([false, false]);
  });

  it("needs the current password, and a password at all", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const wrong = await sendAccount(person, "/second-factor/setup", { current: "not the password" });
    expect({ status: wrong.status, text: wrong.text, key: keyIn(wrong) }).toEqual({
      status: 400,
      text: expect.stringContaining("This is not your current password."),
      key: "",
    });
    await rows("update users set password_hash = null where id = ?", person.id);
    const none = await sendAccount(person, "/second-factor/setup", { current: "" });
    expect({ status: none.status, key: keyIn(none) }).toEqual({ status: 400, key: "" });
  });

  it("happens once, and not with the setup of another person or session, or after half an hour", async () => {
    const [person, other] = [await createMemberWithPassword(shop.id, "member"), await createMemberWithPassword(shop.id, "member")];
    const setup = await beginSetup(person);
    const form = async () => ({ setup: hiddenIn(setup, "setup"), code: await appCode(keyIn(setup), Date.now()) });
    const again = await signIn(person.email);
    for (const cookie of [other.cookie, again]) {
      const rejected = await sendAccount({ cookie }, "/second-factor", await form());
      expect({ status: rejected.status, text: rejected.text }).toEqual({
        status: 400,
        text: expect.stringContaining("The setup has expired."),
      });
    }
    advanceClock(30 * 60_000);
    const late = await sendAccount(person, "/second-factor", await form());
    expect({ status: late.status, text: late.text }).toEqual({ status: 400, text: expect.stringContaining("The setup has expired.") });
    expect([await isOn(person.id), await isOn(other.id)]).toEqual([false, false]);
    const second = await beginSetup(person);
    const confirm = async () =>
      await sendAccount(person, "/second-factor", { setup: hiddenIn(second, "setup"), code: await appCode(keyIn(second), Date.now()) });
    const responses = [await confirm(), await confirm()];
    expect(responses.map(({ status, text }) => [status, text.includes("is on already")])).toEqual([
      [200, false],
      [409, true],
    ]);
  });
});

describe("signing in", () => {
  it("needs a code after the password, and leads to the requested page", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const { key } = await turnOn(person);
    advanceClock(STEP_MS);
    const to = `/console/${shop.id}/stores`;
    const codePage = await browse("/console/sign-in", { form: { email: person.email, password: PASSWORD, to } });
    expect({ status: codePage.status, session: sessionIn(codePage), setCookie: codePage.headers.getSetCookie() }).toEqual({
      status: 200,
      session: null,
      setCookie: [],
    });
    const wrong = await enterCode(codePage, await wrongCode(key, Date.now()));
    expect({ status: wrong.status, session: sessionIn(wrong) }).toEqual({ status: 401, session: null });
    const done = await enterCode(wrong, await appCode(key, Date.now()));
    expect({ status: done.status, location: done.location }).toEqual({
      status: 303,
      location: `/console/organizations?to=${encodeURIComponent(to)}`,
    });
    expect(await canOpen(sessionIn(done))).toBe(true);
  });

  it("does not ask people without a second factor", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    expect(sessionIn(await enterPassword(person.email))).not.toBeNull();
  });

  it("accepts codes of clocks that differ by up to half a minute", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const { key } = await turnOn(person);
    advanceClock(10 * STEP_MS);
    const isAccepted = async (drift: number) =>
      (await signInWithCode(person.email, await appCode(key, Date.now() + drift * STEP_MS))) !== null;
    expect([await isAccepted(-2), await isAccepted(-1)]).toEqual([false, true]);
    advanceClock(10 * STEP_MS);
    expect([await isAccepted(2), await isAccepted(1)]).toEqual([false, true]);
  });

  it("accepts a recovery code once, however it is typed, and says how many are left", async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const { codes } = await turnOn(person);
    const typed = (codes[3] ?? "").replaceAll("-", " ").toUpperCase();
    const codePage = await enterPassword(person.email);
    const done = await enterCode(codePage, "", { form: { recovery_code: typed } });
    expect(await canOpen(sessionIn(done))).toBe(true);
    expect(sessionIn(await enterCode(codePage, "", { form: { recovery_code: codes[3] ?? "" } }))).toBeNull();
    const account = await browse("/console/account", { cookie: sessionIn(done) });
    expect(account.text).toContain("9 recovery codes are left.");
  });

  it("keeps a form that was sent without a session, through both steps", async () => {
    const person = await createMemberWithPassword(shop.id, "admin");
    const { key } = await turnOn(person);
    advanceClock(STEP_MS);
    const path = `/console/${shop.id}/tickets`;
    const form_token = hiddenIn(await browse(`${path}/new`, { cookie: person.cookie }), "form_token");
    const kept = await browse(path, {
      form: { form_token, subject: 'Kept "through" <both> steps', body: "x", priority: "low", order_id: "" },
    });
    expect(kept.status).toBe(401);
    const keptFields = (page: typeof kept) =>
      Object.fromEntries(["kept_path", "kept_token", "kept_fields"].map((name) => [name, hiddenIn(page, name)]));
    const codePage = await browse("/console/sign-in/again", { form: { ...keptFields(kept), email: person.email, password: PASSWORD } });
    expect({ status: codePage.status, session: sessionIn(codePage) }).toEqual({ status: 200, session: null });
    const wrong = await enterCode(codePage, "000", { form: keptFields(codePage) });
    expect(wrong.status).toBe(401);
    const done = await enterCode(wrong, await appCode(key, Date.now()), { form: keptFields(wrong) });
    expect({ status: done.status, text: done.text }).toEqual({ status: 200, text: expect.stringContaining("Send the form again") });
    const fields = Object.fromEntries(
      ["form_token", "subject", "body", "priority", "order_id"].map((name) => [name, hiddenIn(done, name)]),
    );
    expect((await browse(path, { form: fields, cookie: sessionIn(done) })).status).toBe(303);
    expect(await rows("select subject from tickets where subject like 'Kept%'")).toEqual([{ subject: 'Kept "through" <both> steps' }]);
  });
});

describe("turning off a second factor, and new recovery codes", () => {
  it("need the password and a code", { tags: "long" }, async () => {
    const person = await createMemberWithPassword(shop.id, "member");
    const { key, codes } = await turnOn(person);
    advanceClock(STEP_MS);
    const code = await appCode(key, Date.now());
    for (const path of ["/second-factor/off", "/second-factor/recovery-codes"]) {
      const wrongPassword = await sendAccount(person, path, { current: "not it", code });
      const wrong = await sendAccount(person, path, { current: PASSWORD, code: await wrongCode(key, Date.now()) });
      const none = await sendAccount(person, path, { current: PASSWORD });
      expect({ path, wrongPasswordStatus: wrongPassword.status, wrongStatus: wrong.status, noneStatus: none.status }).toEqual({
        path,
        wrongPasswordStatus: 400,
        wrongStatus: 400,
        noneStatus: 400,
      });
    }
    expect(await isOn(person.id)).toBe(true);
    const renewed = codesIn(await sendAccount(person, "/second-factor/recovery-codes", { current: PASSWORD, code }));
    expect([renewed.length, renewed.includes(codes[0] ?? "")]).toEqual([10, false]);
    // A code that was accepted here is not accepted again.
    expect((await sendAccount(person, "/second-factor/off", { current: PASSWORD, code })).status).toBe(400);
    expect((await sendAccount(person, "/second-factor/off", { current: PASSWORD, code: codes[0] ?? "" })).status).toBe(400);
    const off = await sendAccount(person, "/second-factor/off", { current: PASSWORD, code: renewed[0] ?? "" });
    expect({ status: off.status, location: off.location }).toEqual({
      status: 303,
      location: "/console/account?done=second_factor_off#second-factor",
    });
    expect({ isOn: await isOn(person.id), rows: await rows("select 1 from recovery_codes where user_id = ?", person.id) }).toEqual({
      isOn: false,
      rows: [],
    });
    expect(sessionIn(await enterPassword(person.email))).not.toBeNull();
    expect((await entriesOf(person.email)).slice(1)).toEqual([
      "member.second_factor_enabled",
      "member.recovery_codes_replaced",
      "member.second_factor_disabled",
    ]);
  });

  it(
    "limit guesses of a code in a stolen session as a sign-in does, which does not delay the owner's sign-in",
    { tags: "long" },
    async () => {
      const person = await createMemberWithPassword(shop.id, "member");
      const { key } = await turnOn(person);
      advanceClock(STEP_MS);
      // Five guesses are free, and the sixth one causes a wait of two seconds.
      for (let guess = 0; guess < 6; guess += 1) {
        const form = { current: PASSWORD, code: await wrongCode(key, Date.now()) };
        expect((await sendAccount(person, "/second-factor/off", form)).status).toBe(400);
      }
      const early = await sendAccount(person, "/second-factor/off", { current: PASSWORD, code: await appCode(key, Date.now()) });
      expect({ status: early.status, retryAfter: early.headers.get("Retry-After"), isOn: await isOn(person.id) }).toEqual({
        status: 429,
        retryAfter: "2",
        isOn: true,
      });
      expect(await signInWithCode(person.email, await appCode(key, Date.now()))).not.toBeNull();
    },
  );
});
