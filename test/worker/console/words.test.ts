import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FLASH_MESSAGES } from "../../../src/console/flash";
import type { Route } from "../../../src/console/page";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { createShop, rows, type Shop } from "../../kit/client";
import { filledPath, formOf, type Ids, shopResponse } from "../../kit/console-forms";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { continueIdsAt, NUMBERED } from "../isolation/id-ranges";
import { databaseOfTwin, removeTwinMocks } from "../isolation/twins";
import { mockReceiver } from "../webhooks/consumer";
import { fillForPages } from "./filled";
import { createMember } from "./kit";
import { FULL, inForm } from "../../kit/form";

/** What every page of the console says (docs/spec/console.md#words). */

/** No text that people write begins with these digits, so an id can be told from any other number. */
const FIRST_ID = 88_000_000_000;
const AN_ID = /88[01]\d{8}/g;
const ZONE = "Asia/Tokyo";

interface OpenedPage {
  path: string;
  html: string;
  /** What people read and screen readers say. */
  text: string;
}

let shop: Shop;
let owner: Awaited<ReturnType<typeof createMember>>;
let ids: Ids;
const pages: OpenedPage[] = [];

beforeAll(async () => {
  captureEnqueued();
  mockReceiver((url) => shopResponse(url) ?? new Response("down", { status: 500 }));
  await continueIdsAt((table) => FIRST_ID + NUMBERED.indexOf(table) * 10_000_000, databaseOfTwin(0));
  shop = await createShop({ timezone: ZONE });
  for (const name of ["not-connected", "not-connected-either"]) await shop.v2("/stores", { body: { name, platform: "custom" } });
  ids = await fillForPages(shop, (field) => `a ${field}`);
  owner = await createMember(shop.id, "owner", { money: true });
  await rows("update member_invitations set invited_by = ? where organization_id = ?", owner.id, shop.id);
  for (const route of consoleRoutes.filter(({ method }) => method === "get")) {
    const { status, text: html, headers } = await owner.open(filledPath(route, ids));
    if (headers.get("Content-Type")?.startsWith("text/html") !== true) continue;
    expect({ path: route.path, status }).toEqual({
      path: route.path,
      status: expect.toSatisfy((each: number) => each === 200 || each === 303),
    });
    pages.push({ path: route.path, html, text: readableText(html) });
  }
});
afterAll(() => removeTwinMocks());

/** The texts of a page, and those of its labels and tooltips. */
function readableText(html: string): string {
  const labels = [...html.matchAll(/ (?:aria-label|title|placeholder)="([^"]*)"/g)].map(([, label]) => label);
  return [html.replace(/<head>.*?<\/head>/s, "").replaceAll(/<[^>]*>/g, " "), ...labels].join(" ").replaceAll(/\s+/g, " ");
}

/** What each page has of something, of the pages that have it. */
const findOnPages = (find: (page: OpenedPage) => readonly string[]) =>
  pages.flatMap((page) => find(page).map((text) => `${page.path}: ${text}`)).filter((text, at, all) => all.indexOf(text) === at);

describe("every page of the console", () => {
  it("was opened for the following checks", () => {
    expect(pages.length).toBeGreaterThan(50);
  });

  it("shows no internal id", () => {
    // The number of a ticket, and of an order without a number of its own, is the only one that it has.
    // The pages of webhooks show developers what is sent.
    const developers = /^\/webhooks\//;
    const withoutNames = (text: string) => text.replaceAll(/#88[01]\d{8}|https?:\/\/\S+/g, "");
    expect(findOnPages(({ path, text }) => (developers.test(path) ? [] : (withoutNames(text).match(AN_ID) ?? [])))).toEqual([]);
    const ofText = /\b(?:we|evt|dlv|ful|rcv|op|ses|dev|mov|con|inb|ref|fil|sup|sor|prf|lnk|req)_[0-9A-Za-z]{8,}/g;
    expect(findOnPages(({ path, text }) => (developers.test(path) ? [] : (text.match(ofText) ?? [])))).toEqual([]);
    // Only the page of an order may name its external id.
    expect(findOnPages(({ path, text }) => (path === "/orders/:id" ? [] : (text.match(/external id\b/gi) ?? [])))).toEqual([]);
  });

  it("asks nobody to reload it", () => {
    expect(findOnPages(({ text }) => text.match(/.{0,40}\breload\b.{0,40}/gi) ?? [])).toEqual([]);
    expect(Object.values(FLASH_MESSAGES).filter((message) => /reload|refresh/i.test(message))).toEqual([]);
  });

  it("shows each time as a date or as how long ago it was, with a tooltip in the organization's zone", () => {
    const times = pages.flatMap(({ path, html }) =>
      [...html.matchAll(/<time datetime="([^"]*)"([^>]*)>([^<]*)</g)].map((match) => ({ path, match })),
    );
    expect(times.length).toBeGreaterThan(20);
    for (const {
      path,
      match: [, at = "", attributes = "", text = ""],
    } of times) {
      // A calendar day has no zone.
      if (/^\d{4}-\d{2}-\d{2}$/.test(at)) continue;
      const shown = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: ZONE }).format(Date.parse(at));
      expect({ path, attributes }).toEqual({ path, attributes: expect.stringContaining(`title="${shown} (${ZONE})`) });
      expect({ path, text }).toEqual({ path, text: expect.stringMatching(/^(?:\d{1,2} \w+ \d{4}.*|\d+ (?:min|h|d) ago|Just now)$/) });
    }
  });

  it("does not repeat the message of a URL in its links and forms", { tags: "long" }, async () => {
    const pathOf = ({ path }: OpenedPage) => filledPath(consoleRoutes.find((route) => route.path === path) as Route, ids);
    for (const page of pages) {
      const path = pathOf(page);
      const { status, text } = await owner.open(`${path}${path.includes("?") ? "&" : "?"}done=order_saved`);
      if (status !== 200) continue;
      expect([page.path, text.includes(FLASH_MESSAGES.order_saved), text.match(/(?:href|action|value)="[^"]*done=[^"]*"/g)]).toEqual([
        page.path,
        true,
        null,
      ]);
    }
  });
});

describe("the message after a form", () => {
  it("is more than a single word", () => {
    for (const message of Object.values(FLASH_MESSAGES)) {
      const [first = ""] = message.split(/[.:]/, 1);
      expect({ message, isSentence: first.split(" ").length > 1 || message.length > 30 }).toEqual({ message, isSentence: true });
    }
  });

  it("is named by the redirect after every form, unless the page itself says what was done", { tags: "long" }, async () => {
    const ends = /\/(delete|remove|archive|revoke|withdraw)$/;
    const forms = consoleRoutes
      .filter(({ method, path }) => method === "post" && path !== "/settings/delete")
      .toSorted((a, b) => Number(ends.test(a.path)) - Number(ends.test(b.path)));
    const silent: string[] = [];
    let redirectCount = 0;
    for (const route of forms) {
      const { status, location } = await owner.send(filledPath(route, ids), formOf(route, ids));
      if (status !== 303) continue;
      redirectCount += 1;
      const name = new URL(location ?? "", "https://api.example.com").searchParams.get("done");
      // These pages say with numbers what was matched and done.
      if (route.path === "/attention/unmatched/match" || location?.includes("did=") === true) continue;
      if (name === null || !Object.hasOwn(FLASH_MESSAGES, name)) silent.push(`${route.path} ${String(name)}`);
    }
    expect(silent).toEqual([]);
    expect(redirectCount).toBeGreaterThan(50);
  });
});

describe("the error of a form", () => {
  it("is never a message of the library that validates it", { tags: "long" }, async () => {
    const raw =
      /Invalid (?:input|option|string|key|ISO|record|element)|expected (?:string|number|boolean|array|object|record|one of)|Too (?:small|big)|Unrecognized|received /;
    const shown: string[] = [];
    let errorCount = 0;
    const forms = consoleRoutes.filter(({ method, path }) => method === "post" && !path.startsWith("/import"));
    for (const [nth, route] of forms.entries()) {
      const path = filledPath(route, ids);
      const good = formOf(route, ids);
      const names = Object.keys(good);
      const wrong: Record<string, string | string[]>[] = [
        {},
        Object.fromEntries(names.map((name) => [name, "\u0001 no such value"])),
        Object.fromEntries(names.map((name) => [name, ["a", "b"]])),
        Object.fromEntries(names.map((name) => [name, "x".repeat(3000)])),
      ];
      // `npm test` sends two of them to each form, `npm run test:long` the others.
      const isSent = (at: number) => FULL || (nth + at) % 2 === inForm({ test: 0, long: 1, full: 0 });
      for (const form of wrong.filter((_, at) => isSent(at))) {
        const { status, text } = await owner.send(path, form);
        if (status < 400) continue;
        errorCount += 1;
        const message = raw.exec(readableText(text));
        if (message !== null) shown.push(`${route.path}: ${message[0]}`);
      }
    }
    expect([...new Set(shown)]).toEqual([]);
    expect(errorCount).toBeGreaterThan(100);
  });
});
