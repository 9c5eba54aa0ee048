import type { ApiError } from "../../../platform/api-error";
import { Icon, PublicForm } from "../../../public/layout";
import { type PublicAction, type PublicView, InvalidFormError } from "../../../public/public-page";
import { usePublicRequest, useSentValues } from "../../../public/public-request";
import type { Sentence, TextKey, Translate } from "../../../public/texts/catalog";
import { MAX_FILE_ROWS, MAX_SUPPLIER_FILE_BYTES } from "../file-rows";
import { importSupplierFile, RejectedFile } from "../import-file";
import { readWorkOrder } from "../work";
import { BackToList } from "./navigation";
import { explain } from "./problem";
import { isOfOneOrder, workOfLink } from "./work-of-link";

/** What a form adds to the bytes of its file. */
const FORM_BYTES = 8192;

function UploadPage() {
  const { text } = usePublicRequest();
  return (
    <>
      <BackToList />
      <h1>{text("upload_title")}</h1>
      <p id="lead">{text("upload_lead", { rows: MAX_FILE_ROWS })}</p>
      <PublicForm to="/upload" sent={useSentValues("/upload")} hasFile>
        <label for="file">{text("upload_label")}</label>
        <input id="file" name="file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain" aria-describedby="lead" required />
        <button class="primary big">
          <Icon name="import" />
          {text("upload_button")}
        </button>
      </PublicForm>
    </>
  );
}

export const uploadView = (title: string): PublicView => ({ title, body: <UploadPage /> });

/** What is wrong with a row, by the codes of problems. */
const ROW_PROBLEMS: Readonly<Record<string, TextKey>> = {
  unknown_line: "row_unknown",
  line_missing: "row_unknown",
  invalid_id: "row_unknown",
  ambiguous_line: "row_ambiguous",
  value_damaged: "row_damaged",
  invalid_quantity: "row_quantity",
  quantity_exceeded: "row_too_many",
  rejected_and_shipped: "row_both",
  invalid_transition: "row_over",
  line_not_open: "row_over",
  line_shipped: "row_over",
  not_shippable: "row_held",
  not_ready: "row_not_ready",
};

function explainFile(error: ApiError, text: Translate): readonly Sentence[] | null {
  if (error instanceof RejectedFile)
    return error.shownProblems.map(({ row, column, code }) => ({ key: ROW_PROBLEMS[code] ?? "row_wrong", values: { row, column } }));
  const isUnreadable = error.details.some(({ code }) => code === "unreadable_file" || code === "too_many_orders");
  return isUnreadable ? [{ key: "file_unreadable", values: { rows: MAX_FILE_ROWS } }] : explain(error, text);
}

export const uploadFile: PublicAction = {
  path: "/upload",
  bodyLimit: MAX_SUPPLIER_FILE_BYTES + FORM_BYTES,
  acceptsFiles: true,
  explain: explainFile,
  act: async ({ org, form, link }) => {
    const { file } = form;
    if (!(file instanceof Uint8Array) || file.byteLength === 0) throw new InvalidFormError([{ key: "file_missing" }]);
    const work = workOfLink(link);
    const supplierId = isOfOneOrder(link) ? (await readWorkOrder(org, work, link.subject_id)).order.supplier_id : link.subject_id;
    const { supplier_order_ids } = await importSupplierFile(org, { supplierId, ordersOf: work, bytes: file });
    return { did: supplier_order_ids.length > 0 ? "did_uploaded" : "did_uploaded_before" };
  },
};
