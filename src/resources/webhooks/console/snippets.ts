export interface Snippet {
  id: string;
  name: string;
  /** Where the raw body comes from. */
  note: string;
  code: string;
}

/** The same code as in docs/guide/webhooks.md, plus the use of the Standard Webhooks library. */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: "node",
    name: "Node and TypeScript",
    note: 'In Express, use express.raw({ type: "application/json" }). request.body is then a Buffer, and request.headers has lower-case names.',
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

export function verifyWebhook(body, headers, secret) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  if (!/^\\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const digest = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\`).update(body).digest("base64");
  const expected = Buffer.from(\`v1,\${digest}\`);
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  },
  {
    id: "python",
    name: "Python",
    note: "Flask: request.get_data() and request.headers. Django: request.body and request.headers. FastAPI: await request.body() and request.headers.",
    code: `import base64
import hashlib
import hmac
import time


def verify_webhook(body: bytes, headers, secret: str) -> bool:
    event_id, timestamp, signatures = (
        headers.get(name) or "" for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not timestamp.isdecimal() or len(timestamp) > 12 or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    digest = hmac.new(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" "))
`,
  },
  {
    id: "standard",
    name: "The Standard Webhooks library",
    note: "Available for most languages. It throws if the signature is invalid or older than five minutes.",
    code: `import { Webhook } from "standardwebhooks";

const event = new Webhook(secret).verify(body, headers);
`,
  },
  {
    id: "shell",
    name: "Command line",
    note: "X-Service-Signature covers only the body. This command prints it for the received bytes.",
    code: `openssl dgst -sha256 -r -hmac "$SECRET" body.json
`,
  },
];
