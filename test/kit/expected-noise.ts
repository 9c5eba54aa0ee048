/**
 * The runtime's output about errors that tests inject, about values of headers that tests send although they are not ASCII, about packages
 * without their sources, and about secrets that wrangler finds in no `.dev.vars`, because tests have their own. A passing run does not print it.
 */
const EXPECTED =
  /Missing required secrets|broken\.outputGateBroken; jsg\.Error: lost|contains non-ASCII characters|^stack: \S*\/workerd@|^Sourcemap for .* points to missing source files/;

/** Removes from the output of this process each chunk that contains an expected text, as a whole. */
export function hideExpectedNoise(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
      typeof chunk === "string" && EXPECTED.test(chunk) ? true : (write as (...args: unknown[]) => boolean)(chunk, ...rest);
  }
}
