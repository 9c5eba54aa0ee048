/** What the runtime prints of faults that tests inject on purpose, and of packages without their sources: a green run says nothing of it. */
const EXPECTED =
  /broken\.outputGateBroken; jsg\.Error: lost|contains non-ASCII characters|^stack: \S*\/workerd@|^Sourcemap for .* points to missing source files/;

/** Keeps expected lines out of what this process prints. */
export function hideExpectedNoise(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
      typeof chunk === "string" && EXPECTED.test(chunk) ? true : (write as (...args: unknown[]) => boolean)(chunk, ...rest);
  }
}
