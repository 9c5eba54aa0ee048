import * as z from "zod";

/** A setting that may be left out, or left empty. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : text));

const Settings = z
  .object({
    ENVIRONMENT: z.enum(["development", "production"]),
    MASTER_SECRET: z.string().min(32, "MASTER_SECRET needs at least 32 characters"),
    OPERATOR_TOKEN: z
      .string()
      .optional()
      .transform((token) => (token === undefined || token.length < 32 ? null : token)),
    ALLOW_INSECURE_WEBHOOK_TARGETS: z
      .string()
      .optional()
      .transform((value) => value === "true"),
    /** Our own host name, so that no webhook is sent to ourselves. */
    PUBLIC_HOST: optionalText,
    /** A DNS-over-HTTPS resolver (JSON), asked where a webhook's host leads before it is called. */
    WEBHOOK_DNS_RESOLVER: optionalText.refine((url) => url === null || URL.canParse(url), "WEBHOOK_DNS_RESOLVER must be a URL"),
  })
  .refine((s) => !(s.ENVIRONMENT === "production" && s.ALLOW_INSECURE_WEBHOOK_TARGETS), {
    message: "ALLOW_INSECURE_WEBHOOK_TARGETS is refused in production",
  });

/** The Worker's settings, checked. */
export type Settings = z.output<typeof Settings>;

const parsed = new WeakMap<Env, Settings>();

/** Settings of this environment, parsed once per isolate. Throws where one is missing or wrong. */
export function settingsOf(env: Env): Settings {
  let settings = parsed.get(env);
  if (settings === undefined) {
    settings = Settings.parse(env);
    parsed.set(env, settings);
  }
  return settings;
}
