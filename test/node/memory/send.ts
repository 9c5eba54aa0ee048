import { HOSTILE_JSON } from "../../kit/hostile-json.ts";
import type { SurfaceRequest } from "../../kit/surface-request.ts";
import { OPERATOR_TOKEN } from "../server/worker.ts";
import { SHARED_SECRET, SIGNED_HEADERS } from "./receivers.ts";
import type { Account } from "./scene.ts";

const TIMEOUT_MS = 120_000;

/** The headers that authenticate a caller, and the others that its API requires. */
function credentialOf({ caller, form }: SurfaceRequest, url: string, account: Account): Record<string, string> {
  switch (caller) {
    case "v1":
      return { "x-api-key": account.key, "Idempotency-Key": crypto.randomUUID() };
    case "v2":
      return { Accept: "application/json, text/event-stream", Authorization: `Bearer ${account.token}` };
    case "operator":
      return { Authorization: `Bearer ${OPERATOR_TOKEN}` };
    case "console":
      return { Cookie: account.cookie, ...(form !== undefined && { Origin: url }), "X-Form-Token": account.formToken };
    case "anybody":
      // Each request has another address, so that no rate limit of an address applies.
      return { "CF-Connecting-IP": strangerAddress(), ...(form !== undefined && { Origin: url }) };
  }
}

let strangers = 0;
const strangerAddress = (): string => `2001:db8:${(strangers += 1).toString(16)}::1`;

/** Bodies of the same variant and size are created once. */
let lastHostile: { name: string; body: Buffer<ArrayBuffer> } | null = null;

function hostileBody({ variant, bytes }: { variant: string; bytes: number }): Buffer<ArrayBuffer> {
  const name = `${variant} ${bytes}`;
  if (lastHostile?.name !== name) {
    const make = HOSTILE_JSON[variant];
    if (make === undefined) throw new Error(`There is no JSON ${variant}.`);
    lastHostile = { name, body: Buffer.from(make(bytes)).subarray(0, bytes) };
  }
  return lastHostile.body;
}

function bodyOf(
  { json, hostile, form }: SurfaceRequest,
  { formToken }: Account,
): string | Buffer<ArrayBuffer> | URLSearchParams | undefined {
  if (hostile !== undefined) return hostileBody(hostile);
  if (form === undefined) return json === undefined ? undefined : JSON.stringify(json);
  const fields = Object.entries({ form_token: formToken, ...form });
  return new URLSearchParams(fields.flatMap(([name, value]) => [value].flat().map((text): [string, string] => [name, text])));
}

function signatureOf(
  { signedFor }: SurfaceRequest,
  body: string | Buffer<ArrayBuffer> | URLSearchParams | undefined,
): Record<string, string> {
  if (signedFor === undefined || !Buffer.isBuffer(body)) return {};
  return SIGNED_HEADERS[signedFor]?.(body, SHARED_SECRET) ?? {};
}

/** A response without its body. The status is 0 if it did not arrive, or broke off. */
export interface Received {
  status: number;
  bytes: number;
}

const NOTHING: Received = { status: 0, bytes: 0 };

/** Sends a request for an account, and reads its response without keeping it. */
export async function send(url: string, request: SurfaceRequest, account: Account): Promise<Received> {
  // An `AbortSignal.timeout` alone may be garbage-collected before it fires.
  const stop = new AbortController();
  const late = Promise.withResolvers<Received>();
  const timer = setTimeout(() => {
    stop.abort();
    late.resolve(NOTHING);
  }, TIMEOUT_MS);
  try {
    return await Promise.race([receive(url, request, { account, signal: stop.signal }), late.promise]);
  } catch {
    return NOTHING;
  } finally {
    clearTimeout(timer);
  }
}

async function receive(
  url: string,
  request: SurfaceRequest,
  { account, signal }: { account: Account; signal: AbortSignal },
): Promise<Received> {
  const body = bodyOf(request, account);
  const isJson = request.json !== undefined || request.hostile !== undefined;
  const response = await fetch(url + request.path, {
    method: request.method,
    redirect: "manual",
    headers: {
      ...(isJson && { "Content-Type": "application/json" }),
      ...credentialOf(request, url, account),
      ...signatureOf(request, body),
    },
    ...(body !== undefined && { body }),
    signal,
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).byteLength;
  return { status: response.status, bytes };
}
