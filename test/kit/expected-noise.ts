/**
 * What the runtime prints of errors that tests inject on purpose, of packages without their sources, and of secrets that wrangler finds in no
 * `.dev.vars`, since tests bring their own: a green run says nothing of it.
 */
const EXPECTED =
  /Missing required secrets|broken\.outputGateBroken; jsg\.Error: lost|contains non-ASCII characters|^stack: \S*\/workerd@|^Sourcemap for .* points to missing source files/;

/** Keeps expected lines out of what this process prints. */
export function hideExpectedNoise(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
      typeof chunk === "string" && EXPECTED.test(chunk) ? true : (write as (...args: unknown[]) => boolean)(chunk, ...rest);
  }
}
