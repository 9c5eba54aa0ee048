import { Validator } from "@seriousme/openapi-schema-validator";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

// `npm run check -- openapi` checks this, too.
it.each(["v1", "v2", "operator"])("openapi/%s.json is a valid OpenAPI 3.1 document", async (name) => {
  const document = JSON.parse(readFileSync(`openapi/${name}.json`, "utf8")) as Record<string, unknown>;
  const { valid, errors } = await new Validator().validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});
