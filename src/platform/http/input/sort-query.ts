import { choiceQueryIgnoringCase, closedQuery } from "./query";

const DIRECTIONS = ["asc", "desc"] as const;

/** The names of sort fields to what they sort by. Of several names for the same, the first one is canonical and the others are aliases. */
type SortFields<Field extends string> = Readonly<Record<string, Field>>;

function canonicalNames(fields: SortFields<string>): string[] {
  const names = Object.keys(fields);
  return names.filter((name) => names.find((other) => fields[other] === fields[name]) === name);
}

/** A sentence about the aliases of fields; empty if there are none. */
function describeAliases(fields: SortFields<string>): string {
  const canonical = canonicalNames(fields);
  const aliases = Object.keys(fields).filter((name) => !canonical.includes(name));
  return aliases.length === 0 ? "" : ` Other names of fields: ${aliases.join(", ")}.`;
}

/** `field`, `field:asc` or `field:desc`. The default is only for the documentation: the caller applies it. */
export function sortQuery<Field extends string>(fields: SortFields<Field>, { documentedDefault }: { documentedDefault: string }) {
  const names = canonicalNames(fields).flatMap((name) => DIRECTIONS.map((direction) => `${name}:${direction}`));
  const expected = `Expected field:asc or field:desc, field being one of ${Object.keys(fields).join(", ")}.`;
  return closedQuery(names, (text) => readSort(text, fields), { expected, code: "invalid_sort" }).describe(
    `Default: \`${documentedDefault}\`. The direction is \`desc\` if it is omitted, and its case is ignored.${describeAliases(fields)}`,
  );
}

/** The field of a sort, as a parameter of its own. The default is only for the documentation: the caller applies it. */
export function sortFieldQuery<Field extends string>(fields: SortFields<Field>, { documentedDefault }: { documentedDefault: string }) {
  const expected = `Expected one of ${Object.keys(fields).join(", ")}.`;
  const parse = (text: string) => (Object.hasOwn(fields, text) ? (fields[text] ?? null) : null);
  return closedQuery(canonicalNames(fields), parse, { expected, code: "invalid_sort" }).describe(
    `The sort field. Default: \`${documentedDefault}\`.${describeAliases(fields)}`,
  );
}

export function sortDirectionQuery() {
  return choiceQueryIgnoringCase(DIRECTIONS, "invalid_sort", { description: "The sort direction. Default: `desc`." });
}

function readDirection(text: string): (typeof DIRECTIONS)[number] | null {
  return DIRECTIONS.find((direction) => direction === text.toLowerCase()) ?? null;
}

/**
 * Parses a sort expression: `field`, `field:asc` or `field:desc`. The default direction is desc
 * (docs/spec/pagination.md#sort-expressions). Returns null if it is invalid.
 */
function readSort<Field extends string>(
  text: string,
  fields: SortFields<Field>,
): { field: Field; direction: (typeof DIRECTIONS)[number] } | null {
  const [name = "", directionText = "desc", ...rest] = text.split(":").map((part) => part.trim());
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const direction = readDirection(directionText);
  return field === undefined || rest.length > 0 || direction === null ? null : { field, direction };
}
