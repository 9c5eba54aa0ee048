import { foldText, type SearchTerm, toCharacters } from "./text-search";

/**
 * Email addresses and phone numbers in a full-text index. They are no words but terms of their own, because only those who may read contact
 * data may find orders by them (docs/spec/lists-and-filters.md#contact-data).
 */

/** Longer addresses are cut to this length, as written in the index, when indexed or searched for. */
const MAX_EMAIL_TERM_LENGTH = 128;

/** Fewer digits are not searched as a phone number, because many orders would have them. */
const MIN_PHONE_DIGITS = 7;

/** The most digits of a phone number (E.164). */
const MAX_PHONE_DIGITS = 15;

/** The most digits of a country code. */
const MAX_COUNTRY_DIGITS = 3;

function emailTerm(organizationId: number, email: string): string {
  return `${organizationId}~email~${toCharacters(foldText(email.trim())).join("").slice(0, MAX_EMAIL_TERM_LENGTH)}`;
}

/**
 * The digits of a phone number without what people write in different ways: separators, an extension, `(0)`, and the zeros before a country
 * code or a national number. Empty if it is not a phone number.
 */
function phoneDigits(text: string): string {
  const [number = ""] = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[x#]|ext/, 1);
  const digits = number.replaceAll(/\(\s?0\s?\)|\D/g, "").replace(/^0+/, "");
  return digits.length < MIN_PHONE_DIGITS || digits.length > MAX_PHONE_DIGITS ? "" : digits;
}

/** The term of a phone number is written backwards, because a number is found by its end: with or without its country code. */
function phoneTerm(organizationId: number, digits: string): string {
  return `${organizationId}~phone~${Array.from(digits).toReversed().join("")}`;
}

const exact = (term: string): SearchTerm => ({ term, isWhole: true, query: `"${term}"` });

/** The terms of an order's contact data, for the index. */
export function contactTerms(
  organizationId: number,
  { email, phone }: { email: string | null | undefined; phone: string | null | undefined },
): SearchTerm[] {
  const digits = phoneDigits(phone ?? "");
  return [
    ...(email?.includes("@") === true ? [exact(emailTerm(organizationId, email))] : []),
    ...(digits === "" ? [] : [exact(phoneTerm(organizationId, digits))]),
  ];
}

/** The full-text queries that find an email address by its beginning, or a phone number however it is written. Empty if a text is neither. */
export function contactQueries(organizationId: number, text: string): string[] {
  if (isEmail(text)) return [`"${emailTerm(organizationId, text)}"*`];
  const digits = isPhonePart(text) ? phoneDigits(text) : "";
  if (digits === "") return [];
  const national = Array.from({ length: MAX_COUNTRY_DIGITS }, (_, index) => digits.slice(index + 1));
  // The digits may be the end of an indexed number, or have a country code that the indexed number lacks. What is left without it must be a number
  // as it is indexed: long enough, and without zeros at its beginning.
  return [
    `"${phoneTerm(organizationId, digits)}"*`,
    ...national.filter((rest) => phoneDigits(rest) === rest).map((rest) => `"${phoneTerm(organizationId, rest)}"`),
  ];
}

const isEmail = (text: string): boolean => text.indexOf("@") > 0;

const isPhonePart = (text: string): boolean => /^[\d\s()+./-]+$/.test(text);

/** A text without the extension of the phone number at its end. A tracking number such as `1Z77X1199` has none. */
function withoutExtension(text: string): string {
  const extension = /\s?(?:x|ext\.?|#)\s?\d{1,8}$/i.exec(text);
  if (extension === null) return text;
  const before = text.slice(0, extension.index);
  let start = before.length;
  while (start > 0 && isPhonePart(before.charAt(start - 1))) start -= 1;
  const number = before.slice(start);
  return (start === 0 || /^\s/.test(number)) && phoneDigits(number) !== "" ? before : text;
}

/**
 * Splits a search into email addresses, phone numbers, which may have spaces, and the texts between them. Other characters that people copy with
 * an address are left out.
 */
export function splitContacts(q: string): string[] {
  const parts: string[] = [];
  let open: "phone" | "words" | null = null;
  for (const part of withoutExtension(q.normalize("NFKC"))
    .split(/\s+/)
    .filter((each) => each !== "")) {
    const kind = isEmail(part) ? null : isPhonePart(part) ? "phone" : "words";
    if (kind !== null && kind === open) parts.push(`${parts.pop() ?? ""} ${part}`);
    else parts.push(kind === null ? part.replaceAll(/[<>,;"()]|^mailto:/g, "") : part);
    open = kind;
  }
  return parts;
}
