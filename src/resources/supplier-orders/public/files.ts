import { notFound } from "../../../platform/api-error";
import { filesBucket } from "../../../platform/object-store";
import { fileOfUrl, isFileId } from "../../../platform/values/file-url";
import type { PublicPage } from "../../../public/public-page";
import { fileResponse, openFile, openThumbnail } from "../../files/open-file";
import { readFile } from "../../files/read-file";
import { hasDesign, readWorkWithSupplier } from "../work";
import { SUPPLIER_FILE_TYPE, supplierFile, supplierFileName } from "../supplier-file";
import { workOf } from "./work-of-link";

/** A design, or its picture. Only that of a line that the link shows. */
const designPage = (path: `/${string}`, isPreview: boolean): PublicPage => ({
  path,
  ...(isPreview && { countedAs: "images" }),
  show: async ({ env, org, link, param }) => {
    const id = param["file"] ?? "";
    if (!isFileId(id)) throw notFound();
    const [isShown, file] = await Promise.all([hasDesign(org, workOf(link), id), readFile(org, id)]);
    if (!isShown) throw notFound();
    const bucket = filesBucket(env);
    return fileResponse(isPreview ? await openThumbnail(bucket, file) : await openFile(bucket, file));
  },
});

/** What is left of an order as CSV. Designs that were uploaded are opened with the link, too. */
const csvPage: PublicPage = {
  path: "/orders/:id/file",
  show: async ({ org, link, param, origin, base }) => {
    const { supplier, ...work } = await readWorkWithSupplier(org, workOf(link), param["id"] ?? "");
    const designUrl = (url: string) => {
      const id = fileOfUrl(url, origin, org.organization.id);
      return id === null ? url : `${origin}${base}/designs/${id}`;
    };
    const headers = { "Content-Type": SUPPLIER_FILE_TYPE, "Content-Disposition": `attachment; filename="${supplierFileName(work)}"` };
    return new Response(supplierFile(work, supplier, designUrl), { headers });
  },
};

export const SUPPLIER_FILES: readonly PublicPage[] = [
  designPage("/designs/:file", false),
  designPage("/designs/:file/preview", true),
  csvPage,
];
