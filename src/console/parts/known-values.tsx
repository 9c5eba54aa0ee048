import type { FormState } from "../page";
import { SelectField } from "./form";

const names = new Intl.DisplayNames("en", { type: "currency" });

/** The currencies that the runtime knows, as choices: `USD` with its name. */
const CURRENCIES = Intl.supportedValuesOf("currency").map((code) => [code, `${code}, ${names.of(code) ?? code}`] as const);

/** A currency. One that is stored but not known to the runtime stays a choice. */
export function CurrencyField({
  value,
  none = "The organization's",
  ...props
}: {
  /** Default: the state of the surrounding form. */
  formState?: FormState;
  name: string;
  label: string;
  hint?: string;
  none?: string;
  value: unknown;
  required?: boolean;
}) {
  return <SelectField {...props} options={withValue(CURRENCIES, value)} {...(props.required !== true && { none })} />;
}

/** The IANA time zones that the runtime lists, with UTC first. */
const zones = () => ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** A time zone. One that is stored under another of its names stays a choice. */
export function ZoneField({ value, ...props }: { name: string; label: string; hint?: string; value: unknown; required?: boolean }) {
  return (
    <SelectField
      {...props}
      options={withValue(
        zones().map((zone) => [zone, zone.replaceAll("_", " ")] as const),
        value,
      )}
    />
  );
}

type Choice = readonly [value: string, label: string];

/** Adds a value that is not among the choices. */
export function withValue(choices: readonly Choice[], value: unknown): readonly Choice[] {
  if (typeof value !== "string" || value === "" || choices.some(([known]) => known === value)) return choices;
  return [...choices, [value, value]];
}
