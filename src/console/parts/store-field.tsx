import { foldCase } from "../../platform/values/fold-case";
import type { FormState } from "../page";
import { SelectField, TextField } from "./form";
import { PageButton } from "./link";

/** Stores in a select field. If there are more, a text field takes the store's id or code instead. */
export const MAX_OPTIONS = 200;

export interface StoreOption {
  id: number;
  code: string | null;
  name: string;
  currency: string;
  is_active: number;
}

export interface StoreOptions {
  stores: readonly StoreOption[];
  total: number;
}

/** A store that must be chosen, by its id. With more stores than a select field holds, a text field takes the store's id, code or name. */
export function RequiredStoreField({ offered: { stores, total } }: { offered: StoreOptions }) {
  if (total > stores.length) return <TextField name="store" label="Store" hint="The store's code or name." maxLength={255} required />;
  const options = stores.filter(({ is_active }) => is_active === 1).map(({ id, name }) => [String(id), name] as const);
  return <SelectField name="store" label="Store" options={options} required />;
}

/** A store, or an empty choice for a new one, whose fields follow. */
export function StoreOrNew({ offered: { stores, total } }: { offered: StoreOptions }) {
  if (total > stores.length) {
    return <TextField name="store" label="Store" hint="Its code or name. If empty, a new store is created." maxLength={255} />;
  }
  const options = stores.map(({ id, name }) => [String(id), name] as const);
  return <SelectField name="store" label="Store" options={options} none="Create a new store" />;
}

/** Replaces a form that needs a store while there is none. `what` belongs to a store. */
export function NoStore({ what }: { what: string }) {
  return (
    <div class="empty">
      <p class="title">No stores yet.</p> <p>{what} belongs to a store.</p>
      <p class="actions">
        <PageButton page="/stores/new" label="Create store" icon="plus" permission="write" />
      </p>
    </div>
  );
}

interface Props {
  formState: FormState;
  label: string;
  none: string;
  offered: StoreOptions;
}

/** A store by its id, under the name `store_id`. A filter's URL may also contain its code or name. */
export function StoreField({ formState, label, none, offered: { stores, total } }: Props) {
  if (total > MAX_OPTIONS)
    return <TextField formState={formState} name="store_id" label={label} hint="The store's code or name." maxLength={255} />;
  const text = formState.values["store_id"];
  const folded = typeof text === "string" ? foldCase(text) : "";
  const chosen = stores.find(({ id, code, name }) =>
    [String(id), code, name].some((known) => known !== null && foldCase(known) === folded),
  );
  const values = { ...formState.values, ...(chosen !== undefined && { store_id: String(chosen.id) }) };
  const options = stores.map(({ id, name }) => [String(id), name] as const);
  // Keeps an unknown store from the URL selected.
  if (chosen === undefined && typeof text === "string" && text !== "") options.push([text, text]);
  return <SelectField formState={{ ...formState, values }} name="store_id" label={label} options={options} none={none} />;
}
