import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { createShop, type Shop } from "../../kit/client";

/** The gates of an installation in a jurisdiction (docs/decisions/deployment.md#names-and-jurisdiction). */

afterEach(() => {
  vi.restoreAllMocks();
});

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** Bindings whose gates can be restricted to a jurisdiction. workerd has none, so the gates in a jurisdiction get other names. */
function inJurisdiction(JURISDICTION: string) {
  const [outside, inside]: [string[], string[]] = [[], []];
  const named = (names: string[], prefix: string) => ({
    getByName: (name: string, ...options: unknown[]) => {
      names.push([name, ...options.map((option) => JSON.stringify(option))].join(" "));
      return env.GATE.getByName(prefix + name);
    },
  });
  const GATE = {
    ...named(outside, ""),
    jurisdiction: (jurisdiction: string) => {
      expect(jurisdiction).toBe(JURISDICTION);
      return named(inside, `${jurisdiction}:`);
    },
  };
  return { bindings: { ...env, JURISDICTION, GATE } as unknown as Env, outside, inside };
}

const read = async (bindings: Env): Promise<number> => {
  const headers = { Authorization: `Bearer ${shop.token.secret}` };
  const request = new Request("https://api.example.com/api/v2/orders", { headers });
  return (await app.fetch(request, bindings, createExecutionContext())).status;
};

describe("with JURISDICTION", () => {
  it("the gate of a request is in the jurisdiction, without a region", async () => {
    await env.DB.prepare("update credentials set region = 'apac' where id = ?").bind(shop.token.id).run();
    const { bindings, outside, inside } = inJurisdiction("eu");
    expect(await read(bindings)).toBe(200);
    expect({ outside, inside: new Set(inside) }).toEqual({ outside: [], inside: new Set([`credential:${shop.token.id}`]) });
  });

  it("an unknown value is an invalid setting", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    expect(await read(inJurisdiction("mars").bindings)).toBe(503);
    expect(String(error.mock.calls)).toContain("JURISDICTION must be one of eu, fedramp, us.");
  });
});

it("without the setting, a gate is in no jurisdiction", async () => {
  const { bindings, outside, inside } = inJurisdiction("");
  expect(await read(bindings)).toBe(200);
  expect([outside.length > 0, inside]).toEqual([true, []]);
});
