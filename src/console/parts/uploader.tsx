import { usePageRequest } from "../page-request";
import { Form } from "./form";
import { Notice } from "./notice";

interface UploaderProps {
  /** The item whose design the files become. Without an item and an order, the names of the files say which items they are for. */
  itemId?: number;
  /** The item whose proof the file becomes: one picture, of the types that browsers show. */
  proof?: { itemId: number; types: readonly string[] };
  /** The order whose attachments they become. */
  orderId?: number;
  /** Whether this installation has a bucket. */
  isConfigured: boolean;
}

/** Where files are dropped, pasted or chosen. The script upload.ts does the rest. */
export function Uploader({ itemId, proof, orderId, isConfigured }: UploaderProps) {
  const { base } = usePageRequest();
  if (!isConfigured) {
    return (
      <Notice kind="plain">
        Files can’t be uploaded, because this installation has no bucket for them. Whoever runs it can add one. The URLs of designs work
        without it.
      </Notice>
    );
  }
  return (
    <>
      <noscript>
        <Notice kind="bad">Uploading files needs JavaScript, which is disabled in this browser. Without it, use the API.</Notice>
      </noscript>
      <Form to="/files" class="upload">
        <div
          id="upload"
          hidden
          data-item={itemId}
          data-order={orderId}
          data-proof={proof?.itemId}
          data-proofs={`${base}/production/proofs`}
        >
          <label class="drop-zone">
            {proof === undefined ? (
              <>
                <strong>Drop files here, paste them, or choose them</strong>
                <span class="soft">PNG, JPEG, GIF, WebP, PDF, AI, EPS, PSD, TIFF, AVIF, HEIC, SVG, CDR or ZIP, up to 100 MB each.</span>
                <input type="file" name="files" multiple aria-label="Files" />
              </>
            ) : (
              <>
                <strong>Drop a picture here, paste it, or choose it</strong>
                <span class="soft">One PNG, JPEG, GIF or WebP.</span>
                <input type="file" name="files" accept={proof.types.join(",")} aria-label="Picture" />
              </>
            )}
          </label>
          <div id="upload-status" aria-live="polite" />
          <div id="upload-plan" />
        </div>
      </Form>
    </>
  );
}
