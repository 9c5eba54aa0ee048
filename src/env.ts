import * as z from "zod";
import type { MasterSecrets } from "./crypto/master-key";

/** A setting that may be left out, or left empty. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : text));

/** A setting that is on where it is "true". */
const switched = z
  .string()
  .optional()
  .transform((value) => value === "true");

/** A contact must not be able to add lines to security.txt. */
const isContact = (text: string | null) => text === null || /^(?:mailto:|https:\/\/)[!-~]+$/.test(text);

const masterSecret = z.string().min(32, "a master secret needs at least 32 characters");

const Settings = z
  .object({
    ENVIRONMENT: z.enum(["development", "production"]),
    MASTER_SECRET: masterSecret,
    /** While the master secret is being changed: the other one. What it has sealed or signed is still good (docs/runbook.md). */
    MASTER_SECRET_SECOND: optionalText.pipe(masterSecret.nullable()),
    OPERATOR_TOKEN: z
      .string()
      .optional()
      .transform((token) => (token === undefined || token.length < 32 ? null : token)),
    ALLOW_INSECURE_WEBHOOK_TARGETS: switched,
    /** Whether no integrator is served: 503 to all but the operator and the open endpoints (docs/runbook.md). */
    MAINTENANCE: switched,
    /** Our own host name, so that no webhook is sent to ourselves. */
    PUBLIC_HOST: optionalText,
    /** Where reports of security problems go, beside the guide's page (RFC 9116, Contact). */
    SECURITY_CONTACT: optionalText.refine(isContact, "SECURITY_CONTACT must be a mailto: or https: address in one line"),
    /** Set anew when the database was put back to an earlier time: what the gates remember is of a time that did not happen. */
    GATE_GENERATION: optionalText,
    /** Requests per second that one session of the console may make; else as session-limit.ts says. */
    CONSOLE_RATE_LIMIT: optionalText
      .refine((text) => text === null || /^[1-9]\d{0,5}$/.test(text), "CONSOLE_RATE_LIMIT must be a whole number from 1")
      .transform((text) => (text === null ? null : Number(text))),
    /** A DNS-over-HTTPS resolver (JSON), asked where a webhook's host leads before it is called. */
    WEBHOOK_DNS_RESOLVER: optionalText.refine((url) => url === null || URL.canParse(url), "WEBHOOK_DNS_RESOLVER must be a URL"),
    /** An OpenID Connect provider that people may sign in to the console with, and our account with it; all three or none. */
    OIDC_ISSUER: optionalText.refine((url) => url === null || URL.canParse(url), "OIDC_ISSUER must be a URL"),
    OIDC_CLIENT_ID: optionalText,
    OIDC_CLIENT_SECRET: optionalText,
    /** What the button to it says; else the issuer's host. */
    OIDC_NAME: optionalText,
  })
  .refine((s) => !(s.ENVIRONMENT === "production" && s.ALLOW_INSECURE_WEBHOOK_TARGETS), {
    message: "ALLOW_INSECURE_WEBHOOK_TARGETS is refused in production",
  })
  .transform(({ MASTER_SECRET, MASTER_SECRET_SECOND, GATE_GENERATION, ...rest }) => {
    const masterSecrets: MasterSecrets = MASTER_SECRET_SECOND === null ? [MASTER_SECRET] : [MASTER_SECRET, MASTER_SECRET_SECOND];
    return { ...rest, masterSecrets, gateGeneration: GATE_GENERATION };
  });

/** The Worker's settings, checked. */
export type Settings = z.output<typeof Settings>;

const parsed = new WeakMap<Env, Settings>();

/** Settings of this environment, parsed once per isolate. Throws where one is missing or wrong. */
export function settingsOf(env: Env): Settings {
  let settings = parsed.get(env);
  if (settings === undefined) {
    const { data, error } = Settings.safeParse(env);
    // In one line, for the log.
    if (data === undefined) throw new Error(error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
    settings = data;
    parsed.set(env, settings);
  }
  return settings;
}
