import type { Context } from "hono";
import { ApiError } from "../platform/api-error";
import type { HttpEnv } from "../platform/http/context";
import { assertContentLength, encodingError } from "../platform/http/input/body";
import { uploadBody } from "../platform/http/input/upload";
import type { UploadRules } from "../platform/http/input/upload-rules";
import type { StoredObject } from "../platform/reading/store-body";
import { assertFormToken, operationOf } from "./form-token";

/** The fields of a form that was sent, whatever its body was. */
export interface SentForm {
  fields: Record<string, unknown>;
  operationId: string;
  isJson: boolean;
  /** Removes the file that came with the form, if nothing refers to it. */
  discard?: (() => Promise<void>) | undefined;
}

/** Stores a file that a script sends with its fields in the URL. Throws 400 Bad Request if it did not arrive whole, and 413 Content Too Large. */
export async function readUpload(c: Context<HttpEnv>, rules: UploadRules, sessionId: string): Promise<SentForm> {
  const token = c.req.header("X-Form-Token") ?? "";
  await assertFormToken(c, sessionId, token);
  assertContentLength(c.req.raw, rules.maxBytes);
  const unsupported = encodingError(c.req.raw);
  if (unsupported !== null) throw unsupported;
  // The operation id recognizes a repeated form, so no fingerprint is needed.
  const { read, discard } = uploadBody(c, { rules, isFingerprinted: false, isRejected: false });
  const { json, violations } = await read();
  if (violations.length > 0) {
    await discard?.();
    throw new ApiError("validation_error", [...violations]);
  }
  const upload = json as StoredObject;
  const { pathname, search } = new URL(c.req.raw.url);
  const operationId = await operationOf({ sessionId, token, path: pathname + search, body: upload.sha256 });
  return { fields: { ...c.req.query(), upload }, operationId, isJson: true, discard };
}
