import { organizationsDb } from "../../platform/db/database";
import { objectsAfter } from "./objects.sql.ts";

/** Each file takes up to two calls of R2. A request may make that many on every plan of Cloudflare. */
const PAGE_SIZE = 20;

/** A file whose content or preview is not in the bucket. */
export interface MissingObject {
  file_id: string;
  name: string;
  missing: "content" | "preview";
}

/** Looks for the objects of an organization's files after an id. `next` is the id to continue after; null at the end. */
export async function findMissingObjects(
  env: Env,
  { id, database }: { id: number; database: number },
  after: string,
): Promise<{ checked: number; missing: MissingObject[]; next: string | null }> {
  const files = await organizationsDb(env, database).run(objectsAfter(id, { after, limit: PAGE_SIZE }));
  const exists = async (key: string | null) => key === null || (env.FILES !== undefined && (await env.FILES.head(key)) !== null);
  const missing: MissingObject[] = [];
  for (const { id: file_id, name, object_key, preview_key } of files) {
    const [hasContent, hasPreview] = await Promise.all([exists(object_key), exists(preview_key)]);
    if (!hasContent) missing.push({ file_id, name, missing: "content" });
    if (!hasPreview) missing.push({ file_id, name, missing: "preview" });
  }
  return { checked: files.length, missing, next: files.length < PAGE_SIZE ? null : (files.at(-1)?.id ?? null) };
}
