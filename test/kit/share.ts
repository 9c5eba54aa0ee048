import { inForm } from "./form";

/** Tests of every route are slow: `npm test` covers every third route, `npm run test:long` the others, and the full form all of them. */
export function shareOf<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, nth) => inForm({ test: nth % 3 === 0, long: nth % 3 !== 0, full: true }));
}
