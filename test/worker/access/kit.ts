import { env } from "cloudflare:workers";
import { type ApiResponse, orderBody, createCredential, call, type Call, type Credential, v1As, v2As } from "../../kit/client";

/** One call of the operator API with any status. */
export async function operate(method: string, path: string, body?: unknown): Promise<ApiResponse> {
  return await call(`/operator/organizations/${path}`, {
    method,
    ...(body !== undefined && { body }),
    headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
  });
}

/** The operator's requests about one credential. */
export function ofCredential(organizationId: number, { id }: Credential) {
  const path = `${organizationId}/credentials/${id}`;
  return {
    rotate: (body: Record<string, unknown> = {}) => operate("POST", `${path}/rotate`, body),
    change: (body: unknown) => operate("PATCH", path, body),
    revoke: () => operate("POST", `${path}/revoke`),
    /** The credential as the list returns it. */
    read: async () => {
      const { body } = await operate("GET", `${organizationId}/credentials?limit=200`);
      return (body.data as Record<string, unknown>[]).find((credential) => credential["id"] === id);
    },
  };
}

/** A read and a write on each surface, with the requirements of each. */
export const REQUESTS = [
  { name: "a read of V1", kind: "api_key", scope: "expenses:read", path: "/expenses", body: undefined },
  {
    name: "a write of V1",
    kind: "api_key",
    scope: "expenses:write",
    path: "/expenses",
    body: { category: "rent", amount: 1, date: "2026-01-31" },
  },
  { name: "a read of v2", kind: "api_token", scope: "orders:read", path: "/orders", body: undefined },
  { name: "a write of v2", kind: "api_token", scope: "orders:write", path: "/orders", body: orderBody() },
] as const;

export type Request = (typeof REQUESTS)[number];

/** Sends a request with a secret and returns its status, with the code of an error. */
export async function sendForOutcome(request: Request, secret: string, options: Call = {}): Promise<string> {
  const as = request.kind === "api_key" ? v1As : v2As;
  const response = await as({ id: 0, secret })(request.path, { body: request.body, ...options });
  return response.status < 300 ? "admitted" : `${response.status} ${response.body.error.code}`;
}

/** Creates a credential and sends a request with it, so that the isolate has cached it. */
export async function createUsedCredential(
  organizationId: number,
  request: Request,
  extras: Record<string, unknown> = {},
): Promise<Credential> {
  const credential = await createCredential(organizationId, request.kind, extras);
  const outcome = await sendForOutcome(request, credential.secret);
  if (outcome !== "admitted") throw new Error(`the first request was rejected: ${outcome}`);
  return credential;
}
