interface ModuleRunner {
  import: (specifier: string, options?: unknown) => Promise<unknown>;
}

declare global {
  /** Vitest's own, in each worker. */
  var __vitest_mocker__: { moduleRunner: ModuleRunner } | undefined;
}

const ENTRY = /\/src\/worker\.ts$/;

const patched = new WeakSet<ModuleRunner>();

/**
 * Loads the Worker's entry once for a run. The Workers integration imports it again on each request and on each call of
 * an object, and Vitest then asks its server twice where it is: in a run that never changes, and the two questions take
 * longer than most requests.
 */
export function keepEntry(): void {
  const runner = globalThis.__vitest_mocker__?.moduleRunner;
  if (runner === undefined) throw new Error("Vitest's internals have changed: there is no module runner (test/kit/kept-entry.ts)");
  if (patched.has(runner)) return;
  patched.add(runner);
  const load = runner.import.bind(runner);
  let entry: Promise<unknown> | undefined;
  runner.import = (specifier, options) => (ENTRY.test(specifier) ? (entry ??= load(specifier)) : load(specifier, options));
}
