import type { InputViolation } from "../../api-error";
import type { StoredObject } from "../../reading/store-body";

/** What an endpoint or a form of the console accepts as the bytes of a file. */
export interface UploadRules {
  maxBytes: number;
  /** What is wrong with the file, by the beginning of its bytes. Null: nothing. */
  inspect: (stored: StoredObject) => InputViolation | null;
}
