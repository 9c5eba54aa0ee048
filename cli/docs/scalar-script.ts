import plugin from "@scalar/fastify-api-reference";

interface Route {
  url: string;
  handler: (request: unknown, reply: unknown) => unknown;
}

/** The plugin, typed for a server that only records routes. The plugin needs nothing else. */
type Recorder = (server: { route: (route: Route) => void; hasPlugin: () => boolean }, options: object, done: () => void) => void;

/** Scalar's placeholder in an empty API key field. It is removed, because it looks like a real key. */
const SAMPLE_KEY = "QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT";

/**
 * Returns Scalar's API reference as one script for browsers. The package is a Fastify plugin that serves the script at `…/js/scalar.js`, so
 * this calls the handler of that route. Throws if a new version of the package has no such route.
 */
export async function scalarScript(): Promise<string> {
  const routes: Route[] = [];
  const server = { route: (route: Route) => void routes.push(route), hasPlugin: () => false };
  // The recorder has all of Fastify that the plugin uses.
  const register = plugin as unknown as Recorder;
  await new Promise<void>((done) => register(server, { routePrefix: "/docs", configuration: { url: "/openapi.json" } }, done));
  const route = routes.find(({ url }) => url.endsWith("/js/scalar.js"));
  if (route === undefined) throw new Error("@scalar/fastify-api-reference no longer serves js/scalar.js.");
  const reply = { header: () => reply, send: (body: unknown) => body };
  const script = await route.handler({}, reply);
  if (typeof script !== "string") throw new Error("@scalar/fastify-api-reference did not return text for js/scalar.js.");
  if (!script.includes(SAMPLE_KEY)) throw new Error("@scalar/fastify-api-reference has a different placeholder for API keys.");
  // The package does not contain the source map.
  return `/*! Scalar API Reference, MIT License, https://github.com/scalar/scalar */\n${script.replaceAll(SAMPLE_KEY, "").replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "\n")}`;
}
