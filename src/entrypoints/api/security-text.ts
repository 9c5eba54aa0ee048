import { fileReply, open, resource } from "../../platform/http/endpoint";

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const EXPIRES_AFTER_DAYS = 180;

/** When the text expires: at midnight, so that the text is the same all day. */
function expiry(now: number): string {
  return new Date((Math.floor(now / DAY_MS) + EXPIRES_AFTER_DAYS) * DAY_MS).toISOString();
}

const route = resource(
  "Service",
  open("People who report security problems have no credential. The text contains nothing about organizations."),
);

/** Where to report a security problem of this instance, for programs and people (RFC 9116). */
export const securityText = route.get("/.well-known/security.txt", {
  operationId: "securityText",
  summary: "Where to report a security problem",
  responses: {},
  handle: async ({ origin, settings, now }) => {
    const page = `${origin}/docs/guide/security`;
    const contacts = settings.SECURITY_CONTACT === null ? [page] : [settings.SECURITY_CONTACT, page];
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expiry(now)}`,
      "Preferred-Languages: en",
      `Canonical: ${origin}/.well-known/security.txt`,
      `Policy: ${page}`,
    ];
    const headers = { "Cache-Control": "public, no-cache" };
    const response = new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
    return fileReply(response, headers);
  },
});
