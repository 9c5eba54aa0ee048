/** What the runtime prints of faults that tests inject on purpose: a green run says nothing of it. */
const EXPECTED = /broken\.outputGateBroken; jsg\.Error: lost|contains non-ASCII characters/;

/** Keeps expected lines out of this process's error output. */
export function hideExpectedNoise(): void {
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
    typeof chunk === "string" && EXPECTED.test(chunk) ? true : (write as (...args: unknown[]) => boolean)(chunk, ...rest);
}
