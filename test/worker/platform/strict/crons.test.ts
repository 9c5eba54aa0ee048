import { expect, it } from "vitest";
import { CRON_JOBS } from "../../../../src/entrypoints/jobs";
import config from "../../../../wrangler.toml?raw";

it("the cron triggers of wrangler.toml are those that have jobs", () => {
  const crons = /^crons = (\[.*\])$/m.exec(config)?.[1] ?? "[]";
  expect(JSON.parse(crons)).toEqual([...CRON_JOBS.keys()]);
});
