import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL, inForm, itUnlessLong, randomOf } from "../../kit/form";
import { bodyOf, encoded, nameOf, pathOf, queryNames } from "../../kit/requests";
import { fieldsOf, isReference, parentsIn, withField } from "./body-fields";
import { absent, figures, GUARDED, comparable, pathKeys, type Route, send } from "./probe";
import { leaked, type Traces, tracesOf } from "./trace";
import { removeTwinMocks, stateOf, type Twin, twins } from "./twins";
import { HEADERS, UNKNOWN_PARAMETERS, sharedValues, spellings, identifyingValues } from "./values";
import { shareOf } from "../../kit/share";

let alpha: Twin;
let beta: Twin;
/** Makes the accepted writes, so that Beta's rows stay unchanged. */
let gamma: Twin;
let traces: Traces;
let before: unknown;
/** Alpha's texts that Gamma has sent and may get back. */
const sentByGamma = new Set<string>();
const textsOfGamma = (): string => [...sentByGamma].join(" ");

beforeAll(async () => {
  [alpha, beta, gamma] = await twins("alpha", "beta", "gamma");
  traces = await tracesOf(alpha);
  before = await stateOf(alpha);
});
afterAll(() => {
  removeTwinMocks();
  if (FULL) console.log(JSON.stringify(figures));
});

const random = randomOf("isolation of routes");
/** A random selection of a list; in the full form `most` of it, or all. */
function sampleOf<T>(all: readonly T[], few: number, most = all.length): readonly T[] {
  const count = inForm({ test: few, long: few, full: most });
  if (all.length <= count) return all;
  return Array.from({ length: count }, () => all[Math.floor(random() * all.length)]).filter((value) => value !== undefined);
}

async function assertNoLeak(by: Twin, route: Route, path: string, sent: Parameters<typeof send>[3] = {}, alsoSent = "") {
  const response = await send(by, route, path, sent);
  figures.probes += 1;
  const seen = leaked(traces, response, `${path} ${decodeURIComponent(sent.query ?? "")} ${JSON.stringify(sent)} ${alsoSent}`);
  figures.leaks += seen.length;
  expect(seen, `${nameOf(route)} at ${path} ${JSON.stringify(sent)}`).toEqual([]);
  expect(response.status).toBeLessThan(500);
  return response;
}

describe.each(shareOf(GUARDED).map((route) => [nameOf(route), route] as const))("another organization at %s", (_name, route) => {
  const [, endpoint] = route;
  const keys = pathKeys(endpoint);
  const names = queryNames(endpoint.input?.query);
  const reads = endpoint.method === "get";
  const parameters = reads ? [...names, ...sampleOf(UNKNOWN_PARAMETERS, 2)] : names;
  const as = () => (reads ? beta : gamma);

  if (keys.length > 0)
    it(
      "gets 404 for the ids of the path, and the same response for an id in it as for one that does not exist",
      { tags: "long" },
      async () => {
        const response = await assertNoLeak(beta, route, pathOf(endpoint, alpha.ids), { body: bodyOf(endpoint) });
        expect(response.status).toBe(404);
        expect(response.body.error).toMatchObject({ code: "not_found", message: "Resource not found." });
        for (const key of keys) {
          // Ids of every kind, to find a lookup that ignores its table.
          for (const id of new Set([...sampleOf(Object.values(alpha.ids), 2, 8), alpha.ids[key] ?? ""])) {
            const [existing, missing] = [id, absent(id)];
            const [one, other] = [
              await assertNoLeak(beta, route, pathOf(endpoint, { ...beta.ids, [key]: existing }), { body: bodyOf(endpoint) }),
              await assertNoLeak(beta, route, pathOf(endpoint, { ...beta.ids, [key]: missing }), { body: bodyOf(endpoint) }),
            ];
            expect([400, 404]).toContain(one.status);
            expect(comparable(one, existing)).toEqual(comparable(other, missing));
          }
          // Other spellings of the matching id.
          for (const form of sampleOf(spellings(alpha.ids[key] ?? "", beta.ids[key] ?? ""), 1)) {
            const path = pathOf(endpoint, { ...beta.ids, [key]: encoded(form) });
            const misspelt = await assertNoLeak(beta, route, path, { body: bodyOf(endpoint) }, decodeURIComponent(path));
            expect([400, 404], path).toContain(misspelt.status);
          }
        }
        expect(await stateOf(alpha)).toEqual(before);
      },
    );

  if (keys.length === 0)
    it("gets its own resources, and may write to them", async () => {
      const response = await assertNoLeak(as(), route, pathOf(endpoint, as().ids), { body: bodyOf(endpoint, as().ids) }, textsOfGamma());
      // Some writes are possible once, and the twin has made them.
      const isDone = response.status === 409 || response.body.error?.details[0].code === "nothing_to_send";
      if (!isDone) expect(response.status, response.text).toBeLessThan(300);
      expect(await stateOf(alpha)).toEqual(before);
    });

  if (parameters.length > 0)
    it("gets no information from any parameter of its query, from an unknown one, or from a header", { tags: "long" }, async () => {
      const [path, body] = [pathOf(endpoint, as().ids), bodyOf(endpoint)];
      for (const name of parameters) {
        figures.parameters += 1;
        for (const value of sampleOf(identifyingValues(alpha), 1, 5)) {
          const [one, other] = [
            await assertNoLeak(as(), route, path, { body, query: `${name}=${encoded(value)}` }),
            await assertNoLeak(as(), route, path, { body, query: `${name}=${encoded(absent(value))}` }),
          ];
          expect(comparable(one, value), `${name}=${value}`).toEqual(comparable(other, absent(value)));
        }
        for (const value of sampleOf(sharedValues(alpha), 1, 8))
          await assertNoLeak(as(), route, path, { body, query: `${name}=${encoded(value)}` }, textsOfGamma());
      }
      if (reads) {
        const plain = comparable(await send(as(), route, path), "nobody");
        for (const header of sampleOf(HEADERS, 1)) {
          const response = await assertNoLeak(as(), route, path, { headers: { [header]: String(alpha.id) } });
          expect(comparable(response, "nobody")).toEqual(plain);
        }
      }
      expect(await stateOf(alpha)).toEqual(before);
    });

  if (reads && names.length > 1)
    it("gets no information from several parameters at once", async () => {
      const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
      for (let times = inForm({ test: 4, long: 4, full: 40 }); times > 0; times -= 1) {
        const values = [...identifyingValues(alpha), ...sharedValues(alpha)];
        const query = Array.from({ length: 2 + Math.floor(random() * 3) }, () => `${pick(names)}=${encoded(pick(values) ?? "")}`).join("&");
        await assertNoLeak(beta, route, pathOf(endpoint, beta.ids), { query });
      }
      expect(await stateOf(alpha)).toEqual(before);
    });

  const references = fieldsOf(endpoint).filter(isReference);

  if (references.length > 0)
    it("can't refer to a foreign resource in any field of a body, as if that did not exist", async () => {
      for (const field of references) {
        figures.fields += 1;
        for (const id of sampleOf(Object.values(alpha.ids), 2, 8)) {
          for (const value of typeof id === "number" ? [id, String(id)] : [id]) {
            sentByGamma.add(String(value));
            const put = (there: unknown) => ({ body: withField(bodyOf(endpoint), field, there) });
            const one = await assertNoLeak(gamma, route, pathOf(endpoint, gamma.ids), put(value), textsOfGamma());
            const other = await assertNoLeak(gamma, route, pathOf(endpoint, gamma.ids), put(absent(value)), textsOfGamma());
            expect(one.status, `${field.join(".")} = ${value}`).toBe(other.status);
            // An accepted value is the caller's own text.
            if (one.status >= 400) expect(comparable(one, value)).toEqual(comparable(other, absent(value)));
          }
        }
      }
      expect(await stateOf(alpha)).toEqual(before);
    });

  if (endpoint.input?.json !== undefined)
    it("can't make a foreign organization the owner of a row", async () => {
      const known = new Set(fieldsOf(endpoint).map((path) => path.join(".")));
      const claims = { organization_id: alpha.id, organization: alpha.id, owner_id: alpha.id, author_token_id: alpha.key.id, ...alpha.ids };
      const unknown = Object.entries(claims).filter(([name]) => !known.has(name));
      const plain = { ...(bodyOf(endpoint) as Record<string, unknown>), ...Object.fromEntries(unknown) };
      // In each object of a list, too.
      const body = parentsIn(endpoint, plain).reduce<unknown>((whole, at) => withField(whole, [...at, "organization_id"], alpha.id), plain);
      const path = pathOf(endpoint, gamma.ids);
      const strict = await assertNoLeak(gamma, route, path, { body, headers: { Prefer: "handling=strict" } });
      expect(strict.status).toBe(400);
      await assertNoLeak(gamma, route, path, { body }, textsOfGamma());
      expect(await stateOf(alpha)).toEqual(before);
    });
});

itUnlessLong("an organization has values by which a leak is recognized: its own responses are full of them", async () => {
  for (const route of GUARDED.filter(([, { method }]) => method === "get")) {
    const response = await send(alpha, route, pathOf(route[1], alpha.ids));
    expect(response.status).toBe(200);
    // The totals of the roll-ups contain no names.
    if (!/statistics|analytics/.test(route[1].path)) expect(leaked(traces, response), nameOf(route)).not.toEqual([]);
  }
});
