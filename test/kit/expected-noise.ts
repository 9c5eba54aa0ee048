/** What the runtime prints of errors that tests inject on purpose, and that wrangler finds no `.dev.vars`: tests bring their own secrets. */
const EXPECTED = /Missing required secrets|broken\.outputGateBroken; jsg\.Error: lost|contains non-ASCII characters/;

/** Keeps expected lines out of this process's error output. */
export function hideExpectedNoise(): void {
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
    typeof chunk === "string" && EXPECTED.test(chunk) ? true : (write as (...args: unknown[]) => boolean)(chunk, ...rest);
}
