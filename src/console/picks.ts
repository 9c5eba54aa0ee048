/** What a field offers while a text is typed (browser/pickers.ts). */
export interface PickerChoice {
  /** What the field contains once it is chosen. A script recognizes a choice by it, so those that people can tell apart have different values. */
  value: string;
  label: string;
  /** The texts of the fields that a choice fills in, by their names. */
  fields: Readonly<Record<string, string>>;
}

/** How many choices a field offers. */
export const MAX_PICKS = 8;

/** The texts of an object that are neither null nor empty. */
export function textsOf(values: Readonly<Record<string, string | null>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== "") texts[name] = value;
  return texts;
}

export const picksResponse = (picks: readonly PickerChoice[]): Response => Response.json({ picks });
