import { resolve } from "node:path";
import { expect, it } from "vitest";
import { problemsOf } from "../../mutations/list.ts";

it("every fault of the mutation check can be planted, and its tests exist", () => {
  expect(problemsOf(resolve(import.meta.dirname, "../../.."))).toEqual([]);
});
