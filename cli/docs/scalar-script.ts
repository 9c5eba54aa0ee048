import plugin from "@scalar/fastify-api-reference";

interface Route {
  url: string;
  handler: (request: unknown, reply: unknown) => unknown;
}

/** A server that only notes which routes a plugin wants: all that this one asks for. */
type Recorder = (server: { route: (route: Route) => void; hasPlugin: () => boolean }, options: object, done: () => void) => void;

/** What Scalar shows in an empty field for a key. It looks like somebody's key, so the field shows nothing. */
const SAMPLE_KEY = "QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT";

/**
 * Scalar's API reference as one script for a browser. The package is a plugin for Fastify that serves it at `…/js/scalar.js`; what it
 * would serve is asked of the route that it registers. Throws where a new version has no such route.
 */
export async function scalarScript(): Promise<string> {
  const routes: Route[] = [];
  const server = { route: (route: Route) => void routes.push(route), hasPlugin: () => false };
  // The recorder stands in for Fastify as far as the plugin goes.
  const register = plugin as unknown as Recorder;
  await new Promise<void>((done) => register(server, { routePrefix: "/docs", configuration: { url: "/openapi.json" } }, done));
  const route = routes.find(({ url }) => url.endsWith("/js/scalar.js"));
  if (route === undefined) throw new Error("@scalar/fastify-api-reference serves no js/scalar.js any more.");
  const reply = { header: () => reply, send: (body: unknown) => body };
  const script = await route.handler({}, reply);
  if (typeof script !== "string") throw new Error("@scalar/fastify-api-reference sent no text for js/scalar.js.");
  if (!script.includes(SAMPLE_KEY)) throw new Error("@scalar/fastify-api-reference has another placeholder for keys.");
  // The map that it names is not part of the package.
  return `/*! Scalar API Reference, MIT License, https://github.com/scalar/scalar */\n${script.replaceAll(SAMPLE_KEY, "").replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "\n")}`;
}
