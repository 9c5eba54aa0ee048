import * as z from "zod";
import type { MasterSecrets } from "./crypto/master-key";
import { PLANS } from "./db/database-size";
import { JURISDICTIONS } from "./values/jurisdiction";

/** The variables under `[vars]` in wrangler.toml; all other settings are secrets. */
const VARIABLES: ReadonlySet<string> = new Set(["ENVIRONMENT", "ALLOW_INSECURE_WEBHOOK_TARGETS"]);

/** The number of the database with the directory: all control data, such as where each organization is. Without it, nothing works. */
export const DIRECTORY = 0;

/** An organization with 200 orders a day and designs of 10 MB has used it up after two months. */
const DEFAULT_FILES_GB = 100;

/** The settings of an OpenID Connect provider: all three or none. */
const PROVIDER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** The schema of the settings. It is built for the first request of an isolate, so that an isolate starts without it. */
function settingsSchema() {
  /** An optional setting; an empty one counts as missing. */
  const optionalText = z
    .string()
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text));

  /** A setting that is on if it is "true". */
  const booleanSetting = z
    .enum(["true", "false", ""], { error: 'must be "true" or "false"' })
    .optional()
    .transform((value) => value === "true");

  /** Printable ASCII only, so that a contact can't add lines to security.txt. */
  const isContact = (text: string | null) => text === null || /^(?:mailto:|https:\/\/)[!-~]+$/.test(text);

  const LENGTH_RULE = "must have at least 32 characters; generate one with `openssl rand -base64 36`";
  const longSecret = z
    .string({ error: (issue) => (issue.input === undefined ? `is missing: it ${LENGTH_RULE}` : LENGTH_RULE) })
    .min(32, LENGTH_RULE);

  const optionalUrl = (example: string) =>
    optionalText.refine((url) => url === null || /^https?:$/.test(URL.parse(url)?.protocol ?? ""), `must be a URL such as ${example}`);

  const optionalHost = optionalText.refine(
    (host) => host === null || URL.parse(`https://${host}`)?.host === host.toLowerCase(),
    "must be a host name such as api.example.com",
  );

  return z
    .object({
      ENVIRONMENT: z.enum(["development", "production"], { error: 'must be "development" or "production"' }),
      MASTER_SECRET: longSecret,
      /** During a rotation of the master secret, a second one whose encrypted and signed values are still accepted (docs/runbook.md). */
      MASTER_SECRET_SECOND: optionalText.pipe(longSecret.nullable()),
      /** Without this token, there is no operator API. */
      OPERATOR_TOKEN: optionalText.pipe(longSecret.nullable()),
      ALLOW_INSECURE_WEBHOOK_TARGETS: booleanSetting,
      /**
       * The databases in maintenance: "true", or their numbers. In maintenance, only the operator API and the public endpoints are served; others
       * return 503 Service Unavailable (docs/runbook.md).
       */
      MAINTENANCE: optionalText
        .refine(
          (text) => text === null || /^(?:true|false|\d+(?:,\d+)*)$/.test(text),
          'must be "true", "false", or numbers of databases such as 1,2',
        )
        .transform(
          (text): ReadonlySet<number> =>
            new Set(text === null || text === "false" ? [] : text === "true" ? [DIRECTORY] : text.split(",").map(Number)),
        ),
      /** Our own host name, so that no webhook is sent to ourselves. */
      PUBLIC_HOST: optionalHost,
      /** An additional contact for security reports (RFC 9116, Contact). */
      SECURITY_CONTACT: optionalText.refine(isContact, "must be a mailto: or https: address in one line"),
      /** Change this after you restore the database to an earlier time, because the gates' data is then out of date. */
      GATE_GENERATION: optionalText,
      /**
       * Where the gates keep their data. `npm run deploy` sets it once, because in another jurisdiction all gates would be new ones, without
       * the idempotency keys of the last day.
       */
      JURISDICTION: z
        .enum([...JURISDICTIONS, ""], { error: `must be one of ${JURISDICTIONS.join(", ")}` })
        .optional()
        .transform((jurisdiction) => jurisdiction || null),
      /** The plan of the Cloudflare account, which says how large a database may become and how many D1 calls an invocation may make. */
      WORKERS_PLAN: z
        .enum([...PLANS, ""], { error: 'must be "paid" or "free"' })
        .optional()
        .transform((plan) => plan || "paid"),
      /** Requests per second per console session; the default is in session-limit.ts. */
      CONSOLE_RATE_LIMIT: optionalText
        .refine((text) => text === null || /^[1-9]\d{0,5}$/.test(text), "must be a whole number from 1")
        .transform((text) => (text === null ? null : Number(text))),
      /** D1 calls that Cloudflare allows in an invocation, if it is not what the plan allows (budget.ts). */
      MAX_DATABASE_CALLS: optionalText
        .refine((text) => text === null || /^[1-9]\d{1,3}$/.test(text), "must be a whole number from 10 to 9999")
        .transform((text) => (text === null ? null : Number(text))),
      /** A DNS-over-HTTPS resolver (JSON) for the hosts of webhooks. */
      WEBHOOK_DNS_RESOLVER: optionalUrl("https://cloudflare-dns.com/dns-query"),
      /** The R2 bucket that the binding FILES is expected to be. `npm run deploy -- --files` sets it, and keeps the binding in later deployments. */
      FILES_BUCKET: optionalText,
      /** How many gigabytes of files an organization may have. */
      FILES_MAX_GB: optionalText
        .refine((text) => text === null || /^[1-9]\d{0,5}$/.test(text), "must be a whole number from 1")
        .transform((text) => (text === null ? DEFAULT_FILES_GB : Number(text))),
      /** An OpenID Connect provider for console sign-ins, and our client there. */
      OIDC_ISSUER: optionalUrl("https://accounts.google.com"),
      OIDC_CLIENT_ID: optionalText,
      OIDC_CLIENT_SECRET: optionalText,
      /** The provider's name on the sign-in button; by default the issuer's host. */
      OIDC_NAME: optionalText,
    })
    .superRefine((settings, context) => {
      const fail = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
      if (settings.ENVIRONMENT === "production" && settings.ALLOW_INSECURE_WEBHOOK_TARGETS)
        fail("ALLOW_INSECURE_WEBHOOK_TARGETS", "must be false, because ENVIRONMENT is production");
      const missing = PROVIDER.filter((name) => settings[name] === null);
      if (missing.length < PROVIDER.length) for (const name of missing) fail(name, "is missing, but other OIDC settings are set");
    })
    .transform(({ MASTER_SECRET, MASTER_SECRET_SECOND, GATE_GENERATION, ...rest }) => {
      const masterSecrets: MasterSecrets = MASTER_SECRET_SECOND === null ? [MASTER_SECRET] : [MASTER_SECRET, MASTER_SECRET_SECOND];
      return { ...rest, masterSecrets, gateGeneration: GATE_GENERATION };
    });
}

/** Whether a database is in maintenance: it is itself, or the directory is. */
export function isInMaintenance({ MAINTENANCE }: Settings, database: number): boolean {
  return MAINTENANCE.has(DIRECTORY) || MAINTENANCE.has(database);
}

export type Settings = z.output<ReturnType<typeof settingsSchema>>;

/** The settings that are not in wrangler.toml, so that `wrangler types` does not generate them. */
type OptionalSettings = Omit<
  z.input<ReturnType<typeof settingsSchema>>,
  "ENVIRONMENT" | "MASTER_SECRET" | "OPERATOR_TOKEN" | "ALLOW_INSECURE_WEBHOOK_TARGETS"
>;

/** These settings as bindings, which are texts. */
type OptionalBindings = { [Name in keyof OptionalSettings]?: string } & {
  /** The bucket for files. Without it, files can't be uploaded (docs/runbook.md#files). */
  FILES?: R2Bucket;
};

declare global {
  namespace Cloudflare {
    interface Env extends OptionalBindings {}
  }
  interface Env extends OptionalBindings {}
}

/** A setting is missing or malformed. The message names it and the fix, in one line and without its value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const parsed = new WeakMap<Env, Settings>();

/** The settings of this environment, parsed once per isolate. Throws SettingsError. */
export function settingsOf(env: Env): Settings {
  let settings = parsed.get(env);
  if (settings === undefined) {
    const { data, error } = settingsSchema().safeParse(env);
    if (data === undefined)
      throw new SettingsError(error.issues.map(({ path, message }) => settingError(path.join("."), message)).join(" "));
    settings = data;
    parsed.set(env, settings);
  }
  return settings;
}

function settingError(name: string, problem: string): string {
  const fix = VARIABLES.has(name)
    ? "set it under [vars] in wrangler.toml and deploy, or in .dev.vars for `wrangler dev`"
    : `run \`npx wrangler secret put ${name}\`, or set it in .dev.vars for \`npm run dev\``;
  return `${name} ${problem}. To fix it, ${fix}.`;
}
