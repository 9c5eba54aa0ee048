import { isMetadataKey } from "../../../platform/values/metadata-key.ts";
import { MAX_METADATA_KEY_LENGTH } from "../../../platform/values/metadata-limits.ts";
import { toStorableText } from "../../../platform/values/storable-text.ts";
import { MAX_NAME_LENGTH } from "../order-limits.ts";
import type { ReadCell } from "./format.ts";
import { foldName } from "./header.ts";

interface NamedKind {
  purpose: string;
  /** Whether a name can be used. */
  accepts: (name: string) => boolean;
  /** The names that can be used, for messages. */
  expected: string;
}

const metadata = (purpose: string): NamedKind => ({
  purpose,
  accepts: isMetadataKey,
  expected: `a key of 1 to ${MAX_METADATA_KEY_LENGTH} characters without brackets`,
});

/** Columns of a spreadsheet whose values have a name that a person has chosen, such as `Property: Engraving`. There may be several of each kind. */
export const NAMED_KINDS = {
  Property: {
    purpose: "Item’s property",
    accepts: (name) => name.length >= 1 && name.length <= MAX_NAME_LENGTH,
    expected: `a name of 1 to ${MAX_NAME_LENGTH} characters`,
  },
  Metadata: metadata("Metadata of the order"),
  "Item metadata": metadata("Metadata of the item"),
} as const satisfies Readonly<Record<string, NamedKind>>;

export type NamedKindName = keyof typeof NAMED_KINDS;
export type NamedColumnName = `${NamedKindName}: ${string}`;

const KINDS = Object.keys(NAMED_KINDS) as NamedKindName[];

export interface NamedColumn {
  kind: NamedKindName;
  /** The name of its values. */
  name: string;
}

/** Reads the name of a column such as `Property: Engraving`. Null for a column of no kind, and for a name that can't be used. */
export function readNamedColumn(column: string): NamedColumn | null {
  const [kind, name] = [kindOf(column), toStorableText(column.slice(column.indexOf(":") + 1)).trim()];
  return kind !== null && NAMED_KINDS[kind].accepts(name) ? { kind, name } : null;
}

/** The kind that the name of a column begins with. Null if it begins with none. */
function kindOf(column: string): NamedKindName | null {
  const start = column.includes(":") ? foldName(column.slice(0, column.indexOf(":"))) : "";
  return KINDS.find((kind) => foldName(kind) === start) ?? null;
}

/** Why the name of a column of one of the kinds can't be used. Null if it can, and for a column of no kind. */
export function nameProblem(column: string): string | null {
  const kind = kindOf(column);
  return kind === null || readNamedColumn(column) !== null
    ? null
    : `The column “${column}” needs ${NAMED_KINDS[kind].expected} after “${kind}:”.`;
}

/** What an import uses such a column for. Undefined for any other column. */
export function namedPurpose(column: string): string | undefined {
  const named = readNamedColumn(column);
  return named === null ? undefined : `${NAMED_KINDS[named.kind].purpose}, “${named.name}”`;
}

/** The columns of one kind that a file has, in its order, with the names of their values. */
export function namedColumns({ names }: Pick<ReadCell, "names">, kind: NamedKindName): { column: string; name: string }[] {
  return names.flatMap((column) => {
    const named = readNamedColumn(column);
    return named?.kind === kind ? [{ column, name: named.name }] : [];
  });
}
