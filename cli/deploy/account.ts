import type { Target } from "./target.ts";
import { outputOf, type Wrangler } from "./wrangler.ts";

/** Output of `wrangler whoami --json`. */
interface Identity {
  loggedIn: boolean;
  accounts?: { id: string; name: string }[];
}

const LOGIN_INSTRUCTIONS = `You are not logged in to Cloudflare. Use one of these, then run \`npm run deploy\` again:

  npx wrangler login                       # on your own machine: opens the browser
  export CLOUDFLARE_API_TOKEN=…            # elsewhere: a token from https://dash.cloudflare.com/profile/api-tokens,
  export CLOUDFLARE_ACCOUNT_ID=…           # from the template "Edit Cloudflare Workers" with D1: Edit and Queues: Edit added
`;

/** The display name of the account to deploy to. Throws with instructions if there is none, or more than one and no choice. */
export async function accountName(wrangler: Wrangler, target: Target): Promise<string> {
  const name = await accountNameIfLoggedIn(wrangler, target);
  if (name === null) throw new Error(LOGIN_INSTRUCTIONS);
  return name;
}

/** As `accountName`, but null if nobody is logged in. */
export async function accountNameIfLoggedIn(wrangler: Wrangler, target: Target): Promise<string | null> {
  const result = await wrangler.run("whoami", "--json");
  const identity = parseIdentity(result.stdout);
  if (identity?.loggedIn === false) return null;
  if (result.code !== 0 || identity === null) throw new Error(`Cloudflare did not return the current user.\n${outputOf(result)}`);
  const accounts = identity.accounts ?? [];
  // The same precedence as wrangler's.
  const chosen = target.accountId ?? process.env["CLOUDFLARE_ACCOUNT_ID"];
  if (chosen) return accounts.find(({ id }) => id === chosen)?.name ?? chosen;
  const [only] = accounts;
  if (only === undefined) throw new Error("The current user has no account. Set CLOUDFLARE_ACCOUNT_ID, or use another token.");
  if (accounts.length === 1) return only.name;
  const choices = accounts.map(({ id, name }) => `  export CLOUDFLARE_ACCOUNT_ID=${id}   # ${name}`).join("\n");
  throw new Error(`There are ${accounts.length} accounts. Choose one, then run \`npm run deploy\` again:\n\n${choices}\n`);
}

function parseIdentity(json: string): Identity | null {
  try {
    return JSON.parse(json) as Identity;
  } catch {
    return null;
  }
}
