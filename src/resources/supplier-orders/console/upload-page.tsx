import * as z from "zod";
import { formPage, type Route } from "../../../console/page";
import { FieldError, Form, Hint, initialFormState } from "../../../console/parts/form";
import { fieldError } from "../../../console/form";
import { readSupplier } from "../../suppliers/read-supplier";
import { SupplierPath } from "../../suppliers/v2/contract";
import { MAX_FILE_ROWS, MAX_SUPPLIER_FILE_BYTES } from "../file-rows";
import { importSupplierFile } from "../import-file";

/** What a form adds to the bytes of its file. */
const FORM_BYTES = 8192;

const ChosenFile = z
  .instanceof(Uint8Array, { error: "Choose a file." })
  .refine(({ byteLength }) => byteLength > 0, { error: "Choose a file that is not empty." });

/** Imports the file of a supplier, with what it has shipped and what it rejects. */
export const uploadPages: readonly Route[] = formPage(
  {
    path: "/suppliers/:id/upload",
    param: SupplierPath,
    permission: "write",
    form: z.object({ file: ChosenFile }),
    bodyLimit: MAX_SUPPLIER_FILE_BYTES + FORM_BYTES,
    acceptsFiles: true,
    show: async ({ org, param: { id } }, sent = initialFormState()) => {
      const { name } = await readSupplier(org, id);
      const violation = fieldError(sent.violations, "file");
      return {
        title: `Upload tracking CSV of ${name}`,
        back: { page: `/suppliers/${id}`, label: "Back to the supplier" },
        lead: `The CSV that ${name} got for its supplier orders, with tracking numbers, and reasons for what it rejects. Rows that say nothing, or what is recorded already, change nothing.`,
        body: (
          <Form to={`/suppliers/${id}/upload`} class="form" hasFile formState={sent} fields={["file"]}>
            <div class="field">
              <label for="file">File</label>
              <Hint
                of="file"
                hint={`At most ${MAX_FILE_ROWS} rows. If one of them is wrong, nothing is saved, and all problems are listed.`}
              />
              <input
                id="file"
                name="file"
                type="file"
                accept=".csv,.txt,.tsv,text/csv,text/plain"
                aria-describedby={violation === undefined ? "file-hint" : "file-hint file-error"}
                aria-invalid={violation === undefined ? undefined : "true"}
                required
              />
              <FieldError of="file" violation={violation} />
            </div>
            <button class="primary">Upload tracking CSV</button>
          </Form>
        ),
      };
    },
  },
  async ({ org, param: { id }, form: { file } }) => {
    const { supplier_order_ids } = await importSupplierFile(org, { supplierId: id, ordersOf: { supplierId: id }, bytes: file });
    const flash = supplier_order_ids.length > 0 ? "supplier_file_imported" : "supplier_file_unchanged";
    return { to: `/production?supplier_id=${id}`, flash };
  },
);
