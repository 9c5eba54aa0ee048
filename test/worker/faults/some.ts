import { FULL, randomOf } from "../../kit/form";

/** All of these in the full form, otherwise `few` of them, chosen by name and seed. */
export function sampleOf<T>(name: string, all: readonly T[], few: number): readonly T[] {
  if (FULL) return all;
  const random = randomOf(name);
  const drawn = all.map((one) => ({ one, place: random() })).toSorted((a, b) => a.place - b.place);
  return drawn.slice(0, few).map(({ one }) => one);
}
