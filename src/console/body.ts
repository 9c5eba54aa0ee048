import type { Context } from "hono";
import type { HttpEnv } from "../http/context";
import { BODY_LIMIT, bytesUpTo } from "../http/input";
import { Refusal } from "../refusal";

/** What was sent: a form's fields, one that is given several times as a list; or the fields of a JSON object, from a script. */
export interface Body {
  fields: Record<string, unknown>;
  formToken: string;
  /** As it came, less the token. */
  text: string;
}

/** Reads a form. Throws 413 beyond `limit` bytes, 415 for what is neither a form nor JSON, 400 for what is none of it. */
export async function bodyOf(c: Context<HttpEnv>, limit = BODY_LIMIT): Promise<Body> {
  const bytes = await bytesUpTo(c.req.raw, limit).catch(() => undefined);
  if (bytes === undefined) throw new Refusal("validation_error", [{ path: "", code: "incomplete_body", message: "It broke off." }]);
  if (bytes === null) throw new Refusal("payload_too_large", [{ code: "body_limit", message: `At most ${limit} bytes.`, limit }]);
  const text = new TextDecoder().decode(bytes);
  const type = (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return { fields: objectIn(text), formToken: c.req.header("X-Form-Token") ?? "", text };
  if (type !== "application/x-www-form-urlencoded" && bytes.length > 0) {
    throw new Refusal("unsupported_media_type", [], {}, "Expected a form.");
  }
  const sent = new URLSearchParams(text);
  const formToken = sent.get("form_token") ?? "";
  sent.delete("form_token");
  const names = [...new Set(sent.keys())];
  const fields = Object.fromEntries(names.map((name) => [name, one(sent.getAll(name))]));
  return { fields, formToken, text: sent.toString() };
}

function one(texts: string[]): string | string[] {
  return texts.length === 1 ? (texts[0] ?? "") : texts;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new Refusal("validation_error", [{ path: "", code: "malformed_json", message: "Expected a JSON object." }]);
}
