/**
 * A stand-in for a shop of WooCommerce, to try connections without one: `npm run demo-shop -- [--port 8790]`. It is not WooCommerce: it has a page
 * with the forms that a connection needs, delivers signed webhooks, and answers as much of the REST API as connections use.
 */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { demoShopApp } from "./demo-shop/app.ts";
import { DemoShop } from "./demo-shop/shop.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "8790" }, help: { type: "boolean", default: false } } });
if (values.help) {
  process.stdout.write(`npm run demo-shop -- [options]

Runs a stand-in for a WooCommerce shop, to try connections without one.

  --port N  the port, 8790 by default
  --help    prints this text
`);
  process.exit(0);
}
const url = `http://127.0.0.1:${values.port}`;
const app = demoShopApp(new DemoShop(url));

const server = createServer((incoming, outgoing) => {
  void (async () => {
    const { method = "GET", headers } = incoming;
    const body = method === "GET" || method === "HEAD" ? undefined : Readable.toWeb(incoming);
    const fields = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] satisfies [string, string]] : [],
    );
    const request = new Request(new URL(incoming.url ?? "/", url), { method, headers: fields, body, duplex: "half" } as RequestInit);
    const response = await app.fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  })().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    outgoing.destroy();
  });
});
server.on("error", (error) => {
  process.stderr.write(`${error.message}\nChoose another port: npm run demo-shop -- --port 8791\n`);
  process.exitCode = 1;
});
server.listen(Number(values.port), "127.0.0.1", () => process.stdout.write(`A stand-in for a shop runs at ${url}\n`));
