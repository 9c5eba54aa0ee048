import * as z from "zod";
import type { MasterSecrets } from "./platform/crypto/master-key";

/** The variables under `[vars]` in wrangler.toml; all other settings are secrets. */
const VARIABLES: ReadonlySet<string> = new Set(["ENVIRONMENT", "ALLOW_INSECURE_WEBHOOK_TARGETS"]);

/** A setting that may be left out, or left empty. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : text));

/** A setting that is on if it is "true". */
const switched = z
  .enum(["true", "false", ""], { error: 'must be "true" or "false"' })
  .optional()
  .transform((value) => value === "true");

/** A contact must not be able to add lines to security.txt. */
const isContact = (text: string | null) => text === null || /^(?:mailto:|https:\/\/)[!-~]+$/.test(text);

const TOO_SHORT = "must have at least 32 characters; make one with `openssl rand -base64 36`";
const longSecret = z
  .string({ error: (issue) => (issue.input === undefined ? `is missing: it ${TOO_SHORT}` : TOO_SHORT) })
  .min(32, TOO_SHORT);

const optionalUrl = (example: string) =>
  optionalText.refine((url) => url === null || /^https?:$/.test(URL.parse(url)?.protocol ?? ""), `must be a URL such as ${example}`);

const optionalHost = optionalText.refine(
  (host) => host === null || URL.parse(`https://${host}`)?.host === host.toLowerCase(),
  "must be a host name such as api.example.com",
);

/** The settings of an OpenID Connect provider: all three or none. */
const PROVIDER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

const Settings = z
  .object({
    ENVIRONMENT: z.enum(["development", "production"], { error: 'must be "development" or "production"' }),
    MASTER_SECRET: longSecret,
    /** While the master secret is being changed: the other one. What it has sealed or signed is still good (docs/runbook.md). */
    MASTER_SECRET_SECOND: optionalText.pipe(longSecret.nullable()),
    /** Without one there is no operator API. */
    OPERATOR_TOKEN: optionalText.pipe(longSecret.nullable()),
    ALLOW_INSECURE_WEBHOOK_TARGETS: switched,
    /** Whether no integrator is served: 503 to all but the operator and the open endpoints (docs/runbook.md). */
    MAINTENANCE: switched,
    /** Our own host name, so that no webhook is sent to ourselves. */
    PUBLIC_HOST: optionalHost,
    /** Where reports of security problems go, beside the guide's page (RFC 9116, Contact). */
    SECURITY_CONTACT: optionalText.refine(isContact, "must be a mailto: or https: address in one line"),
    /** Set anew when the database was put back to an earlier time: what the gates remember is of a time that did not happen. */
    GATE_GENERATION: optionalText,
    /** Requests per second that one session of the console may make; else as session-limit.ts says. */
    CONSOLE_RATE_LIMIT: optionalText
      .refine((text) => text === null || /^[1-9]\d{0,5}$/.test(text), "must be a whole number from 1")
      .transform((text) => (text === null ? null : Number(text))),
    /** A DNS-over-HTTPS resolver (JSON) that resolves the host of a webhook before it is called. */
    WEBHOOK_DNS_RESOLVER: optionalUrl("https://cloudflare-dns.com/dns-query"),
    /** An OpenID Connect provider that people may sign in to the console with, and our account with it. */
    OIDC_ISSUER: optionalUrl("https://accounts.google.com"),
    OIDC_CLIENT_ID: optionalText,
    OIDC_CLIENT_SECRET: optionalText,
    /** What the button to it says; else the issuer's host. */
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

/** The Worker's settings, checked. */
export type Settings = z.output<typeof Settings>;

/** The settings that wrangler.toml does not name, so that `wrangler types` does not know them. */
type OptionalSettings = Omit<
  z.input<typeof Settings>,
  "ENVIRONMENT" | "MASTER_SECRET" | "OPERATOR_TOKEN" | "ALLOW_INSECURE_WEBHOOK_TARGETS"
>;

/** The same as text, as bindings are. */
type OptionalBindings = { [Name in keyof OptionalSettings]?: string };

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

/** Settings of this environment, parsed once per isolate. Throws SettingsError. */
export function settingsOf(env: Env): Settings {
  let settings = parsed.get(env);
  if (settings === undefined) {
    const { data, error } = Settings.safeParse(env);
    if (data === undefined) throw new SettingsError(error.issues.map(({ path, message }) => described(path.join("."), message)).join(" "));
    settings = data;
    parsed.set(env, settings);
  }
  return settings;
}

function described(name: string, problem: string): string {
  const fix = VARIABLES.has(name)
    ? "set it under [vars] in wrangler.toml and deploy, or in .dev.vars for `wrangler dev`"
    : `run \`npx wrangler secret put ${name}\`, or set it in .dev.vars for \`npm run dev\``;
  return `${name} ${problem}. To fix it, ${fix}.`;
}
