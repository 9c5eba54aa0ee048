import * as z from "zod";
import type { ControlDb } from "../../platform/db/control-db";
import { optionalText } from "../../platform/http/input/text";
import { setName } from "./person-name.sql.ts";
import type { Person } from "./sessions.sql.ts";

export const MAX_NAME_LENGTH = 100;

/** A person's name in a form. Empty: none, so that their email address is shown. */
const PersonName = optionalText(MAX_NAME_LENGTH).transform((name) => name ?? null);

/** A name as a form sends it: null if it is empty, undefined if it is too long. */
export function readName(text: string): string | null | undefined {
  const { success, data } = z.safeParse(PersonName, text);
  return success ? data : undefined;
}

export const NAME_TOO_LONG = `A name has at most ${MAX_NAME_LENGTH} characters.`;

/** Gives a person a name, or none. Their organizations see the change in the audit log. */
export async function renamePerson(control: ControlDb, person: Person, name: string | null): Promise<void> {
  if (name !== person.name) await setName(control, person, name);
}
