import type { NewSecret } from "./secrets.ts";
import type { Target } from "./target.ts";

/** What `--dry-run` tells: all that a deployment may do, without asking the account what of it is done already. */
export function plan(target: Target, secrets: readonly string[], migrations: string[]): string {
  const database = target.databaseId === null ? target.database : `${target.database} (${target.databaseId})`;
  return `
A deployment would do this, and nothing of it was done:

  create, where it is missing   the database ${database}, the queues ${target.queues.join(", ")}
  set, where it is missing      ${secrets.join(", ")}
  migrate, what is not applied  ${migrations.length} files, ${migrations[0]} to ${migrations.at(-1)}
  deploy                        the Worker ${target.worker}, as built above
`;
}

/** The new secrets, shown this once; in a build's log, which is kept, no values. */
export function secretsNote(secrets: NewSecret[], isLogged: boolean, isCertain: boolean): string {
  const made = secrets.filter(({ isMade }) => isMade);
  if (made.length === 0) return "";
  const names = made.map(({ name }) => name).join(" and ");
  if (isLogged) {
    return `
Random values were set as ${names}. This log is kept, so they are not shown in it. Set an operator token of your own with
\`npx wrangler secret put OPERATOR_TOKEN\`, and a MASTER_SECRET that you have a copy of before the first webhook endpoint is made.
`;
  }
  const heading = isCertain ? "These secrets were set." : "The deployment failed on the way; these secrets may have been set all the same.";
  return `
${heading} They are shown this once:

${made.map(({ name, value }) => `  ${name}=${value}`).join("\n")}

Keep a copy of MASTER_SECRET apart from Cloudflare: without it webhook secrets and remembered answers can't be opened again.
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
The first organization, its first credential, and a store that orders can come from. The credential's secret is shown once:

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
