import * as z from "zod";
import { ExpectedVersion } from "../../../console/form";
import type { FormState } from "../../../console/page";
import type { ErrorDetail } from "../../../platform/api-error";
import { MAPPED_FIELDS, type MappedName } from "../../orders/items/property-fields";
import { PropertyMapBody } from "../v2/property-map";

export const ROW_INPUTS = { name: "property_name", field: "property_field", key: "property_key" } as const;

/** The choice that leaves a property without a field. An empty choice leaves it to the defaults. */
export const NO_FIELD = "none";

const textsIn = (value: unknown): string[] => [value].flat().filter((text) => typeof text === "string");

/** The names that the rows of a form map. A row without a name or a choice is left out. */
function sentNames(values: FormState["values"]): { name: string; field: string | null; key: string | null }[] {
  const [names, fields, keys] = [ROW_INPUTS.name, ROW_INPUTS.field, ROW_INPUTS.key].map((input) => textsIn(values[input]));
  return (names ?? []).flatMap((name, row) => {
    const [field = "", key = ""] = [fields?.[row], keys?.[row]?.trim()];
    if (name.trim() === "" || field === "") return [];
    // Only metadata has a key. What was typed for another choice is dropped.
    return [{ name: name.trim(), field: field === NO_FIELD ? null : field, key: field === "metadata" && key !== "" ? key : null }];
  });
}

/** The form of a connection's own map. `preview` shows what it would do, and saves nothing. */
export const PropertyForm = z.preprocess(
  (fields) => {
    const values = fields as FormState["values"];
    const { preview, expected_version } = values;
    return { property_map: sentNames(values), preview: preview !== undefined, expected_version };
  },
  z.object({ property_map: PropertyMapBody, preview: z.boolean() }).extend(ExpectedVersion.shape),
);

/** The rows of a rejected form, to show them again. */
export function rejectedNames(values: FormState["values"]): MappedName[] {
  return sentNames(values).map(({ name, field, key }) => ({ name, field: MAPPED_FIELDS.find((each) => each === field) ?? null, key }));
}

/** The violations of a form with the names of the properties that they are about. */
export function namedViolations({ values, violations }: FormState): ErrorDetail[] {
  const names = sentNames(values);
  return violations.map((violation) => {
    const [, row] = /^property_map\[(\d+)\]/.exec(violation.path ?? "") ?? [];
    const name = row === undefined ? undefined : names[Number(row)]?.name;
    return name === undefined ? violation : { ...violation, message: `${name}: ${violation.message}` };
  });
}
