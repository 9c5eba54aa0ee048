const wrapped = new WeakSet<typeof fetch>();

/** `fetch` that reaches loopback alone: a webhook to a made-up host fails as an unknown name does, without asking anybody. */
export function unreachable(real: typeof fetch): typeof fetch {
  if (wrapped.has(real)) return real;
  const reached: typeof fetch = async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (hostname === "127.0.0.1" || hostname === "localhost") return await real(input, init);
    throw new Error("internal error; reference = there is no network in tests");
  };
  wrapped.add(reached);
  return reached;
}
