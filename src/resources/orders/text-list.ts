import { parseStored } from "../../platform/reading/json";

/** The texts of a list that is stored as JSON. */
export function readList(json: string | null): string[] {
  return json === null ? [] : parseStored<string[]>(json);
}
