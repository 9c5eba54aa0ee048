import * as z from "zod";
import { ProductPath } from "../product-body";
import { NewProductV2, ProductChangeV2 } from "../v2/contract";
import type { OrgReader } from "../../../platform/db/org-db";
import { textQuery } from "../../../platform/http/input/query";
import { changeProduct, createProduct, removeProduct } from "../commands";
import { readProductAndDuplicate } from "../read-product";
import { useCan } from "../../../console/page-request";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { action, can, formPage, page, type Route, type View } from "../../../console/page";
import { withMetadata } from "../../../console/parts/pair-rows";
import { Form, initialFormState } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Menu } from "../../../console/parts/menu";
import { Notice, ReadOnlyNotice } from "../../../console/parts/notice";
import { listStoreOptions } from "../../stores/console/store-options";
import { Description, WhatItIs, WhereUsed } from "./product-facts";
import { EDITABLE_PRODUCT_FIELDS, EDITABLE_PRODUCT_NAMES, productValues, type RejectedProductField } from "./product-fields";
import { ProductForm } from "./product-form";
import { productListPage } from "./list-page";
import { pickProducts } from "./pick-products";

/** How `fromForm` reads the fields that are not plain texts. */
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

function Duplicate({ id }: { id: number | null }) {
  if (id === null) return null;
  return (
    <Notice kind="plain">
      <PageLink page={`/products/${id}`}>Another product</PageLink> has the same SKU.
    </Notice>
  );
}

function ReadOnly() {
  return useCan("write") ? null : <ReadOnlyNotice />;
}

/** Renders a product's page in one round trip. Throws 404 Not Found for an unknown or an archived product. */
async function productView(org: OrgReader, id: number, rejected?: RejectedProductField): Promise<View> {
  const { product, duplicateId } = await readProductAndDuplicate(org, id);
  return {
    title: product.title,
    back: { page: "/products", label: "All products" },
    actions: (
      <>
        <PageButton page={`/products/${id}/edit`} label="Edit" icon="edit" permission="write" />
        <Archive id={id} />
      </>
    ),
    body: (
      <>
        <Duplicate id={duplicateId} />
        <div class="columns order">
          <div>
            <WhatItIs row={product} rejected={rejected} />
            <Description row={product} rejected={rejected} />
          </div>
          <div>
            <WhereUsed row={product} />
            <ReadOnly />
          </div>
        </div>
      </>
    ),
  };
}

const productPage = page(
  { path: "/products/:id", permission: "read", param: ProductPath },
  async ({ org, param }) => await productView(org, param.id),
);

/** What both forms of a stored product send: the one with all fields, and the one of a field that is edited in place. */
const ProductForms = fromForm(ProductChangeForm, { ...KINDS, absent: ["cost_currency"] });

/** All fields of a product. The form has the stored values, or those of a rejected form. Takes one round trip. */
const editProduct = formPage(
  {
    path: "/products/:id/edit",
    to: "/products/:id",
    param: ProductPath,
    permission: "write",
    form: withMetadata(ProductForms),
    show: async ({ org, param: { id } }, sent) => {
      const [{ product }, offered] = await Promise.all([readProductAndDuplicate(org, id), listStoreOptions(org)]);
      return {
        title: `Edit ${product.title}`,
        back: { page: `/products/${id}`, label: product.title, isPrinted: true },
        body: (
          <ProductForm
            {...(sent ?? initialFormState(productValues(product)))}
            to={`/products/${id}`}
            button="Save product"
            version={product.version}
            isCostKnown={product.cost !== null}
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

/** Saves what was edited in place: one field, or several that are one thing. */
const editProductFieldForm = action(
  {
    path: "/products/:id/fields/:product_field",
    permission: "write",
    param: ProductPath.extend({ product_field: z.enum(EDITABLE_PRODUCT_NAMES) }),
    form: ProductForms,
    renderInvalid: async ({ org, param, ...formState }) => await productView(org, param.id, { field: param.product_field, ...formState }),
    renderCurrent: async ({ org, param }) => await productView(org, param.id),
  },
  async ({ org, member, param, form: { expected_version, ...sent } }) => {
    // A form changes only the fields that it has shown, whatever it sends.
    const shown = new Set<string>(EDITABLE_PRODUCT_FIELDS[param.product_field].fields);
    const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => shown.has(name)));
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

export const productRoutes: readonly Route[] = [
  productListPage,
  pickProducts,
  ...newProduct,
  productPage,
  ...editProduct,
  editProductFieldForm,
  archiveProductForm,
];
