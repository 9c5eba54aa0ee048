import type { NewSecret } from "./secrets.ts";
import type { Target } from "./target.ts";

/** What a deployment would do with a database. */
export interface DatabaseStep {
  name: string;
  exists: boolean;
  /** The migrations that it would apply. */
  pending: string[];
}

/** What a deployment would do. */
export interface Plan {
  /** Null if nobody is logged in, so that what exists is unknown. */
  account: string | null;
  databases: DatabaseStep[];
  queues: string[];
  /** The bucket that the Worker would have. Null: none. */
  bucket: string | null;
  secrets: readonly string[];
}

/** The output of `--dry-run`. */
export function dryRunMessage({ worker }: Target, { account, databases, queues, bucket, secrets }: Plan): string {
  const heading =
    account === null
      ? "You are not logged in to Cloudflare, so what exists already is unknown. A deployment to an empty account would"
      : `In the account "${account}", a deployment would`;
  const lines = [
    ...databases.map(({ name, exists, pending }) => [
      `${exists ? "keep" : "create"} the database`,
      `${name}, and apply ${migrations(pending)}`,
    ]),
    ...queues.map((queue) => ["create the queue", queue]),
    ...(bucket === null ? [] : [["use the bucket", `${bucket}, and create it if it does not exist`]]),
    ...secrets.map((name) => ["set the secret", name]),
    ["deploy the Worker", `${worker}, as built above`],
  ];
  return `
Dry run: nothing was changed. ${heading}:

${lines.map(([step = "", what = ""]) => `  ${step.padEnd(20)}${what}`).join("\n")}
`;
}

function migrations(pending: string[]): string {
  const [first] = pending;
  if (first === undefined) return "no migration";
  return pending.length === 1 ? `the migration ${first}` : `${pending.length} migrations, ${first} to ${pending.at(-1)}`;
}

/** How to set a value of one's own instead of one that was generated and not printed. */
const REPLACE: Readonly<Partial<Record<NewSecret["name"], string>>> = {
  OPERATOR_TOKEN: "Set your own operator token with `npx wrangler secret put OPERATOR_TOKEN`.",
  MASTER_SECRET: "Set your own MASTER_SECRET before you create the first webhook endpoint.",
};

/** The new secrets, which are shown only this once. A log that is stored gets no values. */
export function secretsMessage(secrets: NewSecret[], isLogStored: boolean, isCertain: boolean): string {
  const generated = secrets.filter(({ isGenerated }) => isGenerated);
  if (generated.length === 0) return "";
  const names = generated.map(({ name }) => name).join(" and ");
  if (isLogStored) {
    return `
Set random values for ${names}. They are not printed, because this log is stored.
${generated.map(({ name }) => REPLACE[name] ?? "").join("\n")}
`;
  }
  const heading = isCertain ? "These secrets were set." : "The deployment failed, but these secrets may have been set.";
  return `
${heading} They are shown only once:

${generated.map(({ name, value }) => `  ${name}=${value}`).join("\n")}

Keep a copy of MASTER_SECRET outside Cloudflare: without it, webhook secrets and stored responses cannot be decrypted.
`;
}

/** The URL of the deployment, with a health check. `url` is null if wrangler did not report one. */
export function deployedMessage(url: string | null): string {
  return `
Deployed${url === null ? "" : `: ${url}`}

  curl ${url ?? "https://YOUR-WORKER"}/health
`;
}

/** The requests that create the first organization, credential and store. */
export function firstRequests(url: string | null): string {
  const at = url ?? "https://YOUR-WORKER";
  return `
Create an organization, an API token and a store. The token is shown only once:

  export OPERATOR_TOKEN=…
  curl ${at}/operator/organizations -H "Authorization: Bearer $OPERATOR_TOKEN" \\
    -H 'Content-Type: application/json' -o organization.json -d '{"name":"My shop","currency":"EUR","timezone":"Europe/Berlin"}'
  export ORGANIZATION=$(sed 's/^{"id":\\([0-9]*\\).*/\\1/' organization.json)
  curl ${at}/operator/organizations/$ORGANIZATION/credentials -H "Authorization: Bearer $OPERATOR_TOKEN" \\
    -H 'Content-Type: application/json' -d '{"kind":"api_token","name":"importer","scopes":["orders:read","orders:write","stores:read","stores:write"]}'
  export TOKEN=sk_live_…
  curl ${at}/api/v2/stores -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d '{"name":"Gift shop","code":"gift","platform":"etsy"}'
`;
}
