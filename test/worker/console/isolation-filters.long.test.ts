import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../../src/console/page";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { queryNames } from "../../kit/requests";
import { removeTwinMocks, type Twin, twins } from "../isolation/twins";
import { filledPath } from "../../kit/console-forms";
import { idsOf, leakIn } from "./foreign";
import { createMember, type Visitor } from "./kit";

let alpha: Twin;
let beta: Twin;
let visitor: Visitor;

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
  visitor = await createMember(beta.id, "owner");
});
afterAll(() => removeTwinMocks());

it("no filter of a page finds another organization's rows", async () => {
  const words = ["store", "supplier", "customer", "sku", "employee", "title", "tag", "subject", "number"].map((field) => alpha.word(field));
  const values = [...words, ...["stores.id", "orders.id", "webhooks.id"].map((name) => String(alpha.ids[name]))];
  const pages = consoleRoutes.filter((route): route is Page => route.method === "get");
  let probes = 0;
  for (const route of pages) {
    // These four find no rows by a value.
    const names = queryNames(route.query).filter((name) => !["page", "page_size", "sort", "timezone"].includes(name));
    for (const name of names) {
      for (const value of values) {
        const response = await visitor.open(`${filledPath(route, idsOf(beta))}?${name}=${encodeURIComponent(value)}`);
        expect({ path: route.path, name, leak: leakIn(response, value) }).toEqual({ path: route.path, name, leak: [] });
        probes += 1;
      }
    }
  }
  expect(probes).toBeGreaterThan(100);
});
