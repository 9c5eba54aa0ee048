import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, it } from "vitest";

/** What is deployed: the environment `production`, or the top level where there is no such environment. */
function productionConfig(): Record<string, unknown> {
  const config = parse(readFileSync("wrangler.toml", "utf8")) as { env?: { production?: Record<string, unknown> } };
  return config.env?.production ?? config;
}

it("states where production answers: on workers.dev, and at no preview address", () => {
  expect(productionConfig()).toMatchObject({ workers_dev: true, preview_urls: false });
});
