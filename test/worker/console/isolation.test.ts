import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../../src/console/page";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { removeTwinMocks, stateOf, type Twin, twins } from "../isolation/twins";
import { filledPath, commonFields, type Ids } from "../../kit/console-forms";
import { idsOf, leakIn } from "./foreign";
import { createMember, tokenIn, type Visitor } from "./kit";

let alpha: Twin;
let beta: Twin;
let visitor: Visitor;
let token: string;
let before: unknown;

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
  visitor = await createMember(beta.id, "owner");
  token = tokenIn(await visitor.open("/orders"));
  before = await stateOf(alpha);
});
afterAll(() => removeTwinMocks());

/** The fields of forms, with each reference set to the other organization's. */
const foreignForm = (ids: Ids): Record<string, string> => ({ form_token: token, ...commonFields(ids) });

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
// Table names are the same for everybody. Its rows: test/worker/lifecycle/export-page.test.ts.
const withParameters = consoleRoutes.filter(({ path }) => path.includes("/:") && !path.endsWith("/:table"));

describe("another organization's resources return 404", () => {
  it.each(withParameters.map((route) => [nameOf(route), route] as const))("%s", async (_name, route) => {
    const path = filledPath(route, idsOf(alpha));
    const response = route.method === "get" ? await visitor.open(path) : await visitor.send(path, foreignForm(idsOf(alpha)));
    expect(leakIn(response)).toEqual([]);
    // A form may be rejected before its references are looked up, but is never accepted.
    expect(route.method === "get" ? [404] : [400, 403, 404]).toContain(response.status);
    if (route.method === "post") expect(await stateOf(alpha)).toEqual(before);
  });

  it("a form of an own resource that refers to them shows and changes nothing of them", { tags: "long" }, async () => {
    for (const route of consoleRoutes) {
      if (route.method !== "post") continue;
      const response = await visitor.send(filledPath(route, idsOf(beta)), foreignForm(idsOf(alpha)));
      expect({ path: route.path, leak: leakIn(response) }).toEqual({ path: route.path, leak: [] });
    }
    expect(await stateOf(alpha)).toEqual(before);
  });
});
