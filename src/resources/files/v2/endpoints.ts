import * as z from "zod";
import { filesBucket, tryRemoveObjects } from "../../../platform/object-store";
import { momentText } from "../../../platform/values/zone";
import type { OrgReader } from "../../../platform/db/org-db";
import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { DEFAULT_PAGE_SIZE } from "../../../platform/http/input/query";
import { readItemId } from "../../orders/items/list-items";
import { ItemPath } from "../../orders/items/v2/contract";
import { addDesign, createFile, fileViolation, previewViolation, removeFile, setPreview } from "../commands";
import { MAX_FILE_BYTES, MAX_PREVIEW_BYTES } from "../file-limits";
import { openFile, openPreview } from "../open-file";
import { type Design, fileFromMarker, listDesigns, listFiles, readFile, type ShownFile, presentFile } from "../read-file";
import { File, FileDeleted, FileListQuery, FilePath, ItemDesign, newFileOf, NewFileQuery, NewItemDesign } from "./contract";

const BINARY = "application/octet-stream";

interface ReplyContext {
  org: OrgReader;
  origin: string;
}

const createdReply = ({ org, origin }: ReplyContext, file: ShownFile): Reply =>
  created(presentFile(file, org, origin), `/files/${file.id}`);

function presentDesign(design: Design, { org, origin }: ReplyContext): z.output<typeof ItemDesign> {
  return {
    order_item_id: String(design.itemId),
    version: design.version,
    file: presentFile(design.file, org, origin),
    actor_type: design.actorKind,
    actor_id: design.actorId,
    actor_name: design.actorName,
    created_at: momentText(design.createdAt),
  };
}

async function designsReply(context: ReplyContext, itemId: string): Promise<Reply> {
  const designs = await listDesigns(context.org, readItemId(itemId));
  return ok({ data: designs.map((design) => presentDesign(design, context)) });
}

const route = resource("Files", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

const Designs = z.strictObject({ data: z.array(ItemDesign) });

export const fileEndpoints = [
  route.get("/files", {
    operationId: "listFiles",
    summary: "List files, newest first, by cursor",
    input: { query: FileListQuery },
    responses: { 200: listSchema(File) },
    handle: async ({ org, origin, query: { role, order_id, limit = DEFAULT_PAGE_SIZE, cursor }, settings: { masterSecrets } }) => {
      const filter = { role, orderId: order_id };
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listFiles", query: [role ?? null, order_id ?? null] },
        async (after: readonly [id: string] | null) => await listFiles(org, { ...filter, after: after?.[0] ?? null, limit }),
        ({ id }) => [id],
      );
      return listReply(page, (file) => presentFile(file, org, origin));
    },
  }),
  route.post("/files", {
    operationId: "createFile",
    summary: "Upload a file",
    description:
      "The body is the file, of at most 100 MB, which is stored while it arrives. It needs a Content-Length. The type is decided by the content. With `order_item_id`, the file is the next version of the item's design: its `design_url` changes, and order.updated is sent. Returns 409 `files_not_configured` if the installation has no bucket.",
    input: { query: NewFileQuery, upload: { maxBytes: MAX_FILE_BYTES, inspect: fileViolation } },
    bodyLimit: MAX_FILE_BYTES,
    responses: { 201: File },
    rebuildReply: async ({ org, origin }, marker) => createdReply({ org, origin }, await fileFromMarker(org, marker)),
    handle: async ({ org, origin, query, upload, settings }) => {
      const file = { ...newFileOf(query), stored: upload, origin, maxGigabytes: settings.FILES_MAX_GB };
      return createdReply({ org, origin }, await createFile(org, file));
    },
  }),
  route.get("/files/:id", {
    operationId: "getFile",
    summary: "Get a file without its content",
    input: { param: FilePath },
    responses: { 200: File },
    handle: async ({ org, origin, param }) => ok(presentFile(await readFile(org, param.id), org, origin)),
  }),
  route.get("/files/:id/content", {
    operationId: "getFileContent",
    summary: "Download a file",
    description: "Supports a Range of bytes. Only PNG, JPEG, GIF and WebP are sent to be shown. All other types are sent as attachments.",
    input: { param: FilePath },
    responses: { 200: z.string() },
    mediaType: BINARY,
    hasRanges: true,
    errors: ["conflict"],
    handle: async ({ org, env, param, range }) => {
      const file = await readFile(org, param.id);
      return { status: 200, data: null, file: await openFile(filesBucket(env), file, range) };
    },
  }),
  route.get("/files/:id/preview", {
    operationId: "getFilePreview",
    summary: "Download the preview of a file",
    description: "A WebP image of at most 400 × 400 pixels. Returns 404 if the file has none.",
    input: { param: FilePath },
    responses: { 200: z.string() },
    mediaType: "image/webp",
    errors: ["conflict"],
    handle: async ({ org, env, param }) => {
      const file = await readFile(org, param.id);
      return { status: 200, data: null, file: await openPreview(filesBucket(env), file) };
    },
  }),
  route.put("/files/:id/preview", {
    operationId: "setFilePreview",
    summary: "Set the preview of a file",
    description:
      "The body is a WebP image of at most 400 × 400 pixels and 256 KiB. The console makes one in the browser when it uploads a picture.",
    input: { param: FilePath, upload: { maxBytes: MAX_PREVIEW_BYTES, inspect: previewViolation } },
    bodyLimit: MAX_PREVIEW_BYTES,
    responses: { 200: File },
    rebuildReply: async ({ org, origin, param }) => ok(presentFile(await readFile(org, param.id), org, origin)),
    handle: async ({ org, origin, env, param, upload }) => {
      const { file, replacedKey } = await setPreview(org, param.id, upload);
      await tryRemoveObjects(env, [replacedKey]);
      return ok(presentFile(file, org, origin));
    },
  }),
  route.delete("/files/:id", {
    operationId: "deleteFile",
    summary: "Delete a file",
    description:
      "Its content, its preview and the earlier versions of designs that it is are deleted. Returns 409 `file_in_use` if it is the current design of an item.",
    input: { param: FilePath },
    responses: { 200: FileDeleted },
    rebuildReply: async ({ param }) => ok({ id: param.id, deleted: true }),
    handle: async ({ org, env, param }) => {
      await tryRemoveObjects(env, await removeFile(org, param.id));
      return ok({ id: param.id, deleted: true });
    },
  }),
  route.get("/order-items/:id/designs", {
    operationId: "listItemDesigns",
    summary: "List the versions of the design of an item, newest first",
    description: "At most 100. The item's `design_url` says which one is current: it may also be the URL of something else.",
    input: { param: ItemPath },
    responses: { 200: Designs },
    handle: async ({ org, origin, param }) => await designsReply({ org, origin }, param.id),
  }),
  route.post("/order-items/:id/designs", {
    operationId: "addItemDesign",
    summary: "Make a file the design of an item",
    description:
      "Adds a version with a file that was uploaded before, for example for an item with the same SKU. The item's `design_url` changes, and order.updated is sent. Returns the versions, newest first.",
    input: { param: ItemPath, json: NewItemDesign },
    responses: { 200: Designs },
    rebuildReply: async ({ org, origin, param }) => await designsReply({ org, origin }, param.id),
    handle: async ({ org, origin, param, json }) => {
      await addDesign(org, { itemId: readItemId(param.id), fileId: json.file_id, origin });
      return await designsReply({ org, origin }, param.id);
    },
  }),
];
