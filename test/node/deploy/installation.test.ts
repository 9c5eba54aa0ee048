import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import type { Unstable_RawConfig } from "wrangler";
import { configurationFor, readConfiguration } from "../../../cli/databases/configuration.ts";
import { MAX_NAME_LENGTH, rateLimitNamespace, readName, renameInstallation } from "../../../cli/deploy/installation.ts";

interface Limited {
  ratelimits: { name: string; namespace_id: string }[];
}

const toml = readConfiguration(".");
const namespacesOf = (config: object) => (config as Limited).ratelimits.map(({ namespace_id }) => namespace_id);

/** Every text in a configuration that names a resource of the account. */
const namesIn = (config: Unstable_RawConfig): string[] => [
  String(config.name),
  ...(config.d1_databases ?? []).map(({ database_name: name }) => `database ${name}`),
  ...(config.queues?.producers ?? []).map(({ queue }) => `queue ${queue}`),
  ...(config.queues?.consumers ?? []).flatMap(({ queue, dead_letter_queue: dead }) => [`queue ${queue}`, `queue ${dead ?? queue}`]),
  ...namespacesOf(config).map((namespace) => `rate limit ${namespace}`),
];

it("the rate limit of wrangler.toml has the number that is derived from its names", () => {
  expect(namespacesOf(toml)).toEqual([rateLimitNamespace("order-operations", "AUTH_FAILURES")]);
});

it("installations share no name, and differ in nothing else", () => {
  const installations = ["order-operations", "a", "b", "staging-eu"].map((name) => renameInstallation(toml, name));
  const names = installations.map((config) => new Set(namesIn(config)));
  expect(new Set(names.flatMap((some) => [...some])).size).toBe(names.reduce((sum, { size }) => sum + size, 0));
  const texts = installations.map((config) => {
    const text = JSON.stringify({ ...config, ratelimits: null });
    return text.replaceAll(/"(?:order-operations|a|b|staging-eu)(-deliveries[a-z-]*)?"/g, '"NAME$1"');
  });
  expect(new Set(texts).size).toBe(1);
});

it("routes and database ids of wrangler.toml are omitted, because they belong to the other installation", () => {
  const databases = (toml.d1_databases ?? []).map((database) => ({ ...database, database_id: "7d1c" }));
  const config = { ...toml, route: "a.example.com/*", routes: ["b.example.com/*"], d1_databases: databases };
  const renamed = renameInstallation(config, "staging");
  expect(JSON.stringify(renamed)).not.toMatch(/example\.com|7d1c/);
});

it("a name whose rate limit would be that of wrangler.toml is rejected", () => {
  const [limit] = (toml as unknown as Limited).ratelimits;
  const config = { ...toml, ratelimits: [{ ...limit, namespace_id: rateLimitNamespace("staging", "AUTH_FAILURES") }] };
  expect(() => renameInstallation(config as Unstable_RawConfig, "staging")).toThrow('"staging" would share the rate limit');
});

it("names are accepted if all resources can have them, and rejected if not, or if they belong to another installation's databases", () => {
  const longest = "a".repeat(MAX_NAME_LENGTH);
  for (const name of ["a", "staging", "shop2", "shop-2b", longest]) expect(readName(name)).toBe(name);
  for (const name of ["", "Shop", "my shop", "-a", "a-", "2nd", "shop_1", `${longest}a`])
    expect(() => readName(name)).toThrow("--name must have");
  for (const name of ["shop-1", "shop-49"]) expect(() => readName(name)).toThrow("--name must not end with a hyphen and a number");
  // A queue's name has at most 63 characters.
  const lengths = (renameInstallation(toml, longest).queues?.consumers ?? []).map(({ queue }) => queue.length);
  expect([lengths.length, Math.max(...lengths) <= 63]).toEqual([3, true]);
});

it("the limits of an invocation and of the consumers are set, and the former omitted on the Free plan, which rejects them", () => {
  expect(toml).toMatchObject({ limits: { cpu_ms: 30_000, subrequests: 10_000 } });
  expect(toml.queues?.consumers?.map(({ max_concurrency: most }) => most)).toEqual([20, 20, 1]);
  const file = configurationFor(".", 1, { name: null, plan: "free" });
  const { limits, ...free } = JSON.parse(readFileSync(String(file), "utf8")) as Record<string, unknown>;
  const { limits: _, ...paid } = parse(readFileSync("wrangler.toml", "utf8"));
  expect({ limits, free }).toEqual({ limits: undefined, free: paid });
});
