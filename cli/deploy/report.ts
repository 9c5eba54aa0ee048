import type { NewSecret } from "./secrets.ts";
import type { Target } from "./target.ts";

/** What `--dry-run` tells: all that a deployment may do, without asking the account what of it is done already. */
export function plan(target: Target, secrets: readonly string[], migrations: string[]): string {
  const database = target.databaseId === null ? target.database : `${target.database} (${target.databaseId})`;
  return `
Dry run: nothing was changed. A deployment would:

  create if missing   the database ${database}, the queues ${target.queues.join(", ")}
  set if missing      ${secrets.join(", ")}
  apply if missing    ${migrations.length} migrations, ${migrations[0]} to ${migrations.at(-1)}
  deploy              the Worker ${target.worker}, as built above
`;
}

/** The new secrets, shown this once; in a build's log, which is kept, no values. */
export function secretsNote(secrets: NewSecret[], isLogged: boolean, isCertain: boolean): string {
  const made = secrets.filter(({ isMade }) => isMade);
  if (made.length === 0) return "";
  const names = made.map(({ name }) => name).join(" and ");
  if (isLogged) {
    return `
Set random values for ${names}. They are not printed, because this log is stored. Set your own operator token with
\`npx wrangler secret put OPERATOR_TOKEN\`, and your own MASTER_SECRET before you create the first webhook endpoint.
`;
  }
  const heading = isCertain ? "These secrets were set." : "The deployment failed, but these secrets may have been set.";
  return `
${heading} They are shown only once:

${made.map(({ name, value }) => `  ${name}=${value}`).join("\n")}

Keep a copy of MASTER_SECRET outside Cloudflare: without it, webhook secrets and stored responses cannot be decrypted.
`;
}

/** Where it runs, and how to ask whether it does. `url` is null where wrangler named none. */
export function deployed(url: string | null): string {
  return `
Deployed${url === null ? "" : `: ${url}`}

  curl ${url ?? "https://YOUR-WORKER"}/health
`;
}

/** The calls that make the first organization, its first credential and its first store. */
export function firstCalls(url: string | null): string {
  const at = url ?? "https://YOUR-WORKER";
  return `
Create an organization, an API token and a store. The token is shown only once:

  export OPERATOR_TOKEN=…
  curl ${at}/operator/organizations -H "Authorization: Bearer $OPERATOR_TOKEN" \\
    -H 'Content-Type: application/json' -d '{"name":"My shop","currency":"EUR","timezone":"Europe/Berlin"}'
  curl ${at}/operator/organizations/1/credentials -H "Authorization: Bearer $OPERATOR_TOKEN" \\
    -H 'Content-Type: application/json' -d '{"kind":"api_token","name":"importer","scopes":["orders:read","orders:write","stores:read","stores:write"]}'
  export TOKEN=sk_live_…
  curl ${at}/api/v2/stores -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d '{"name":"Gift shop","code":"gift","platform":"etsy"}'
`;
}
