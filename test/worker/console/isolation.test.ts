import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page, Route } from "../../../src/console/page";
import { consoleRoutes } from "../../../src/console/routes";
import { queryNames } from "../../kit/requests";
import { partTwins, stateOf, type Twin, twins } from "../isolation/twins";
import { filledPath, goodForm, type Ids } from "./filled";
import { aMember, type Page as Answer, tokenIn, type Visitor } from "./kit";

let alpha: Twin;
let beta: Twin;
let visitor: Visitor;
let token: string;
let before: unknown;

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
  visitor = await aMember(beta.id, "owner");
  token = tokenIn(await visitor.open("/orders"));
  before = await stateOf(alpha);
});
afterAll(() => partTwins());

/** Ids of everything that the other organization has, under the names that paths have for them. */
function idsOf({ ids, token: { id: tokenId }, key }: Twin): Ids {
  // A view that is none: views are told from one another by their number alone, as tokens are.
  return { ...ids, "api-tokens.id": tokenId, "api-keys.id": key.id, "views.id": 1, parcel: ids["fulfillments.id"] ?? "" };
}

/** Only alpha has ever said a word that begins so. What was just said to the page may come back. */
function leakIn({ text }: Answer, said = ""): string[] {
  const shown = said === "" ? text : text.replaceAll(said, "").replaceAll(encodeURIComponent(said), "");
  return shown.match(/zqalpha\w*/g) ?? [];
}

/** What forms send, each reference the other organization's. */
const foreignForm = (ids: Ids): Record<string, string> => ({ form_token: token, ...goodForm(ids) });

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const withParameters = consoleRoutes.filter(({ path }) => path.includes("/:"));

describe("another organization's things are not there", () => {
  it.each(withParameters.map((route) => [nameOf(route), route] as const))("%s", async (_name, route) => {
    const path = filledPath(route, idsOf(alpha));
    const answer = route.method === "get" ? await visitor.open(path) : await visitor.send(path, foreignForm(idsOf(alpha)));
    expect(leakIn(answer)).toEqual([]);
    // A form may be refused for itself before anybody looks for what it names; it is never taken.
    expect(route.method === "get" ? [404] : [400, 403, 404]).toContain(answer.status);
    expect(await stateOf(alpha)).toEqual(before);
  });

  it("no form of one's own reaches them, whatever it refers to", async () => {
    for (const route of consoleRoutes) {
      if (route.method !== "post") continue;
      const answer = await visitor.send(filledPath(route, idsOf(beta)), foreignForm(idsOf(alpha)));
      expect([route.path, leakIn(answer)]).toEqual([route.path, []]);
    }
    expect(await stateOf(alpha)).toEqual(before);
  });

  it("no filter finds them", async () => {
    const said = ["store", "supplier", "customer", "sku", "employee", "title", "tag", "subject", "number"].map((field) =>
      alpha.word(field),
    );
    const values = [...said, ...["stores.id", "orders.id", "webhooks.id"].map((name) => String(alpha.ids[name]))];
    const pages = consoleRoutes.filter((route): route is Page => route.method === "get");
    let probes = 0;
    for (const route of pages) {
      const names = queryNames(route.query).filter((name) => !["page", "page_size", "sort", "timezone"].includes(name));
      for (const name of names) {
        for (const value of values) {
          const answer = await visitor.open(`${filledPath(route, idsOf(beta))}?${name}=${encodeURIComponent(value)}`);
          expect([route.path, name, leakIn(answer, value)]).toEqual([route.path, name, []]);
          probes += 1;
        }
      }
    }
    expect(probes).toBeGreaterThan(100);
  });
});
