import { ExternalLink } from "../../../console/parts/link";
import { PrintedDesign } from "../../../console/parts/thumbnail";
import { Facts } from "../../../console/parts/values";
import { type PropertyView, readProperties } from "../items/properties";
import type { ItemRow } from "../rows.sql.ts";

/** What distinguishes an item from others of its product, in one line: its size, color and so on. Empty if nothing is known. */
export function kindOf({ variations, size, color, style, material }: ItemRow): string {
  return [variations, size, color, style, material].filter((text) => text !== null && text !== "").join(" · ");
}

/** The SKU of an item as people see it: its own, else the custom one. Empty if it has neither. */
export const skuOf = ({ sku, custom_sku }: Pick<ItemRow, "sku" | "custom_sku">): string => sku ?? custom_sku ?? "";

/** The properties of an item that its buyer has seen, except those that are a line of its variations or its personalization, too. */
export function seenProperties({ properties, variations, personalization }: ItemRow): PropertyView[] {
  const lines = new Set([variations, personalization].flatMap((text) => (text ?? "").split(/[\n,;|]/)).map((line) => line.trim()));
  return readProperties(properties).filter(({ name, value, hidden }) => !hidden && !lines.has(`${name}: ${value}`));
}

/** These properties, each in a line. */
export function PropertyLines({ item }: { item: ItemRow }) {
  return (
    <>
      {seenProperties(item).map(({ name, value }) => (
        <span class="line words">{`${name}: ${value}`}</span>
      ))}
    </>
  );
}

/** What the buyer of an item has chosen and wants on it, to compare with its proof. Nothing for an item of which neither is known. */
export function OrderedPanel({ item }: { item: ItemRow }) {
  const [kind, isPlain] = [kindOf(item), seenProperties(item).length === 0];
  if (kind === "" && isPlain && item.personalization === null) return null;
  const facts = [
    ["Personalization", item.personalization === null ? null : <span class="words personalization">{item.personalization}</span>],
    ["Chosen", isPlain ? null : <PropertyLines item={item} />],
    ["Variation", kind],
  ] as const;
  return (
    <section class="panel ordered">
      <h2>What the buyer ordered</h2>
      <Facts facts={facts} />
    </section>
  );
}

/** The properties of an item that its buyer has not seen, folded. Apps put the addresses of their files into them, which become links. */
export function HiddenProperties({ item }: { item: ItemRow }) {
  const hidden = readProperties(item.properties).filter((property) => property.hidden);
  if (hidden.length === 0) return null;
  return (
    <details>
      <summary>{`Hidden properties (${hidden.length})`}</summary>
      {hidden.map(({ name, value }) => (
        <span class="line words">
          {`${name}: `}
          <ExternalLink href={value} />
        </span>
      ))}
    </details>
  );
}

/** An item on a packing slip, with the picture of its design beside it. */
export function ItemLines({ item }: { item: ItemRow }) {
  const kind = kindOf(item);
  return (
    <div class="to-pack">
      <PrintedDesign url={item.design_url} />
      <div>
        <strong>{item.name}</strong>
        {skuOf(item) === "" ? null : <span class="sku-below">{skuOf(item)}</span>}
        {kind === "" ? null : <span class="line">{kind}</span>}
        {item.personalization === null ? null : <span class="line words">{item.personalization}</span>}
        <PropertyLines item={item} />
      </div>
    </div>
  );
}
