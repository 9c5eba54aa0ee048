import type { Context } from "hono";
import type * as z from "zod";
import { decryptText, encryptText, type EncryptionScope } from "../../../platform/crypto/encryption";
import { settingsOf } from "../../../platform/env";
import type { HttpEnv } from "../../../platform/http/context";
import { parseStored } from "../../../platform/reading/json";

/** A value for a hidden field of a form, which the next request brings back. Nobody can read it, change it or use it for another purpose. */
export async function encryptField(c: Context<HttpEnv>, scope: EncryptionScope, value: object): Promise<string> {
  return await encryptText(settingsOf(c.env).masterSecrets, scope, JSON.stringify(value));
}

/** Returns the value of a hidden field. Null if it is missing or invalid. */
export async function decryptField<Value>(
  c: Context<HttpEnv>,
  scope: EncryptionScope,
  { text, schema }: { text: string; schema: z.ZodType<Value> },
): Promise<Value | null> {
  if (text === "") return null;
  try {
    return schema.parse(parseStored(await decryptText(settingsOf(c.env).masterSecrets, scope, text)));
  } catch {
    return null;
  }
}
