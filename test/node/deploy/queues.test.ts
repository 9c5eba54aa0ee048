import { expect, it } from "vitest";
import { EMPTY, recordedAccount } from "./run-deploy.ts";
import { changes } from "./several-databases.ts";

const QUEUE = "order-operations-deliveries-slow";

it.each([
  ["another Worker", "toys", "the Worker toys"],
  ["an HTTP pull consumer", "HTTP pull", "an HTTP pull consumer"],
])("rejects a queue that is consumed by %s, names both, and changes nothing", async (_name, consumer, named) => {
  const state = { ...EMPTY, queues: [QUEUE], consumers: { [QUEUE]: consumer } };
  using account = recordedAccount(state);
  const rejected = await account.deploy();
  expect({ code: rejected.code, changes: changes(rejected) }).toEqual({ code: 1, changes: [] });
  expect(rejected.stderr).toContain(`The queue ${QUEUE} already has a consumer, ${named}.`);
  expect(account.state()).toEqual(state);
});
