import { contactQueries, splitContacts } from "../../../platform/db/text/contact-terms";
import { foldText } from "../../../platform/db/text/text-search";

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The names of the customers that a search was for, among the orders that it has found: by name, or by email address or phone number. */
export function customersAmong(orders: readonly { customer_name: string | null }[], organizationId: number, q: string): string[] {
  const names = [...new Set(orders.flatMap(({ customer_name }) => (customer_name === null ? [] : [customer_name])))];
  if (splitContacts(q).some((part) => contactQueries(organizationId, part).length > 0)) return names;
  const beginnings = wordsOf(q);
  return names.filter((name) => {
    const words = wordsOf(name);
    return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
  });
}
