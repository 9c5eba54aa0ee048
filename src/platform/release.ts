import { env } from "cloudflare:workers";

/** The id of the deployed version, by which Cloudflare's dashboard and `npx wrangler versions view` find it. */
export function releaseId(): string {
  return env.VERSION_METADATA.id;
}
