import { filesBucket } from "../../../platform/object-store";
import type { PublicPage } from "../../../public/public-page";
import { fileResponse, openFile, openThumbnail } from "../../files/open-file";
import { readLineDesign } from "../line-design";
import type { LineRow } from "../rows.sql.ts";
import { SUPPLIER_FILE_TYPE, supplierFile, supplierFileName } from "../supplier-file";
import { readWorkWithSupplier } from "../work";
import { designPath } from "./design-path";
import { workOfLink } from "./work-of-link";

/** The design of a line, or its picture. */
const designPage = (path: `/${string}`, { isPreview }: { isPreview: boolean }): PublicPage => ({
  path,
  ...(isPreview && { countedAs: "images" }),
  show: async ({ env, org, link, param, origin }) => {
    const file = await readLineDesign(org, workOfLink(link), { id: param["id"] ?? "", itemId: param["item"] ?? "", origin });
    const bucket = filesBucket(env);
    return fileResponse(isPreview ? await openThumbnail(bucket, file) : await openFile(bucket, file));
  },
});

/** What is left of an order as CSV. Designs that were uploaded are opened with the link, too. */
const csvPage: PublicPage = {
  path: "/orders/:id/file",
  show: async ({ org, link, param, origin, base }) => {
    const { supplier, ...work } = await readWorkWithSupplier(org, workOfLink(link), param["id"] ?? "");
    const designUrl = (line: LineRow, url: string) => {
      const path = designPath(line, url, { origin, organizationId: org.organization.id });
      return path === null ? url : origin + base + path;
    };
    const headers = { "Content-Type": SUPPLIER_FILE_TYPE, "Content-Disposition": `attachment; filename="${supplierFileName(work)}"` };
    return new Response(supplierFile(work, supplier, designUrl), { headers });
  },
};

export const SUPPLIER_FILES: readonly PublicPage[] = [
  designPage("/orders/:id/lines/:item/design", { isPreview: false }),
  designPage("/orders/:id/lines/:item/design/preview", { isPreview: true }),
  csvPage,
];
