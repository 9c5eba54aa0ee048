import { type FilterField, type FilterTable, namesOf } from "../../platform/http/input/filters";
import { isDay } from "../../platform/values/zone";
import { type Offered, StoreField } from "../../stores/console/store-field";
import { usePageRequest } from "../page-request";
import { CheckField, SelectField, TextField, initialFormState } from "./form";
import { PageLink } from "./link";

type Choice = string | readonly [value: string, label: string];

/** The choices, and the one that an address names though it is none of them. */
function withOther(choices: readonly Choice[], chosen: unknown): readonly Choice[] {
  const isOffered = choices.some((choice) => (typeof choice === "string" ? choice : choice[0]) === chosen);
  return isOffered || typeof chosen !== "string" ? choices : [...choices, chosen];
}

/** The parameters of a query that are set, as they were understood. */
function valuesIn(filters: FilterTable, search: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const filter of Object.values(filters)) {
    const text = namesOf(filter)
      .map((name) => search.get(name)?.trim() ?? "")
      .find((value) => value !== "");
    const { success, data } = filter.query.safeParse(text);
    const value = success ? data : text;
    if (value !== undefined && value !== false) values[filter.name] = value;
  }
  const sort = search.get("sort") ?? "";
  return sort === "" ? values : { ...values, sort };
}

interface FieldProps {
  name: string;
  field: FilterField;
  values: Readonly<Record<string, unknown>>;
  choices: readonly Choice[] | undefined;
  stores: Offered | undefined;
}

/** The field of one filter. */
function Field({ name, field: { kind, label, placeholder, maxLength = 255 }, values, choices, stores }: FieldProps) {
  const props = { formState: initialFormState(values), name, label };
  const value = values[name];
  switch (kind) {
    case "search":
      return <TextField {...props} type="search" most={200} {...(placeholder !== undefined && { placeholder })} />;
    case "text":
      return <TextField {...props} most={maxLength} {...(choices !== undefined && { list: choices.map(String) })} />;
    case "number":
      return <TextField {...props} inputmode="numeric" most={16} />;
    case "choice":
      return <SelectField {...props} options={withOther(choices ?? [], value)} none="Any" />;
    case "store":
      return <StoreField formState={props.formState} label={label} none="All" offered={stores ?? { stores: [], total: 0 }} />;
    case "day":
      return <TextField {...props} type="date" />;
    case "moment":
      // An address may name a moment, where the form offers a day.
      return <TextField {...props} type={typeof value === "string" && !isDay(value) ? "text" : "date"} />;
    case "minute":
      return <TextField {...props} type="datetime-local" />;
    case "check":
      return <CheckField {...props} sends="true" />;
  }
}

interface FormProps {
  /** What is listed, in the plural. */
  list: string;
  /** The list's path, if it is not its name. */
  path?: `/${string}`;
  filters: FilterTable;
  /** The choices of a sort, if the list has any. */
  sorts?: readonly Choice[];
  /** Of choices, and suggestions for texts, by the filter's parameter. */
  choices?: Readonly<Record<string, readonly Choice[]>>;
  stores?: Offered;
  search: URLSearchParams;
}

/** The filters of a list that have a field, as a form that needs no script. */
export function FilterForm({ list, path = `/${list}`, filters, sorts, choices = {}, stores, search }: FormProps) {
  const { base, member } = usePageRequest();
  const values = valuesIn(filters, search);
  const shown = Object.values(filters).flatMap(({ name, field }) => (field === undefined ? [] : [{ name, field }]));
  const [rare, usual] = [true, false].map((isRare) => shown.filter(({ field }) => (field.rare === true) === isRare));
  const fieldsOf = (some: typeof shown = []) =>
    some.map(({ name, field }) => <Field name={name} field={field} values={values} choices={choices[name]} stores={stores} />);
  const zone = values["timezone"];
  return (
    <search>
      <form class="filters" method="get" action={base + path} aria-label={`Filter ${list}`}>
        {fieldsOf(usual)}
        {sorts === undefined ? null : (
          <SelectField formState={initialFormState(values)} name="sort" label="Sort" options={withOther(sorts, values["sort"])} />
        )}
        {rare === undefined || rare.length === 0 ? null : (
          <details class="more" open={rare.some(({ name }) => name in values)}>
            <summary>More filters</summary>
            <div class="filters">{fieldsOf(rare.filter(({ field }) => field.kind !== "check"))}</div>
            <p class="hint">Days begin at midnight in {zone ?? member.organization.timezone}.</p>
            <div class="filters">{fieldsOf(rare.filter(({ field }) => field.kind === "check"))}</div>
          </details>
        )}
        {typeof zone === "string" ? <input type="hidden" name="timezone" value={zone} /> : null}
        <div class="actions">
          <button>Apply filters</button>
          {Object.keys(values).length === 0 ? null : <PageLink page={path}>Clear filters</PageLink>}
        </div>
      </form>
    </search>
  );
}
