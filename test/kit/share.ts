import { inForm } from "./form";

/** Tests of every route, state or time zone are slow: `npm test` covers every fourth one, `npm run test:long` the others, and the full form all of them. */
export function shareOf<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, nth) => inForm({ test: nth % 4 === 0, long: nth % 4 !== 0, full: true }));
}
