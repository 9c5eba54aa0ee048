/** The parts of a request with a text body, with its length in the headers, as clients send it. */
export function withLength<Init extends { headers?: HeadersInit; body?: unknown }>(init: Init): Init & { headers: Headers } {
  const headers = new Headers(init.headers);
  if (typeof init.body === "string") headers.set("Content-Length", String(new TextEncoder().encode(init.body).length));
  return { ...init, headers };
}
