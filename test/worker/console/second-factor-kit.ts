import { vi } from "vitest";
import { appCode } from "../../kit/authenticator";
import { browse, type Page, PASSWORD, sessionIn, tokenIn, type Visitor, type BrowseOptions, createMemberWithPassword } from "./kit";

const decodeEntities = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** The latest time of the fake clock. */
let latest = 0;

/** Stops the clock where the test before has left it, because a derivation of a password waits until the clock has reached its end. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Math.max(latest, Date.now()));
}

/** Moves the stopped clock. */
export function advanceClock(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  latest = Math.max(latest, Date.now());
}

/** The value of a hidden field of a page. */
export function hiddenIn({ text }: Page, name: string): string {
  return decodeEntities(new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "");
}

/** The key for the app on the page that sets a second factor up. */
export const keyIn = ({ text }: Page): string => /<code id="totp-key">([A-Z2-7]+)<\/code>/.exec(text)?.[1] ?? "";

export const codesIn = ({ text }: Page): string[] => (/<code id="recovery-codes">([^<]+)<\/code>/.exec(text)?.[1] ?? "").trim().split("\n");

/** Sends a form of the account's page. */
export async function sendAccount(person: Pick<Visitor, "cookie">, path: string, form: Record<string, string>): Promise<Page> {
  const form_token = tokenIn(await browse("/console/account", { cookie: person.cookie }));
  return await browse(`/console/account${path}`, { cookie: person.cookie, form: { form_token, ...form } });
}

/** Opens the page with a new key. */
export async function beginSetup(person: Pick<Visitor, "cookie">): Promise<Page> {
  return await sendAccount(person, "/second-factor/setup", { current: PASSWORD });
}

export interface SecondFactor {
  /** The key in the person's app. */
  key: string;
  codes: string[];
}

/** Turns on a person's second factor. */
export async function turnOn(person: Pick<Visitor, "cookie">): Promise<SecondFactor> {
  const setup = await beginSetup(person);
  const key = keyIn(setup);
  const confirmed = await sendAccount(person, "/second-factor", { setup: hiddenIn(setup, "setup"), code: await appCode(key, Date.now()) });
  if (confirmed.status !== 200) throw new Error(`${confirmed.status} ${confirmed.text}`);
  return { key, codes: codesIn(confirmed) };
}

/** A member with a second factor, whose first code was used a minute ago by a fake clock. */
export async function createSecuredPerson(shop: { id: number }): Promise<Visitor & { id: number } & SecondFactor> {
  const person = await createMemberWithPassword(shop.id, "member");
  const secondFactor = await turnOn(person);
  advanceClock(60_000);
  return { ...person, ...secondFactor };
}

/** The first step of a sign-in. */
export async function enterPassword(email: string, options: BrowseOptions = {}): Promise<Page> {
  return await browse("/console/sign-in", { form: { email, password: PASSWORD }, ...options });
}

/** The second step: sends a code with the hidden fields of the page that asks for it. */
export async function enterCode(codePage: Page, code: string, { form = {}, ...options }: BrowseOptions = {}): Promise<Page> {
  const fields = Object.fromEntries(["email", "pending", "to"].map((name) => [name, hiddenIn(codePage, name)]));
  return await browse("/console/sign-in/code", { form: { ...fields, code, ...form }, ...options });
}

/** Signs in with both steps. Null if it fails. */
export async function signInWithCode(email: string, code: string, options: BrowseOptions = {}): Promise<string | null> {
  return sessionIn(await enterCode(await enterPassword(email, options), code, options));
}
