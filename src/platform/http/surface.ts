import { type CredentialKind, hasPrefix } from "../crypto/credential-secret";
import type { ErrorDetail } from "../api-error";
import type { Reply } from "./endpoint";

/** One of the HTTP surfaces: its authentication and the format of its responses. */
export interface Surface {
  name: "v1" | "v2" | "operator";
  /** Path prefix of its endpoints. */
  base: "" | "/api/v2" | "/operator";
  /** X-Api-Version (docs/spec/responses.md#headers). */
  version: string;
  credential: {
    kind: CredentialKind;
    read: (headers: Headers) => string | null;
    invalidMessage: string;
    /** Value of WWW-Authenticate. */
    challenge: string;
    /** The hint for a caller with the wrong credential: which one is expected, in which header. */
    expected: string;
  };
  /** Wraps the JSON of the reply's data in the success body. */
  body: (data: string, reply: Reply, requestId: string) => string;
  /** Whether warnings are in the X-Warnings header instead of the body. */
  warningHeader: boolean;
}

function bearer(headers: Headers): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.get("Authorization") ?? "")?.[1] ?? null;
}

/** Public V1: `x-api-key`, one envelope (docs/spec/responses.md#public-v1-envelope). */
export const v1: Surface = {
  name: "v1",
  base: "",
  version: "1.0.0",
  credential: {
    kind: "api_key",
    read: (headers) => headers.get("x-api-key"),
    invalidMessage: "Missing or invalid API key.",
    // RFC 9110 requires a challenge with every 401 Unauthorized, but there is no registered scheme for an API key in its own header.
    challenge: 'ApiKey header="x-api-key"',
    expected: "This API expects an API key (ak_live_…) in the header x-api-key. API tokens (sk_live_…) are for /api/v2.",
  },
  body: (data, { pagination, warnings = [] }, requestId) => {
    const meta = { request_id: requestId, ...(pagination && { pagination }), ...(warnings.length > 0 && { warnings }) };
    return `{"success":true,"data":${data},"meta":${JSON.stringify(meta)}}`;
  },
  warningHeader: false,
};

/** v2: bearer tokens, bare objects (docs/spec/responses.md#v2-bodies). */
export const v2: Surface = {
  name: "v2",
  base: "/api/v2",
  version: "2.0.0",
  credential: {
    kind: "api_token",
    read: bearer,
    invalidMessage: "Missing or invalid API token.",
    challenge: "Bearer",
    expected: "This API expects an API token in the header Authorization, as `Bearer sk_live_…`. API keys (ak_live_…) are for Public V1.",
  },
  body: (data) => data,
  warningHeader: true,
};

/**
 * The deployer's API: bare objects as in v2, and its own bearer token (docs/spec/operator.md). The token is read as v2 reads one, but it is no
 * credential: to whoever does not have it, the API does not exist, so v2's messages about credentials do not apply.
 */
export const operatorSurface: Surface = { ...v2, name: "operator", base: "/operator" };

/**
 * The details of a 401 Unauthorized for a credential in the other surface's header, or of the other surface's kind. It depends only on the
 * form of the request, so it reveals nothing about a credential.
 */
export function misplacedCredential({ credential: { kind, read, expected } }: Surface, headers: Headers): ErrorDetail[] {
  const secret = read(headers);
  const isElsewhere = secret === null && (headers.has("Authorization") || headers.has("x-api-key"));
  const other = kind === "api_key" ? "api_token" : "api_key";
  const isOther = secret !== null && hasPrefix(other, secret);
  return isElsewhere || isOther ? [{ code: "wrong_credential", message: expected }] : [];
}
