import { presentProduct } from "../product-view";
import { presentProductV2 } from "../v2/present";
import type { ProductRow } from "../rows.sql.ts";
import { useCan, usePageRequest } from "../../../console/page-request";
import { MetadataFacts } from "../../../console/parts/pair-rows";
import { ExternalLink, PageLink } from "../../../console/parts/link";
import { Thumbnail } from "../../../console/parts/thumbnail";
import { Facts, Moment, Money, multiline, Sku } from "../../../console/parts/values";
import { platformName } from "../../stores/console/platform-names";
import { productFact, type RejectedProductField } from "./product-fields";

interface PanelProps {
  row: ProductRow;
  /** The state of the form of a field that was rejected. */
  rejected: RejectedProductField | undefined;
}

/** What the product is, what it costs, and what new items with its SKU take from it. */
export function WhatItIs({ row, rejected }: PanelProps) {
  const { currency } = usePageRequest().member.organization;
  const showsMoney = useCan("money");
  const { cost, cost_currency } = row;
  const { sku, spu, supplier, material, design_link, images } = presentProductV2(row);
  const edited = { row, rejected };
  const isKnown = cost !== null && cost_currency !== null;
  const numbers = [sku, spu].filter((text) => text !== null);
  const facts = [
    productFact({ ...edited, field: "sku", value: numbers.length === 0 ? null : <Sku sku={numbers.join(", ")} /> }),
    productFact({ ...edited, field: "price", value: <Money units={row.price} currency={currency} /> }),
    productFact({
      ...edited,
      field: "cost",
      value: isKnown && showsMoney ? <Money units={cost} currency={cost_currency} /> : null,
      isFixed: isKnown && !showsMoney,
    }),
    productFact({ ...edited, field: "supplier", value: supplier }),
    productFact({ ...edited, field: "material", value: material }),
    productFact({ ...edited, field: "design", value: design_link === null ? null : <ExternalLink href={design_link} /> }),
  ] as const;
  return (
    <section class="panel" aria-label="What it is">
      <div class="pictured">
        <div class="picture">
          <Thumbnail url={images[0] ?? null} label="Open image 1" isLarge />
        </div>
        <Facts facts={facts} />
      </div>
      <p class="hint">New items with this SKU take the cost, the supplier, the material and the design link, if they have none.</p>
    </section>
  );
}

/** All images of a product, which open in a tab of their own. */
function Images({ images }: { images: readonly string[] }) {
  return (
    <span class="thumbnails">
      {images.map((url, at) => (
        <Thumbnail url={url} label={`Open image ${at + 1}`} />
      ))}
    </span>
  );
}

/** How the product is described and found. */
export function Description({ row, rejected }: PanelProps) {
  const { description, tags, images } = presentProduct(row);
  const edited = { row, rejected };
  const facts = [
    productFact({ ...edited, field: "description", value: multiline(description) }),
    productFact({ ...edited, field: "tags", value: tags.length === 0 ? null : tags.join(", ") }),
    productFact({ ...edited, field: "images", value: images.length === 0 ? null : <Images images={images} /> }),
  ] as const;
  if (facts.every(([, value]) => value === null)) return null;
  return (
    <section class="panel">
      <h2>Description</h2>
      <Facts facts={facts} />
    </section>
  );
}

function Videos({ videos }: { videos: readonly string[] }) {
  return (
    <>
      {videos.map((video) => (
        <span class="line">
          <ExternalLink href={video} />
        </span>
      ))}
    </>
  );
}

/** Where the product is sold and used, and its fields that nobody can edit. */
export function WhereUsed({ row }: { row: ProductRow }) {
  const { sku, stores, platforms, labels, sizes, videos } = presentProduct(row);
  const orders = sku === null ? null : <PageLink page={`/orders?q=${encodeURIComponent(sku.slice(0, 200))}`}>With this SKU</PageLink>;
  const facts = [
    ["Orders", orders],
    ["Stores", stores.join(", ")],
    ["Platforms", platforms.map(platformName).join(", ")],
    ["Sizes", sizes.join(", ")],
    ["Labels", labels.join(", ")],
    ["Videos", videos.length === 0 ? null : <Videos videos={videos} />],
    ["Created", <Moment at={row.created_at} time />],
    ["Changed", <Moment at={row.updated_at} time />],
  ] as const;
  return (
    <>
      <section class="panel">
        <h2>Where it is used</h2>
        <Facts facts={facts} />
      </section>
      <MetadataFacts metadata={row.metadata} />
    </>
  );
}
