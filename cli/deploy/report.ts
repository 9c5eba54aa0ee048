import type { NewSecret } from "./secrets.ts";
import type { Target } from "./target.ts";

/** The output of `--dry-run`: all possible steps of a deployment, without checking the account for those that are already done. */
export function dryRunMessage(target: Target, secrets: readonly string[], migrations: string[]): string {
  const database = target.databaseId === null ? target.database : `${target.database} (${target.databaseId})`;
  return `
Dry run: nothing was changed. A deployment would:

  create if missing   the database ${database}, the queues ${target.queues.join(", ")}
  set if missing      ${secrets.join(", ")}
  apply if missing    ${migrations.length} migrations, ${migrations[0]} to ${migrations.at(-1)}
  deploy              the Worker ${target.worker}, as built above
`;
}

/** The new secrets, which are shown only this once. A log that is stored gets no values. */
export function secretsMessage(secrets: NewSecret[], isLogStored: boolean, isCertain: boolean): string {
  const generated = secrets.filter(({ isGenerated }) => isGenerated);
  if (generated.length === 0) return "";
  const names = generated.map(({ name }) => name).join(" and ");
  if (isLogStored) {
    return `
Set random values for ${names}. They are not printed, because this log is stored. Set your own operator token with
\`npx wrangler secret put OPERATOR_TOKEN\`, and your own MASTER_SECRET before you create the first webhook endpoint.
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
    -H 'Content-Type: application/json' -d '{"name":"My shop","currency":"EUR","timezone":"Europe/Berlin"}'
  curl ${at}/operator/organizations/1/credentials -H "Authorization: Bearer $OPERATOR_TOKEN" \\
    -H 'Content-Type: application/json' -d '{"kind":"api_token","name":"importer","scopes":["orders:read","orders:write","stores:read","stores:write"]}'
  export TOKEN=sk_live_…
  curl ${at}/api/v2/stores -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d '{"name":"Gift shop","code":"gift","platform":"etsy"}'
`;
}
