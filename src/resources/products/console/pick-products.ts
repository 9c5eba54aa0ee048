import * as z from "zod";
import { textQuery } from "../../../platform/http/input/query";
import { readFilter } from "../../../platform/http/input/filters";
import { page } from "../../../console/page";
import { MAX_PICKS, picksResponse, textsOf } from "../../../console/picks";
import { PRODUCT_FILTERS } from "../filters";
import { listProducts } from "../read-product";

/** The products that a search finds, as JSON for the field of an item's name. One sequential round trip. */
export const pickProducts = page(
  { path: "/pick/products", permission: "write", query: z.object({ q: textQuery(200) }) },
  async ({ org, query: { q } }) => {
    if (q === undefined) return picksResponse([]);
    const sort = { field: "updated_at", direction: "desc" } as const;
    const { products } = await listProducts(org, readFilter(PRODUCT_FILTERS, org, { q }), { page: 1, size: MAX_PICKS, sort });
    return picksResponse(
      products.map(({ title, sku }) => ({
        value: sku === null ? title : `${title} · ${sku}`,
        label: sku ?? "No SKU",
        fields: textsOf({ name: title, sku }),
      })),
    );
  },
);
