import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, it } from "vitest";

/** The deployed environment: `production`, or the top level if there is none. */
function productionConfig(): Record<string, unknown> {
  const config = parse(readFileSync("wrangler.toml", "utf8")) as { env?: { production?: Record<string, unknown> } };
  return config.env?.production ?? config;
}

it("production is served on workers.dev, and at no preview address", () => {
  expect(productionConfig()).toMatchObject({ workers_dev: true, preview_urls: false });
});
