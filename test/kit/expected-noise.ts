/** What is printed of errors that tests inject on purpose, of `.dev.vars` (tests bring their own secrets), and of packages without their sources: a green run says nothing of it. */
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
