import { foldCase } from "../../../platform/values/fold-case.ts";
import { DEFAULT_PROPERTIES } from "./default-properties.ts";
import { type MappedName, NUMBER_SIGN } from "./property-fields.ts";

/** The form in which the names of properties are compared: without letter case and surrounding spaces. */
export const foldPropertyName = (name: string): string => foldCase(name.trim());

function namesOf(names: readonly MappedName[]): ReadonlyMap<string, MappedName> {
  return new Map(names.map((mapped) => [foldPropertyName(mapped.name), mapped]));
}

const DEFAULTS = namesOf(DEFAULT_PROPERTIES);

/** What properties become, by their names: the names of a connection take precedence over the defaults (docs/spec/connections.md#property-map). */
export class PropertyMap {
  readonly #lists: readonly ReadonlyMap<string, MappedName>[];

  constructor(own: readonly MappedName[] = []) {
    this.#lists = [namesOf(own), DEFAULTS];
  }

  /** What the map says about a name; undefined: nothing. The name as it is written takes precedence over one with a number. */
  find(name: string): MappedName | undefined {
    const folded = foldPropertyName(name);
    const numbered = folded.replace(/\d{1,4}$/, NUMBER_SIGN);
    return this.#lists.map((names) => names.get(folded) ?? names.get(numbered)).find((mapped) => mapped !== undefined);
  }
}

/** The map of files, and of a connection that has no names of its own. */
export const DEFAULT_PROPERTY_MAP = new PropertyMap();
