import { foldCase } from "../../../platform/values/fold-case";
import { useCan, usePageRequest } from "../../../console/page-request";
import type { FormState } from "../../../console/page";
import { MetadataRows } from "../../../console/parts/pair-rows";
import { Folded } from "../../../console/parts/folded";
import { Form, TextArea, TextField } from "../../../console/parts/form";
import { ChoicesField } from "../../../console/parts/checkboxes";
import { CurrencyField } from "../../../console/parts/known-values";
import { platformName } from "../../stores/console/platform-names";
import type { StoreOptions } from "../../../console/parts/store-field";
import { STORE_PLATFORMS } from "../../stores/store-kinds";
import { MAX_URL_LENGTH } from "../../../platform/values/text-limits";

const FIELDS = [
  "title",
  "sku",
  "spu",
  "description",
  "price",
  "design_link",
  "cost",
  "cost_currency",
  "supplier",
  "material",
  "tags",
  "images",
  "stores",
  "platforms",
  "metadata",
];

const listIn = (value: unknown): string[] => [value].flat().filter((text) => typeof text === "string" && text !== "") as string[];

/** The stores to choose from, and the texts of the product that name none of them. A store keeps the text by which the product names it. */
function storeChoices({ stores }: StoreOptions, texts: readonly string[]): readonly { value: string; label: string }[] {
  const named = stores.map(({ id, name, code }) => {
    const names = new Set([name, code ?? "", String(id)].map(foldCase));
    return { value: texts.find((text) => names.has(foldCase(text))) ?? name, label: name };
  });
  return withOthers(named, texts);
}

function platformChoices(texts: readonly string[]): readonly { value: string; label: string }[] {
  // A product may name a platform as people write it: "TikTok Shop" is `tiktok_shop`.
  const fold = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, "_");
  const known = STORE_PLATFORMS.map((name) => ({ value: texts.find((text) => fold(text) === name) ?? name, label: platformName(name) }));
  return withOthers(known, texts);
}

function withOthers(choices: readonly { value: string; label: string }[], texts: readonly string[]) {
  const others = texts.filter((text) => !choices.some(({ value }) => value === text));
  return [...choices, ...others.map((text) => ({ value: text, label: text }))];
}

/** Checkboxes. The hidden field tells that none is checked. */
function Choices({ name, label, choices }: { name: string; label: string; choices: readonly { value: string; label: string }[] }) {
  return (
    <div>
      <input type="hidden" name={name} value="" />
      <ChoicesField name={name} label={label} none="" choices={choices} />
    </div>
  );
}

/** The unit cost, which members without the permission "money" may only fill in. */
export function CostFields({ costCurrency }: { costCurrency: unknown }) {
  const { currency } = usePageRequest().member.organization;
  const hint = useCan("money") ? {} : { hint: "After you have saved it, you cannot see or change it." };
  return (
    <div class="pair">
      <TextField name="cost" label="Unit cost" {...hint} inputmode="decimal" />
      <CurrencyField name="cost_currency" label="Currency of the cost" none={`${currency}, as the organization`} value={costCurrency} />
    </div>
  );
}

interface ProductFormProps extends FormState {
  to: string;
  button: string;
  version: number | null;
  isCostKnown: boolean;
  offered: StoreOptions;
}

export function ProductForm({ to, button, version, isCostKnown, offered, ...formState }: ProductFormProps) {
  const showsCost = useCan("money") || !isCostKnown;
  const { currency } = usePageRequest().member.organization;
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <h2>Product</h2>
      <TextField name="title" label="Title" maxLength={255} required />
      <div class="pair">
        <TextField name="sku" label="SKU" maxLength={255} />
        <TextField name="spu" label="SPU" maxLength={255} />
      </div>
      <TextField
        name="price"
        label="Price"
        hint={version === null ? `In ${currency}. Default: 0.` : `In ${currency}.`}
        inputmode="decimal"
        required={version !== null}
      />
      <TextArea name="description" label="Description" maxLength={20_000} rows={5} />
      <h2>For items with this SKU</h2>
      <fieldset>
        <p class="hint">New items take these values if they have none.</p>
        {showsCost ? <CostFields costCurrency={formState.values["cost_currency"]} /> : null}
        <div class="pair">
          <TextField name="supplier" label="Supplier" maxLength={255} />
          <TextField name="material" label="Material" maxLength={255} />
        </div>
        <TextField name="design_link" label="Design link" maxLength={MAX_URL_LENGTH} inputmode="url" />
      </fieldset>
      <h2>Where it is sold, and how it is found</h2>
      <div class="pair">
        <TextArea name="tags" label="Tags" hint="One per line." />
        <TextArea name="images" label="Images" hint="One URL per line." />
      </div>
      <div class="pair">
        {/* More stores than were read are named in a text field. */}
        {offered.total > offered.stores.length ? (
          <TextArea name="stores" label="Stores" hint="One name or code per line." />
        ) : (
          <Choices name="stores" label="Stores" choices={storeChoices(offered, listIn(formState.values["stores"]))} />
        )}
        <Choices name="platforms" label="Platforms" choices={platformChoices(listIn(formState.values["platforms"]))} />
      </div>
      <Folded label="Metadata" names={["metadata", "metadata_name"]}>
        <MetadataRows formState={formState} />
      </Folded>
      <button class="primary">{button}</button>
    </Form>
  );
}
