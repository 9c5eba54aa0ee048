import { presentProduct } from "../product-view";
import { presentProductV2 } from "../v2/present";
import type { ProductRow } from "../rows.sql.ts";
import { useCan, usePageRequest } from "../../../console/page-request";
import { MetadataFacts } from "../../../console/parts/pair-rows";
import { ExternalLink, PageLink } from "../../../console/parts/link";
import { Thumb } from "../../../console/parts/thumb";
import { Facts, Moment, Money } from "../../../console/parts/values";

export function ProductFacts({ row }: { row: ProductRow }) {
  const { currency } = usePageRequest().member.organization;
  const showsCost = useCan("money");
  const { cost, cost_currency } = row;
  const { sku, spu, supplier, material, description, tags, stores, platforms } = presentProductV2(row);
  const facts = [
    ["SKU", sku],
    ["SPU", spu],
    ["Price", <Money units={row.price} currency={currency} />],
    ["Unit cost", !showsCost || cost === null || cost_currency === null ? null : <Money units={cost} currency={cost_currency} />],
    ["Supplier", supplier],
    ["Material", material],
    ["Stores", stores.join(", ")],
    ["Platforms", platforms.join(", ")],
    ["Tags", tags.join(", ")],
    ["Description", description === null ? null : <span class="prose">{description}</span>],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      <MetadataFacts metadata={row.metadata} />
    </>
  );
}

/** The images of a product, which open in a tab of their own. */
function Images({ images }: { images: readonly string[] }) {
  if (images.length === 0) return <p class="soft">No images.</p>;
  return (
    <p class="actions">
      {images.map((url, at) => (
        <Thumb url={url} label={`Open image ${at + 1}`} />
      ))}
    </p>
  );
}

function Links({ title, links }: { title: string; links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="plain">
        {links.map((link) => (
          <li>
            <ExternalLink href={link} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The panel beside the form: links to the product's files, and fields that only integrations write. */
export function ProductAside({ row }: { row: ProductRow }) {
  const { design_link, images, videos, labels, sizes } = presentProduct(row);
  const facts = [
    ["Created", <Moment at={row.created_at} time />],
    ["Changed", <Moment at={row.updated_at} time />],
    ["Sizes", sizes.join(", ")],
    ["Labels", labels.join(", ")],
  ] as const;
  return (
    <aside class="panel" aria-label="More about this product">
      <h2>Images</h2>
      <Images images={images} />
      <Facts facts={facts} />
      {row.sku === null ? null : (
        <p>
          <PageLink page={`/orders?q=${encodeURIComponent(row.sku.slice(0, 200))}`}>Orders with this SKU</PageLink>
        </p>
      )}
      <Links title="Design link" links={design_link === null ? [] : [design_link]} />
      <Links title="Videos" links={videos} />
    </aside>
  );
}
