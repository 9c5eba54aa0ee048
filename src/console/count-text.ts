const format = new Intl.NumberFormat("en");

export function countText(count: number): string {
  return format.format(count);
}

/** A count with its noun: `1 order`, `25,900 orders`. */
export function pluralize(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}
