import { fileReply, type Reply } from "../../platform/http/endpoint";
import { unknownPath } from "../../platform/api-error";
import { discard } from "../../platform/reading/response-body";

/** Reads one of the files that the build step writes (`cli/docs/site.ts`). Throws 404 Not Found if there is no such file. */
export async function staticFile(env: Env, path: string, headers: Record<string, string>): Promise<Reply> {
  // The binding ignores the host.
  const response = await env.ASSETS.fetch(`https://assets.local/${path}`);
  if (response.ok) return fileReply(response, headers);
  await discard(response);
  throw unknownPath();
}
