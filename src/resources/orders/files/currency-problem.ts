/**
 * Why an import asks about the currency of the store: the file's orders have another one. A store of several currencies is imported anyway, once
 * somebody has agreed. Null if it does not ask, also for a file that names no currency.
 */
export function currencyProblem(currencies: ReadonlySet<string>, storeCurrency: string | null): string | null {
  const others = [...currencies].filter((currency) => currency !== storeCurrency).toSorted();
  if (storeCurrency === null || others.length === 0) return null;
  const have = currencies.size === others.length ? "The orders of the file are" : "Some orders of the file are";
  return `${have} in ${others.join(", ")}, but the currency of this store is ${storeCurrency}.`;
}
