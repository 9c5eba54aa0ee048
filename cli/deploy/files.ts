import { bucketName } from "../databases/configuration.ts";
import type { Target } from "./target.ts";
import { outputOf, type Wrangler } from "./wrangler.ts";

/**
 * The bucket for files that the Worker will have: one that was asked for, or that it has since an earlier deployment. Null: it has none.
 * `secrets` are the names of the Worker's.
 */
export function plannedBucket(target: Target, secrets: ReadonlySet<string>, isAsked: boolean): string | null {
  return isAsked || secrets.has("FILES_BUCKET") ? bucketName(target.worker) : null;
}

/** What R2 says of a bucket that exists, and of an account that has not enabled R2. */
const EXISTS = /already exists|\[code: 10004\]/;
const NOT_ENABLED = /enable R2|\[code: 10042\]/i;

/** Creates a bucket, unless it exists. Throws if the account has not enabled R2. */
export async function createBucket(
  wrangler: Wrangler,
  bucket: string,
  { jurisdiction, tell }: { jurisdiction: string | null; tell: (line: string) => void },
): Promise<void> {
  const options = jurisdiction === null ? [] : ["--jurisdiction", jurisdiction];
  const result = await wrangler.run("r2", "bucket", "create", bucket, ...options);
  if (result.code === 0) return tell(`Created the bucket ${bucket}.`);
  const output = outputOf(result);
  if (EXISTS.test(output)) return;
  if (NOT_ENABLED.test(output))
    throw new Error(
      "The account has not enabled R2, which needs a payment method. Enable it in the dashboard (R2), or deploy without --files.",
    );
  throw new Error(`The bucket ${bucket} could not be created.\n${output}`);
}
