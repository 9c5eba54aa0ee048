import { parseStored } from "../../platform/reading/json";
import type { MappedName } from "../orders/items/property-fields";
import { PropertyMap } from "../orders/items/property-map";
import type { StoredConnection } from "./connections.sql.ts";

/** A connection's own map of properties, as text. Null: it has none, and only the defaults apply. */
export function propertyMapText(names: readonly MappedName[]): string | null {
  return names.length === 0 ? null : JSON.stringify(names.map(({ name, field, key }) => ({ name, field, key })));
}

/** The names of a connection's own map, in its order. */
export function ownNames({ property_map }: Pick<StoredConnection, "property_map">): MappedName[] {
  return property_map === null ? [] : parseStored<MappedName[]>(property_map);
}

/** What the properties of the items of a connection become. */
export function propertyMapOf(connection: Pick<StoredConnection, "property_map">): PropertyMap {
  return new PropertyMap(ownNames(connection));
}
