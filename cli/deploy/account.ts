import type { Target } from "./target.ts";
import { complaint, type Wrangler } from "./wrangler.ts";

/** Of `wrangler whoami --json`. */
interface Identity {
  loggedIn: boolean;
  accounts?: { id: string; name: string }[];
}

const HOW_TO_LOG_IN = `You are not logged in to Cloudflare. Use one of these, then run \`npm run deploy\` again:

  npx wrangler login                       # on your own machine: opens the browser
  export CLOUDFLARE_API_TOKEN=…            # elsewhere: a token from https://dash.cloudflare.com/profile/api-tokens,
  export CLOUDFLARE_ACCOUNT_ID=…           # from the template "Edit Cloudflare Workers" with D1: Edit and Queues: Edit added
`;

/** The account's name that is deployed to, for a person to read. Throws, saying what to do, where there is none or no telling which. */
export async function accountOf(wrangler: Wrangler, target: Target): Promise<string> {
  const said = await wrangler.ask("whoami", "--json");
  const identity = parsed(said.stdout);
  if (identity?.loggedIn === false) throw new Error(HOW_TO_LOG_IN);
  if (said.code !== 0 || identity === null) throw new Error(`Cloudflare did not return the current user.\n${complaint(said)}`);
  const accounts = identity.accounts ?? [];
  // In the order in which wrangler looks.
  const chosen = target.accountId ?? process.env["CLOUDFLARE_ACCOUNT_ID"];
  if (chosen) return accounts.find(({ id }) => id === chosen)?.name ?? chosen;
  const [only] = accounts;
  if (only === undefined) throw new Error("The current user has no account. Set CLOUDFLARE_ACCOUNT_ID, or use another token.");
  if (accounts.length === 1) return only.name;
  const choices = accounts.map(({ id, name }) => `  export CLOUDFLARE_ACCOUNT_ID=${id}   # ${name}`).join("\n");
  throw new Error(`There are ${accounts.length} accounts. Choose one, then run \`npm run deploy\` again:\n\n${choices}\n`);
}

function parsed(json: string): Identity | null {
  try {
    return JSON.parse(json) as Identity;
  } catch {
    return null;
  }
}
