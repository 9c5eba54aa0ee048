import * as z from "zod";
import { NewProduct, ProductChange, ProductPath } from "../v1/contract";
import { presentProduct } from "../v1/present";
import type { OrgReader } from "../../platform/db/org-db";
import type { ProductRow } from "../rows.sql.ts";
import { changeProduct, createProduct, removeProduct } from "../commands";
import { readProductAndDuplicate } from "../read-product";
import { useCan } from "../../console/page-request";
import { fromForm } from "../../console/form";
import { type FormState, action, page, type Route, type View } from "../../console/page";
import { Form } from "../../console/parts/form";
import { PageLink } from "../../console/parts/link";
import { Notice } from "../../console/parts/notice";
import { ReadOnlyNotice } from "../../console/parts/read-only-notice";
import { PageHead } from "../../console/parts/page-head";
import { ExpectedVersion } from "../../console/edit-conflicts";
import { ProductAside, ProductFacts } from "./product-facts";
import { ProductForm } from "./product-form";
import { productListPage } from "./list-page";

const KINDS = { numbers: ["price"], lines: ["tags", "images", "stores", "platforms"] };

function NewProductPage(formState: FormState) {
  return (
    <>
      <PageHead title="New product" />
      <ProductForm {...formState} to="/products" button="Create product" version={null} />
    </>
  );
}

const newProductPage = page({ path: "/products/new", permission: "write" }, async () => ({
  title: "New product",
  body: <NewProductPage values={{}} violations={[]} />,
}));

const newProductForm = action(
  {
    path: "/products",
    permission: "write",
    form: fromForm(NewProduct, { ...KINDS, absent: ["price"] }),
    renderInvalid: async (formState) => ({ title: "New product", body: <NewProductPage {...formState} /> }),
  },
  async ({ org, form }) => {
    const { product } = await createProduct(org, form);
    return { to: `/products/${product.id}`, done: "created" };
  },
);

function Archive({ id }: { id: number }) {
  return (
    <Form to={`/products/${id}/archive`} confirm="Archive this product? It will be in no list and no search, and this can't be taken back.">
      <button class="danger">Archive product</button>
    </Form>
  );
}

function ProductBody({ row, twin, ...formState }: FormState & { row: ProductRow; twin: number | null }) {
  const canWrite = useCan("write");
  return (
    <>
      <PageHead title={row.title} lead={row.sku === null ? "No SKU yet" : `SKU ${row.sku}`}>
        {canWrite ? <Archive id={row.id} /> : null}
      </PageHead>
      {twin === null ? null : (
        <Notice kind="plain">
          This SKU is also that of <PageLink page={`/products/${twin}`}>another product</PageLink>.
        </Notice>
      )}
      <div class="columns top">
        {canWrite ? (
          <ProductForm {...formState} to={`/products/${row.id}`} button="Save" version={row.version} />
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

/** The product's page, filled in as it is stored or as it was sent. One trip. */
async function shown(org: OrgReader, id: number, sent?: FormState): Promise<View> {
  const { product, duplicateId } = await readProductAndDuplicate(org, id);
  const formState = sent ?? { values: presentProduct(product), violations: [] };
  return { title: product.title, body: <ProductBody {...formState} row={product} twin={duplicateId} /> };
}

const ofProduct = { path: "/products/:id", param: ProductPath } as const;

const productPage = page({ ...ofProduct, permission: "read" }, async ({ org, param }) => shown(org, param.id));

const changeProductForm = action(
  {
    ...ofProduct,
    permission: "write",
    form: fromForm(z.intersection(ProductChange, ExpectedVersion), KINDS),
    renderInvalid: async ({ org, param, values, violations }) => shown(org, param.id, { values, violations }),
  },
  async ({ org, param, form: { expected_version, ...fields } }) => {
    await changeProduct(org, { id: param.id, expectedVersion: expected_version }, fields);
    return { to: `/products/${param.id}`, done: "saved" };
  },
);

const archiveProductForm = action(
  { path: "/products/:id/archive", permission: "write", param: ProductPath, redirectOnRepeat: "/products" },
  async ({ org, param }) => {
    await removeProduct(org, param.id);
    return { to: "/products", done: "archived" };
  },
);

export const productRoutes: readonly Route[] = [
  productListPage,
  newProductPage,
  newProductForm,
  productPage,
  changeProductForm,
  archiveProductForm,
];
