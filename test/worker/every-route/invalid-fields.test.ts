import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import type { Endpoint } from "../../../src/platform/http/endpoint";
import { hostileValue } from "../../kit/hostile-values";
import { bodyOf, encoded, nameOf, queryNames, ROUTES } from "../../kit/requests";
import { assertProperty } from "../../kit/property";
import { shareOf } from "../../kit/share";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  await ingestOrder(shop);
});

/** Fields that are validated together with others (a cursor with all filters, a period with its days), so that sending one alone proves nothing. */
const VALIDATED_TOGETHER = new Set(["period", "currency", "original_currency", "on_conflict", "cursor", "after"]);

type Change = readonly [field: string, value: unknown];

/** Statuses of requests that are rejected before their fields are validated. */
const REJECTED_BEFORE = [401, 403, 405, 429];

/** The code of an error about what is stored, and not about a field: the order of these requests has nothing to send. */
const ABOUT_STORED = "nothing_to_send";

/** The errors of a response about fields, sorted: the name of the field, or of the one that contains it, and the code. */
function errorsIn(response: ApiResponse): string[] {
  expect(REJECTED_BEFORE).not.toContain(response.status);
  const details: { path?: string; code: string }[] = response.status === 400 ? response.body.error.details : [];
  const ofFields = details.filter(({ code }) => code !== ABOUT_STORED);
  return ofFields.map(({ path = "", code }) => `${/^[^.[]*/.exec(path)?.[0] ?? ""}: ${code}`).toSorted();
}

/** The query parameters of an endpoint, or the fields of its body. */
function fieldsOf(endpoint: Endpoint): string[] {
  const body = bodyOf(endpoint);
  // The bytes of a file have no fields.
  const ofBody = typeof body === "string" ? [] : Object.keys(body ?? {});
  const names = endpoint.method === "get" ? queryNames(endpoint.input?.query) : ofBody;
  return names.filter((name) => !VALIDATED_TOGETHER.has(name));
}

const guarded = ROUTES.filter(
  ([{ name }, endpoint]) => name !== "operator" && endpoint.guard.kind !== "open" && fieldsOf(endpoint).length > 0,
);

describe.each(shareOf(guarded).map((route) => [nameOf(route), ...route] as const))("%s", (_name, surface, endpoint) => {
  const valid = bodyOf(endpoint);
  const isGet = endpoint.method === "get";
  const fields = fieldsOf(endpoint);

  const send = async (changes: readonly Change[]): Promise<ApiResponse> => {
    const as = surface.name === "v1" ? shop.v1 : shop.v2;
    const path = endpoint.path.replaceAll(/:\w+/g, "1");
    if (isGet) return await as(`${path}?${changes.map(([name, value]) => `${name}=${encoded(value)}`).join("&")}`);
    const body = { ...(valid as object), ...Object.fromEntries(changes) };
    return await as(path, { method: endpoint.method.toUpperCase(), body, headers: idempotencyKey() });
  };

  it("several invalid fields get the errors that each of them gets alone, which name it", async () => {
    const change = fc.tuple(fc.constantFrom(...fields), hostileValue);
    const changes = fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ([name]) => name });
    await assertProperty(
      fc.asyncProperty(changes, async (several) => {
        const alone = await Promise.all(several.map(async (one) => errorsIn(await send([one]))));
        expect(errorsIn(await send(several))).toEqual(alone.flat().toSorted());
        for (const [index, errors] of alone.entries()) for (const error of errors) expect(error).toMatch(`${several[index]?.[0]}: `);
      }),
      { cases: 8 },
    );
  });
});
