import * as z from "zod";
import { action, page, type Route } from "../../../console/page";
import { parseForm } from "../../../console/form";
import { IntegerId } from "../../../platform/http/input/query";
import { filesBucket, tryRemoveObjects } from "../../../platform/object-store";
import type { StoredObject } from "../../../platform/reading/store-body";
import { addDesign, createFile, fileViolation, previewViolation, setPreview } from "../commands";
import { MAX_FILE_BYTES, MAX_PREVIEW_BYTES } from "../file-limits";
import { matchFiles } from "../match-files";
import { fileResponse, openFile, openThumbnail } from "../open-file";
import { readFile } from "../read-file";
import { FilePath, newFileOf, NewFileQuery, NewItemDesign } from "../v2/contract";
import { MAX_NAME_LENGTH } from "../../orders/order-limits";

/** The stored object, which the router adds to the fields of a form. */
const Upload = z.custom<StoredObject>();

const fileIdOf = (marker: unknown): unknown => ({ id: (marker as { file_id: string }).file_id });

/** Stores a file that the script sends, and returns its id. */
const uploadForm = action(
  {
    path: "/files",
    permission: "write",
    form: z.looseObject({ upload: Upload }),
    upload: { maxBytes: MAX_FILE_BYTES, inspect: fileViolation },
    rebuildResult: (marker) => ({ data: fileIdOf(marker) }),
  },
  async ({ org, origin, settings, form: { upload, ...query } }) => {
    const file = { ...newFileOf(parseForm(NewFileQuery, query)), stored: upload, origin, maxGigabytes: settings.FILES_MAX_GB };
    const { id } = await createFile(org, file);
    return { data: { id } };
  },
);

/** Stores the preview that the browser has made of a file. */
const previewForm = action(
  {
    path: "/files/:id/preview",
    permission: "write",
    param: FilePath,
    form: z.object({ upload: Upload }),
    upload: { maxBytes: MAX_PREVIEW_BYTES, inspect: previewViolation },
    rebuildResult: (marker) => ({ data: fileIdOf(marker) }),
  },
  async ({ org, env, param, form: { upload } }) => {
    const { file, replacedKey } = await setPreview(org, param.id, upload);
    await tryRemoveObjects(env, [replacedKey]);
    return { data: { id: file.id } };
  },
);

/** Says which items the names of files are for, before anything is uploaded. The script sends at most 200 at once (browser/upload/plan.ts). */
const matchForm = action(
  {
    path: "/files/match",
    permission: "write",
    form: z.object({ names: z.array(z.string().max(MAX_NAME_LENGTH)).min(1).max(200) }),
  },
  async ({ org, form: { names } }) => ({ data: { matches: await matchFiles(org, names) }, isDryRun: true }),
);

/** Makes a file that was uploaded the design of another item. */
const designForm = action(
  {
    path: "/files/items/:itemId",
    permission: "write",
    param: z.object({ itemId: IntegerId }),
    form: NewItemDesign,
    rebuildResult: (marker) => ({ data: fileIdOf(marker) }),
  },
  async ({ org, origin, param, form }) => {
    await addDesign(org, { itemId: param.itemId, fileId: form.file_id, origin });
    return { data: { id: form.file_id } };
  },
);

const contentPage = page({ path: "/files/:id/content", permission: "read", param: FilePath }, async ({ org, env, param }) =>
  fileResponse(await openFile(filesBucket(env), await readFile(org, param.id))),
);

const previewPage = page(
  { path: "/files/:id/preview", permission: "read", param: FilePath, countedAs: "images" },
  async ({ org, env, param }) => fileResponse(await openThumbnail(filesBucket(env), await readFile(org, param.id))),
);

export const uploadRoutes: readonly Route[] = [uploadForm, matchForm, designForm, previewForm, contentPage, previewPage];
