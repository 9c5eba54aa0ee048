import { expect, it } from "vitest";
import { currencyProblem } from "../../../src/resources/orders/files/currency-problem.ts";

it("an import asks about orders in another currency than that of the store", () => {
  const problem = (currencies: string[], store: string | null) => currencyProblem(new Set(currencies), store);
  expect(problem(["USD"], "USD")).toBeNull();
  expect(problem([], "USD")).toBeNull();
  expect(problem(["EUR"], null)).toBeNull();
  expect(problem(["EUR"], "USD")).toBe("The orders of the file are in EUR, but the currency of this store is USD.");
  expect(problem(["USD", "GBP", "EUR"], "USD")).toBe("Some orders of the file are in EUR, GBP, but the currency of this store is USD.");
});
