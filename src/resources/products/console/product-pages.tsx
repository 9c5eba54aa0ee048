import * as z from "zod";
import { ProductPath } from "../product-body";
import { NewProductV2, ProductChangeV2 } from "../v2/contract";
import { presentProductV2 } from "../v2/present";
import { textQuery } from "../../../platform/http/input/query";
import type { ProductRow } from "../rows.sql.ts";
import { changeProduct, createProduct, removeProduct } from "../commands";
import { readProductAndDuplicate } from "../read-product";
import { useCan } from "../../../console/page-request";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { type FormState, action, can, formPage, type Route } from "../../../console/page";
import { metadataValues, withMetadata } from "../../../console/parts/pair-rows";
import { Form, initialFormState } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Menu } from "../../../console/parts/menu";
import { Notice, ReadOnlyNotice } from "../../../console/parts/notice";
import type { StoreOptions } from "../../../console/parts/store-field";
import { listStoreOptions } from "../../stores/console/store-options";
import { ProductAside, ProductFacts } from "./product-facts";
import { ProductForm } from "./product-form";
import { productListPage } from "./list-page";
import { pickProducts } from "./pick-products";

const KINDS = { numbers: ["price", "cost"], lines: ["tags", "images", "stores", "platforms"] };
const ProductChangeForm = z.intersection(ProductChangeV2, ExpectedVersion);

/** What a link to the form of a new product may fill in. */
const NewProductQuery = z.object({ sku: textQuery(), title: textQuery() });

const newProduct = formPage(
  {
    path: "/products/new",
    to: "/products",
    permission: "write",
    query: NewProductQuery,
    form: withMetadata(fromForm(NewProductV2, { ...KINDS, absent: ["price", "cost_currency"] })),
    show: async ({ org, query }, sent = initialFormState(query)) => ({
      title: "Create product",
      back: { page: "/products", label: "All products" },
      body: (
        <ProductForm
          {...sent}
          to="/products"
          button="Create product"
          version={null}
          isCostKnown={false}
          offered={await listStoreOptions(org)}
        />
      ),
    }),
  },
  async ({ org, form }) => {
    const { product } = await createProduct(org, form);
    return { to: `/products/${product.id}`, flash: "product_created" };
  },
);

function Archive({ id }: { id: number }) {
  if (!useCan("write")) return null;
  return (
    <Menu>
      <Form
        to={`/products/${id}/archive`}
        confirm="Archive this product? It will no longer appear in lists and searches. This cannot be undone."
      >
        <button class="danger">Archive product</button>
      </Form>
    </Menu>
  );
}

interface ProductBodyProps extends FormState {
  row: ProductRow;
  duplicateId: number | null;
  offered: StoreOptions;
}

function ProductBody({ row, duplicateId, offered, ...formState }: ProductBodyProps) {
  return (
    <>
      {duplicateId === null ? null : (
        <Notice kind="plain">
          <PageLink page={`/products/${duplicateId}`}>Another product</PageLink> has the same SKU.
        </Notice>
      )}
      <div class="columns top">
        {useCan("write") ? (
          <ProductForm
            {...formState}
            to={`/products/${row.id}`}
            button="Save"
            version={row.version}
            isCostKnown={row.cost !== null}
            offered={offered}
          />
        ) : (
          <div>
            <ProductFacts row={row} />
            <ReadOnlyNotice />
          </div>
        )}
        <ProductAside row={row} />
      </div>
    </>
  );
}

/** The product's page. The form has the stored values, or those of a rejected form. Takes one round trip. */
const changeProductPage = formPage(
  {
    path: "/products/:id",
    param: ProductPath,
    pagePermission: "read",
    permission: "write",
    form: withMetadata(fromForm(ProductChangeForm, { ...KINDS, absent: ["cost_currency"] })),
    show: async ({ org, param }, sent) => {
      const [{ product, duplicateId }, offered] = await Promise.all([readProductAndDuplicate(org, param.id), listStoreOptions(org)]);
      return {
        title: product.title,
        back: { page: "/products", label: "All products" },
        lead: product.sku === null ? "No SKU yet" : `SKU ${product.sku}`,
        actions: <Archive id={product.id} />,
        body: (
          <ProductBody
            {...(sent ?? initialFormState({ ...presentProductV2(product), ...metadataValues(product.metadata) }))}
            row={product}
            duplicateId={duplicateId}
            offered={offered}
          />
        ),
      };
    },
  },
  async ({ org, member, param, form: { expected_version, ...fields } }) => {
    await changeProduct(org, { id: param.id, expectedVersion: expected_version, keepsKnownCost: !can(member, "money") }, fields);
    return { to: `/products/${param.id}`, flash: "product_saved" };
  },
);

const archiveProductForm = action(
  { path: "/products/:id/archive", permission: "write", param: ProductPath, redirectOnRepeat: "/products" },
  async ({ org, param }) => {
    await removeProduct(org, param.id);
    return { to: "/products", flash: "archived" };
  },
);

export const productRoutes: readonly Route[] = [productListPage, pickProducts, ...newProduct, ...changeProductPage, archiveProductForm];
