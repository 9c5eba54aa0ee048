interface ModuleRunner {
  import: (specifier: string, options?: unknown) => Promise<unknown>;
  transport: { invoke: (name: string, args: unknown[]) => Promise<unknown> };
}

declare global {
  /** Vitest's own variable in each worker. */
  var __vitest_mocker__: { moduleRunner: ModuleRunner } | undefined;
}

const ENTRY = /\/src\/entrypoints\/worker\.ts$/;

const patched = new WeakSet<ModuleRunner>();

/**
 * Loads each module once for a run. The Workers integration imports the Worker's entry again for each request and each call of an object,
 * Vitest then asks its server for the file, and Vite checks whether it has changed. In a run neither changes, and this takes longer than
 * most requests.
 */
export function keepModules(): void {
  const runner = globalThis.__vitest_mocker__?.moduleRunner;
  if (runner === undefined) throw new Error("Vitest's internals have changed: there is no module runner (test/kit/kept-modules.ts)");
  if (patched.has(runner)) return;
  patched.add(runner);
  const load = runner.import.bind(runner);
  let entry: Promise<unknown> | undefined;
  runner.import = (specifier, options) => (ENTRY.test(specifier) ? (entry ??= load(specifier)) : load(specifier, options));
  const invoke = runner.transport.invoke.bind(runner.transport);
  runner.transport.invoke = async (name, args) => {
    if (name !== "fetchModule") return await invoke(name, args);
    const [url, , options] = args as [url: string, importer: string | undefined, options?: { cached?: boolean }];
    // With an importer, Vitest would load again all imports of the test file, most of which are cached here.
    return options?.cached === true ? { cache: true } : await invoke(name, [url, undefined, options]);
  };
}
