import type { FormState } from "../../../console/page";
import { Form } from "../../../console/parts/form";
import { noteSentValue } from "../../../console/parts/opened-values";
import { Notice } from "../../../console/parts/notice";
import { Table } from "../../../console/parts/table";
import type { ErrorDetail } from "../../../platform/api-error";
import { MAX_METADATA_KEY_LENGTH } from "../../../platform/values/metadata-limits";
import { ITEM_FORM_LABELS, ITEM_LABELS } from "../../orders/console/field-labels";
import { unfitReason } from "../../orders/items/mapped-properties";
import { MAPPED_FIELDS, type MappedField, type MappedName } from "../../orders/items/property-fields";
import { DEFAULT_PROPERTY_MAP, foldPropertyName, PropertyMap } from "../../orders/items/property-map";
import { MAX_NAME_LENGTH } from "../../orders/order-limits";
import type { ConnectionRow } from "../connections.sql.ts";
import type { RecentProperty } from "../inbox/recent-properties.sql.ts";
import { shopAdapterOf } from "../platforms/platforms";
import { NO_FIELD, ROW_INPUTS } from "./property-form";

/** The map that is shown: the stored one, or one that was sent, with what is wrong with it or to see what it does. */
export interface ShownMap {
  names: readonly MappedName[];
  /** All are shown above the rows, so each message names its property (property-form.ts). */
  violations: readonly ErrorDetail[];
  /** What was sent. Empty for the stored map. */
  values: FormState["values"];
  isPreview: boolean;
}

/** Empty rows for properties that did not occur. After they are saved, there are as many again. */
const SPARE_ROWS = 2;
const MAX_SHOWN_VALUE_LENGTH = 80;

const LABELS = { ...ITEM_LABELS, ...ITEM_FORM_LABELS };
const labelOf = (field: MappedField): string => LABELS[field];

function fieldText({ field, key }: MappedName): string {
  if (field === null) return "Property only";
  return field === "metadata" && key !== null ? `Metadata: ${key}` : labelOf(field);
}

const UNFIT_TEXTS: Record<NonNullable<ReturnType<typeof unfitReason>>, string> = {
  no_web_address: "no web address",
  too_long_for_metadata: "too long for metadata",
};

/** What a property becomes. `propertiesShownAs` says what those become that the map does not name. */
function outcomeOf(map: PropertyMap, { name, value }: RecentProperty, propertiesShownAs: string): string {
  const mapped = map.find(name);
  // Shops hide names with an underscore from the buyer.
  if (mapped === undefined) return name.startsWith("_") ? "Property only" : propertiesShownAs;
  const unfit = unfitReason(mapped, value);
  return unfit === null ? fieldText(mapped) : `Property only, because it is ${UNFIT_TEXTS[unfit]}`;
}

interface RowProps {
  /** Null in an empty row. */
  name: string | null;
  /** What the connection's own map makes of it. Undefined: the default applies. */
  own: MappedName | undefined;
}

function Choice({ name, own }: RowProps) {
  const byDefault = name === null ? undefined : DEFAULT_PROPERTY_MAP.find(name);
  const chosen = chosenField(own);
  const options = [
    ["", byDefault === undefined ? "Default" : `Default (${fieldText(byDefault)})`],
    ...MAPPED_FIELDS.map((field) => [field, labelOf(field)] as const),
    [NO_FIELD, "Property only"],
  ] as const;
  return (
    <div class="becomes">
      <select name={ROW_INPUTS.field} aria-label={`Field for ${name ?? "another property"}`}>
        {options.map(([value, label]) => (
          <option value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
      <input
        name={ROW_INPUTS.key}
        value={own?.key ?? ""}
        maxlength={MAX_METADATA_KEY_LENGTH}
        placeholder="Key of the metadata"
        aria-label={`Key of the metadata for ${name ?? "another property"}`}
        autocomplete="off"
      />
    </div>
  );
}

function Name({ name }: { name: string | null }) {
  if (name === null) {
    return (
      <input
        name={ROW_INPUTS.name}
        maxlength={MAX_NAME_LENGTH}
        placeholder="Another property"
        aria-label="Name of another property"
        autocomplete="off"
      />
    );
  }
  return (
    <>
      <span class="words">{name}</span>
      <input type="hidden" name={ROW_INPUTS.name} value={name} />
    </>
  );
}

const chosenField = (own: MappedName | undefined): string => (own === undefined ? "" : (own.field ?? NO_FIELD));

/**
 * Notes the stored values of the rows as a browser would send them. With them, merge-form.ts merges the form with what somebody else has changed at
 * the same time. It renders nothing.
 */
function NoteStoredRows({ rows, ownOf }: { rows: readonly string[]; ownOf: ReadonlyMap<string, MappedName> }) {
  const own = rows.map((name) => ownOf.get(foldPropertyName(name)));
  noteSentValue(ROW_INPUTS.name, rows);
  noteSentValue(ROW_INPUTS.field, own.map(chosenField));
  noteSentValue(
    ROW_INPUTS.key,
    own.map((each) => each?.key ?? ""),
  );
  return null;
}

/** The first property of each name, which is that of the newest order. */
function distinctByName(recent: readonly RecentProperty[]): RecentProperty[] {
  return [...Map.groupBy(recent, ({ name }) => foldPropertyName(name)).values()].flatMap((same) => same[0] ?? []);
}

/** What the properties of the items of the latest orders become, and the form that changes it. */
export function PropertiesSection({
  connection,
  recent,
  shown,
}: {
  connection: ConnectionRow;
  recent: readonly RecentProperty[];
  shown: ShownMap;
}) {
  const map = new PropertyMap(shown.names);
  const { propertiesShownAs } = shopAdapterOf(connection.platform);
  const ownOf = new Map(shown.names.map((each) => [foldPropertyName(each.name), each]));
  const occurring = distinctByName(recent);
  const occurringNames = new Set(occurring.map(({ name }) => foldPropertyName(name)));
  const others = shown.names.filter(({ name }) => !occurringNames.has(foldPropertyName(name)));
  const rows = [
    ...occurring.map((property) => [
      <>
        <Name name={property.name} />
        <span class="below words">{shorten(property.value)}</span>
      </>,
      outcomeOf(map, property, propertiesShownAs),
      <Choice name={property.name} own={ownOf.get(foldPropertyName(property.name))} />,
    ]),
    ...others.map((own) => [
      <>
        <Name name={own.name} />
        <span class="below">Not in these orders</span>
      </>,
      fieldText(own),
      <Choice name={own.name} own={own} />,
    ]),
    ...Array.from({ length: SPARE_ROWS }, () => [<Name name={null} />, "", <Choice name={null} own={undefined} />]),
  ];
  return (
    <section id="properties">
      <h2>Properties of items</h2>
      <p>
        What buyers choose or type, and what apps of the shop add, is kept as properties of items. Here you choose which of them also become
        a field, for example the design file. It applies to orders that the shop sends from now on.
      </p>
      {shown.isPreview ? <Notice kind="good">This is what the properties would become. It is not saved yet.</Notice> : null}
      {occurring.length === 0 ? <p class="soft">The orders of the last deliveries have no properties.</p> : null}
      <details class="folded" open={occurring.length > 0 || others.length > 0 || shown.isPreview || shown.violations.length > 0}>
        <summary>Choose fields of properties</summary>
        <Form
          to={`/connections/${connection.id}/properties`}
          formState={{ values: shown.values, violations: shown.violations }}
          fields={[]}
          version={connection.version}
        >
          <NoteStoredRows rows={[...occurring.map(({ name }) => name), ...others.map(({ name }) => name)]} ownOf={ownOf} />
          <Table
            caption="Properties of the orders of the last deliveries"
            columns={["Property and its latest value", "Becomes", "Change"]}
            rows={rows}
            empty=""
          />
          <p class="hint"># at the end of a name stands for a number. Letter case does not matter.</p>
          <div class="actions">
            <button>Save properties</button>
            <button name="preview" value="on">
              Preview
            </button>
          </div>
        </Form>
      </details>
    </section>
  );
}

function shorten(value: string): string {
  return value.length > MAX_SHOWN_VALUE_LENGTH ? `${value.slice(0, MAX_SHOWN_VALUE_LENGTH)}…` : value;
}
