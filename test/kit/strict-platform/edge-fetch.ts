import { countRequest } from "./invocation";

const wrapped = new WeakSet<typeof fetch>();

/** The response of Cloudflare's edge for an unreachable host. Locally, the runtime throws instead. */
const UNKNOWN_HOST = { status: 530, body: "error code: 1016" };
const REFUSED = { status: 521, body: "error code: 521" };
const NO_TLS = { status: 525, body: "error code: 525" };

/**
 * A `fetch` that reaches only loopback addresses. Any other host is unknown, and an unreachable host has the response of Cloudflare's
 * edge.
 */
export function throughEdge(real: typeof fetch): typeof fetch {
  if (wrapped.has(real)) return real;
  const reached: typeof fetch = async (input, init) => {
    countRequest();
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (hostname !== "127.0.0.1" && hostname !== "localhost") return response(UNKNOWN_HOST);
    try {
      return await real(input, init);
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      if (message.includes("Network connection lost")) return response(REFUSED);
      if (message.startsWith("internal error")) return response(NO_TLS);
      throw error;
    }
  };
  wrapped.add(reached);
  return reached;
}

function response({ status, body }: { status: number; body: string }): Response {
  return new Response(body, { status, headers: { "Content-Type": "text/plain; charset=UTF-8", Server: "cloudflare" } });
}
