import { inForm } from "./form";

/**
 * A test of every route takes long: `npm test` goes over every third, `npm run test:long` over the others, and
 * the full form over all of it.
 */
export function shareOf<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, nth) => inForm({ test: nth % 3 === 0, long: nth % 3 !== 0, full: true }));
}
