import type { OrgReader } from "../../platform/db/org-db";
import type { StoreRow } from "../list.sql.ts";
import { listStores } from "../read-store";
import { type Filled, SelectField, TextField } from "../../console/parts/form";

/** Stores that a choice offers; where there are more, one is named instead, in the field or in the address. */
const MAX_OPTIONS = 200;

export interface Offered {
  stores: readonly StoreRow[];
  total: number;
}

/** The stores that a field can offer; one trip. */
export function offeredStores(org: OrgReader): Promise<Offered> {
  return listStores(org, { page: 1, size: MAX_OPTIONS });
}

interface Props {
  filled: Filled;
  label: string;
  /** What no store is called. */
  none: string;
  offered: Offered;
}

/** A store by its id, under the name `store_id`. A filter's address may also name it by code or name. */
export function StoreField({ filled, label, none, offered: { stores, total } }: Props) {
  if (total > MAX_OPTIONS) return <TextField filled={filled} name="store_id" label={label} hint="The store's id or code." most={255} />;
  const text = filled.values["store_id"];
  const folded = typeof text === "string" ? text.toLowerCase() : "";
  const chosen = stores.find(({ id, code, name }) => [String(id), code?.toLowerCase(), name.toLowerCase()].includes(folded));
  const values = { ...filled.values, ...(chosen !== undefined && { store_id: String(chosen.id) }) };
  const options = stores.map(({ id, name }) => [String(id), name] as const);
  // What an address names stays chosen, although no store has this name.
  if (chosen === undefined && typeof text === "string" && text !== "") options.push([text, text]);
  return <SelectField filled={{ ...filled, values }} name="store_id" label={label} options={options} none={none} />;
}
