import * as z from "zod";
import { action, page } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form } from "../../../console/parts/form";
import { Menu } from "../../../console/parts/menu";
import { PageLink } from "../../../console/parts/link";
import { CursorPager, Table } from "../../../console/parts/table";
import { Facts, Moment } from "../../../console/parts/values";
import { Uploader } from "../../../console/parts/uploader";
import { cursorPage } from "../../../platform/http/input/lists";
import { cursorQuery, DEFAULT_PAGE_SIZE, IntegerId } from "../../../platform/http/input/query";
import { tryRemoveObjects } from "../../../platform/object-store";
import { orderName } from "../../orders/console/order-name";
import { readItem } from "../../orders/items/list-items";
import { readOrder } from "../../orders/read-order";
import { removeFile } from "../commands";
import { MAX_ATTACHMENTS } from "../file-limits";
import { listDesigns, listFiles, readFile, type ShownFile } from "../read-file";
import { FilePath } from "../v2/contract";
import { Preview } from "../../../console/parts/thumbnail";
import { FILE_COLUMNS, fileCells, sizeText, typeText } from "./file-list";

const ROLE_LABELS = { design: "Design", proof: "Proof", attachment: "Attachment" } as const;

function WritersUploader(props: Parameters<typeof Uploader>[0]) {
  return useCan("write") ? <Uploader {...props} /> : null;
}

const Cursor = z.object({ after: cursorQuery() });

const NoFiles = () => (
  <>
    <p class="title">No files yet.</p> <p>The designs of items and the attachments of orders appear here once somebody has uploaded one.</p>
  </>
);

/** All files, newest first, and where designs are uploaded. */
const filesPage = page(
  { path: "/files", permission: "read", query: Cursor },
  async ({ org, env, query: { after }, settings: { masterSecrets } }) => {
    const { rows, next } = await cursorPage(
      { masterSecrets, cursor: after, organizationId: org.organization.id, list: "console files", query: [] },
      async (position: readonly [id: string] | null) => await listFiles(org, { after: position?.[0] ?? null, limit: DEFAULT_PAGE_SIZE }),
      ({ id }) => [id],
    );
    return {
      title: "Files",
      lead: "Designs of items, and attachments of orders. A file whose name has a SKU or the number of an order is for those items.",
      body: (
        <>
          <WritersUploader isConfigured={env.FILES !== undefined} />
          <Table
            caption="Files"
            columns={FILE_COLUMNS}
            rows={rows.map(fileCells)}
            empty={after === undefined ? <NoFiles /> : "No more files."}
          />
          <CursorPager next={next} isFirst={after === undefined} />
        </>
      ),
      script: "upload",
    };
  },
);

const OrderPath = z.object({ id: IntegerId });

/** The attachments of an order, all on one page. */
const orderFilesPage = page({ path: "/files/orders/:id", permission: "read", param: OrderPath }, async ({ org, env, param: { id } }) => {
  const [{ order }, { rows }] = await Promise.all([
    readOrder(org, id),
    listFiles(org, { orderId: id, after: null, limit: MAX_ATTACHMENTS }),
  ]);
  return {
    title: `Files of order ${orderName(order)}`,
    back: { page: `/orders/${id}`, label: `Order ${orderName(order)}`, isPrinted: true },
    body: (
      <>
        <WritersUploader orderId={id} isConfigured={env.FILES !== undefined} />
        <Table caption="Files" columns={FILE_COLUMNS} rows={rows.map(fileCells)} empty="No files are attached to this order." />
      </>
    ),
    script: "upload",
  };
});

/** The versions of the design of an item. */
const designsPage = page(
  { path: "/files/items/:itemId", permission: "read", param: z.object({ itemId: IntegerId }) },
  async ({ org, env, param: { itemId: id } }) => {
    const [item, designs] = await Promise.all([readItem(org, id), listDesigns(org, id)]);
    const rows = designs.map(({ version, file, actorName, createdAt }) => {
      const [name, ...cells] = fileCells({ ...file, actor_name: actorName, created_at: createdAt });
      // The item may have the URL of something else, and several versions may be the same file.
      const isCurrent = item.design_url?.endsWith(`/${file.id}`) === true && version === designs[0]?.version;
      return [name, isCurrent ? `${version}, current` : version, ...cells];
    });
    const [first, ...others] = FILE_COLUMNS;
    return {
      title: `Designs of ${item.name}`,
      back: { page: `/orders/${item.order_id}/items/${id}`, label: item.name, isPrinted: true },
      body: (
        <>
          <WritersUploader itemId={id} isConfigured={env.FILES !== undefined} />
          <Table caption="Versions" columns={[first, "Version", ...others]} rows={rows} empty="No design was uploaded for this item." />
        </>
      ),
      script: "upload",
    };
  },
);

function DeleteFile({ file }: { file: ShownFile }) {
  if (!useCan("write")) return null;
  return (
    <Menu>
      <p class="hint">The current design of an item can’t be deleted: give the item another one first.</p>
      <Form to={`/files/${file.id}/delete`} confirm="Delete this file? Its content can’t be restored.">
        <button class="danger">Delete file</button>
      </Form>
    </Menu>
  );
}

const filePage = page({ path: "/files/:id", permission: "read", param: FilePath }, async ({ org, param }) => {
  const file = await readFile(org, param.id);
  const { order_id } = file;
  return {
    title: file.name,
    back: { page: "/files", label: "All files" },
    actions: (
      <>
        <PageLink page={`/files/${file.id}/content`} class="button primary">
          Open file
        </PageLink>
        <DeleteFile file={file} />
      </>
    ),
    body: (
      <div class="columns order">
        <div>
          <Preview id={file.id} size="large" />
        </div>
        <div class="panel">
          <Facts
            facts={[
              ["Role", ROLE_LABELS[file.role]],
              ["Order", order_id === null ? null : <PageLink page={`/orders/${order_id}`}>View order</PageLink>],
              ["Type", typeText(file)],
              ["Size", sizeText(file.bytes)],
              ["Pixels", file.width === null || file.height === null ? null : `${file.width} × ${file.height}`],
              ["Uploaded by", file.actor_name],
              ["Uploaded", <Moment at={file.created_at} />],
            ]}
          />
        </div>
      </div>
    ),
  };
});

const deleteFileForm = action(
  { path: "/files/:id/delete", permission: "write", param: FilePath, redirectOnRepeat: "/files" },
  async ({ org, env, param }) => {
    await tryRemoveObjects(env, await removeFile(org, param.id));
    return { to: "/files", flash: "file_deleted" };
  },
);

export const filePages = [filesPage, orderFilesPage, designsPage, filePage, deleteFileForm];
