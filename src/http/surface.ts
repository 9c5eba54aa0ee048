import type { CredentialKind } from "../crypto/credential-secret";
import type { Reply } from "./endpoint";

/** One of the HTTP surfaces: how it authenticates and how it words its answers. */
export interface Surface {
  name: "v1" | "v2" | "operator";
  /** Path in front of its endpoints. */
  base: "" | "/api/v2" | "/operator";
  /** X-Api-Version (decisions A14). */
  version: string;
  credential: { kind: CredentialKind; read: (headers: Headers) => string | null; refused: string; challenge: Record<string, string> };
  /** The success body around the JSON of the reply's data. */
  body: (data: string, reply: Reply, requestId: string) => string;
  /** Warnings that do not go in the body. */
  warningHeader: boolean;
}

function bearer(headers: Headers): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.get("Authorization") ?? "")?.[1] ?? null;
}

/** Public V1: `x-api-key`, one envelope (interface, Response envelope). */
export const v1: Surface = {
  name: "v1",
  base: "",
  version: "1.0.0",
  credential: { kind: "api_key", read: (headers) => headers.get("x-api-key"), refused: "Missing or invalid API key.", challenge: {} },
  body: (data, { pagination, warnings = [] }, requestId) => {
    const meta = { request_id: requestId, ...(pagination && { pagination }), ...(warnings.length > 0 && { warnings }) };
    return `{"success":true,"data":${data},"meta":${JSON.stringify(meta)}}`;
  },
  warningHeader: false,
};

/** v2: bearer tokens, bare objects (decisions G). */
export const v2: Surface = {
  name: "v2",
  base: "/api/v2",
  version: "2.0.0",
  credential: {
    kind: "api_token",
    read: bearer,
    refused: "Missing or invalid API token.",
    challenge: { "WWW-Authenticate": "Bearer" },
  },
  body: (data) => data,
  warningHeader: true,
};

/** The deployer's API: a bearer token of its own, bare objects (decisions M). */
export const operatorSurface: Surface = { ...v2, name: "operator", base: "/operator" };
