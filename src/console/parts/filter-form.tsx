import { type FilterField, type FilterTable, namesOf } from "../../platform/http/input/filters";
import { isDay } from "../../platform/values/zone";
import { type StoreOptions, StoreField } from "./store-field";
import { usePageRequest } from "../page-request";
import { SelectField, TextField, initialFormState } from "./form";
import { CheckField } from "./checkboxes";
import { PageLink } from "./link";

type Choice = string | readonly [value: string, label: string];

/** Adds the chosen value from the URL if it is not one of the choices. */
function withOther(choices: readonly Choice[], chosen: unknown): readonly Choice[] {
  const isListed = choices.some((choice) => (typeof choice === "string" ? choice : choice[0]) === chosen);
  return isListed || typeof chosen !== "string" ? choices : [...choices, chosen];
}

/** The values of the filters that are set in a query, parsed if they are valid. */
function valuesIn(filters: FilterTable, search: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const filter of Object.values(filters)) {
    const text = namesOf(filter)
      .map((name) => search.get(name)?.trim() ?? "")
      .find((value) => value !== "");
    const { success, data } = filter.query.safeParse(text);
    const value = success ? data : text;
    // A checkbox that is off filters nothing, but false may be one of several choices.
    if (value !== undefined && (value !== false || filter.field?.kind === "choice")) values[filter.name] = value;
  }
  const sort = search.get("sort") ?? "";
  return sort === "" ? values : { ...values, sort };
}

interface FieldProps {
  name: string;
  field: FilterField;
  values: Readonly<Record<string, unknown>>;
  choices: readonly Choice[] | undefined;
  stores: StoreOptions | undefined;
}

function Field({ name, field: { kind, label, placeholder, maxLength = 255 }, values, choices, stores }: FieldProps) {
  const props = { formState: initialFormState(values), name, label };
  const value = values[name];
  switch (kind) {
    case "search":
      return <TextField {...props} type="search" maxLength={200} {...(placeholder !== undefined && { placeholder })} />;
    case "text":
      if (choices !== undefined) return <SelectField {...props} options={withOther(choices, value)} none="Any" />;
      return <TextField {...props} maxLength={maxLength} {...(placeholder !== undefined && { placeholder })} />;
    case "number":
      return <TextField {...props} inputmode="numeric" maxLength={16} />;
    case "choice":
      return <SelectField {...props} options={withOther(choices ?? [], value)} none="Any" />;
    case "store":
      return <StoreField formState={props.formState} label={label} none="All" offered={stores ?? { stores: [], total: 0 }} />;
    case "day":
      return <TextField {...props} type="date" />;
    case "moment":
      // The URL may contain a time, although the form offers only days.
      return <TextField {...props} type={typeof value === "string" && !isDay(value) ? "text" : "date"} />;
    case "minute":
      return <TextField {...props} type="datetime-local" />;
    case "check":
      return <CheckField {...props} sends="true" />;
  }
}

interface PrintedProps {
  fields: readonly { name: string; field: FilterField }[];
  values: Readonly<Record<string, unknown>>;
  choices: Readonly<Record<string, readonly Choice[]>>;
  stores: StoreOptions | undefined;
}

/** The filters that are set, in words, because a printed list without its form would pass for a list of everything. */
function PrintedFilters({ fields, values, choices, stores }: PrintedProps) {
  const shown = fields.flatMap(({ name, field: { kind, label } }) => {
    const value = values[name];
    if (value === undefined) return [];
    if (kind === "check") return [label];
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const choice = choices[name]?.find((each) => typeof each !== "string" && each[0] === text)?.[1];
    const store = kind === "store" ? stores?.stores.find(({ id }) => String(id) === text)?.name : undefined;
    return [`${label}: ${choice ?? store ?? text}`];
  });
  return shown.length === 0 ? null : <p class="on-paper">{`Only: ${shown.join(" · ")}`}</p>;
}

interface FormProps {
  /** What is listed, for screen readers. */
  list: string;
  /** Default: `/` and the value of `list`. */
  path?: `/${string}`;
  filters: FilterTable;
  /** The sort orders to choose from, if the list can be sorted. */
  sorts?: readonly Choice[];
  /** The options of choice fields, and of text fields whose values are known, by the filter's parameter. */
  choices?: Readonly<Record<string, readonly Choice[]>>;
  stores?: StoreOptions;
  /** The parameter of a filter that tabs choose. The form keeps its value. */
  tabs?: string;
  search: URLSearchParams;
}

/** A form with the filters of a list that have a field. It needs no script, and one applies each change at once (browser/live-filters.ts). */
export function FilterForm({ list, path = `/${list}`, filters, sorts, choices = {}, stores, tabs, search }: FormProps) {
  const { base, member } = usePageRequest();
  const values = valuesIn(filters, search);
  const shown = Object.values(filters).flatMap(({ name, field }) => (field === undefined || name === tabs ? [] : [{ name, field }]));
  const chosenTab = tabs === undefined ? undefined : values[tabs];
  const common = shown.filter(({ field }) => field.rare !== true);
  const rare = shown.filter(({ field }) => field.rare === true);
  const fieldsOf = (some: typeof shown) =>
    some.map(({ name, field }) => <Field name={name} field={field} values={values} choices={choices[name]} stores={stores} />);
  // Of a list whose URL names another time zone than the organization's. The form keeps it.
  const zone = values["timezone"];
  return (
    <search>
      <PrintedFilters fields={shown} values={values} choices={choices} stores={stores} />
      <form class="filters" method="get" action={base + path} aria-label={`Filter ${list}`} data-live>
        {fieldsOf(common)}
        {sorts === undefined ? null : (
          <SelectField formState={initialFormState(values)} name="sort" label="Sort" options={withOther(sorts, values["sort"])} />
        )}
        {rare.length === 0 ? null : (
          <details class="more" open={rare.some(({ name }) => name in values)}>
            <summary>More filters</summary>
            <div class="filters">{fieldsOf(rare.filter(({ field }) => field.kind !== "check"))}</div>
            <p class="hint">Days begin at midnight in {zone ?? member.organization.timezone}.</p>
            <div class="filters">{fieldsOf(rare.filter(({ field }) => field.kind === "check"))}</div>
          </details>
        )}
        {tabs === undefined || typeof chosenTab !== "string" ? null : <input type="hidden" name={tabs} value={chosenTab} />}
        {typeof zone === "string" ? <input type="hidden" name="timezone" value={zone} /> : null}
        <div class="actions">
          <button data-apply>Apply filters</button>
          {Object.keys(values).length === 0 ? null : <PageLink page={path}>Clear filters</PageLink>}
        </div>
      </form>
    </search>
  );
}
