import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allDatabases } from "../../../src/platform/db/database";
import { type ApiResponse, call } from "../../kit/client";
import { placeOrganizations } from "../../kit/databases";
import { bodyOf, nameOf, pathOf, ROUTES } from "../../kit/requests";
import { absent, comparable, pathKeys } from "./probe";
import { leaked, type Traces, tracesOf } from "./trace";
import { removeTwinMocks, stateOf, type Twin, twins } from "./twins";

let alpha: Twin;
let beta: Twin;
let traces: Traces;

beforeAll(async () => {
  // A move needs a later database.
  placeOrganizations(0);
  [alpha, beta] = await twins("alpha", "beta");
  traces = await tracesOf(alpha);
});
afterAll(removeTwinMocks);

// The test projects on a replica have one database, so nothing can be moved.
const nothingMoves = allDatabases(env).length === 1;
const routes = ROUTES.filter(
  ([, endpoint]) =>
    endpoint.guard.kind === "operator" &&
    endpoint.path.startsWith("/organizations/:id/") &&
    !(nothingMoves && endpoint.path.endsWith("/move")),
);

/** What returns an error for an organization that has rows, is not deleted and is not being restored. The name that confirms a deletion is wrong. */
const REJECTED: Record<string, number[]> = {
  restoreTable: [409],
  deleteOrganization: [400],
  getDeletion: [404],
  undeleteOrganization: [409],
  abandonRestore: [409],
};

/** The ids of people who are members of both organizations, which both may know. */
async function membersOfBoth(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select m.user_id as id from memberships m join memberships o on o.user_id = m.user_id where m.organization_id = ? and o.organization_id = ?",
  )
    .bind(alpha.id, beta.id)
    .all<{ id: number }>();
  return results.map(({ id }) => String(id));
}

describe.each(routes.map((route) => [nameOf(route), ...route] as const))("the operator at %s", (_name, surface, endpoint) => {
  const keys = pathKeys(endpoint).filter((key) => key !== "organizations.id" && key !== "table");
  const callOperator = (ids: Twin["ids"]): Promise<ApiResponse> =>
    call(surface.base + pathOf(endpoint, ids), {
      method: endpoint.method.toUpperCase(),
      body: bodyOf(endpoint),
      headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
    });

  if (keys.length > 0)
    it("finds nothing of one organization under another's path, as if it did not exist", async () => {
      const before = await stateOf(alpha);
      for (const key of keys) {
        const id = alpha.ids[key] ?? "";
        const [one, other] = [await callOperator({ ...beta.ids, [key]: id }), await callOperator({ ...beta.ids, [key]: absent(id) })];
        expect(one.status).toBe(404);
        expect(comparable(one, id)).toEqual(comparable(other, absent(id)));
      }
      expect(await stateOf(alpha)).toEqual(before);
      expect((await alpha.v1("/me")).status).toBe(200);
    });

  if (keys.length === 0)
    it("reads and changes only the organization of the path", { tags: "long" }, async () => {
      const before = await stateOf(alpha);
      const response = await callOperator(beta.ids);
      expect(REJECTED[endpoint.operationId] ?? [200, 201]).toContain(response.status);
      const inBoth = await membersOfBoth();
      expect(leaked(traces, response).filter((name) => !inBoth.includes(name))).toEqual([]);
      expect(await stateOf(alpha)).toEqual(before);
    });
});

it("a person who is a member of both has a separate role in each", async () => {
  const member = (organization: Twin, role: string) =>
    call(`/operator/organizations/${organization.id}/members`, {
      body: { email: "both@example.com", role },
      headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
    });
  expect((await member(alpha, "owner")).body.role).toBe("owner");
  const before = await stateOf(alpha);
  expect((await member(beta, "viewer")).body).toMatchObject({ organization_id: beta.id, role: "viewer" });
  expect(await stateOf(alpha)).toEqual(before);
});
