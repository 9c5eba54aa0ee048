import { dateFormat } from "../../../platform/values/date-format";
import { dayNumber, dayText } from "../../../platform/values/zone";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Language, Sentence } from "../../../public/texts/catalog";
import { isLate } from "../supplier-order-view";
import type { Work } from "../work";

/** A day as people write it in a language. */
const dayLabel = (day: string, language: Language): string =>
  dateFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** The day of a time, as people write it in a language. */
export const dayOf = (at: number, org: OrgReader, language: Language): string =>
  dayLabel(dayText(dayNumber(at, org.organization.timezone)), language);

/** By when an order is to be shipped. Null if that is unknown. */
export function dueSentence({ order }: Work, org: OrgReader, language: Language): (Sentence & { isLate: boolean }) | null {
  if (order.due_date === null) return null;
  const late = isLate(order, dayText(dayNumber(org.now, org.organization.timezone)));
  return { key: late ? "late" : "due", values: { day: dayLabel(order.due_date, language) }, isLate: late };
}
