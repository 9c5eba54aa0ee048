import { type AddressInfo, createServer, type Socket } from "node:net";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { UNREACHABLE_URL } from "../processes.ts";
import type { Identity } from "../server/certificates.ts";
import { responseText, respondWith } from "../server/raw-receiver.ts";
import { sendTest, until, type Harness } from "./harness.ts";

const OK = respondWith(responseText("200 OK"));

/** Failures before a receiver can respond. */
export function network(world: Harness): void {
  it("a receiver that was unreachable, or broke off, gets the same event again (cases 19, 20, 21, 24)", async () => {
    const shop = await world.shop();
    const resets = await world.rawReceiver((socket, nth) => (nth === 1 ? socket.resetAndDestroy() : OK(socket, nth)));
    const closes = await world.rawReceiver((socket, nth) => (nth === 1 ? socket.end() : OK(socket, nth)));
    const [started, resolvable] = [await world.rawReceiver(OK), await world.rawReceiver(OK)];
    // A label of more than 63 letters exists in no DNS, so no resolver is queried.
    const nowhere = `http://${"a".repeat(64)}.example.com/`;
    const failing = [
      { url: UNREACHABLE_URL, error: "connection", replacement: started },
      { url: resets.url, error: "connection", replacement: resets },
      { url: closes.url, error: "connection", replacement: closes },
      { url: nowhere, error: "tls_or_dns", replacement: resolvable },
    ];
    const ids: string[] = [];
    for (const { url } of failing) ids.push((await shop.webhook(url, ["order.created"])).id);
    await shop.order();
    for (const [index, { url, error, replacement }] of failing.entries()) {
      const id = ids[index] ?? "";
      const first = await until(async () => {
        const [delivery] = await shop.deliveries(id);
        expect(delivery.attempts).not.toEqual([]);
        return delivery;
      });
      expect(first.attempts[0]).toMatchObject({ number: 1, response_status: null, response_body: null, error_code: error });
      await world.crashing.delayOf(first.id);
      if (url !== replacement.url) expect((await shop.v2(`/webhooks/${id}`, { url: replacement.url }, {}, "PATCH")).status).toBe(200);
    }
    // The first retry is due after 5 s, 20 % either way.
    await world.crashing.passTime(6_000);
    for (const [index, { replacement }] of failing.entries()) {
      const id = ids[index] ?? "";
      await until(async () => expect(await shop.deliveries(id)).toMatchObject([{ status: "succeeded" }]));
      const [{ attempts, event_id }] = await shop.deliveries(id);
      expect(attempts.at(-1)).toMatchObject({ number: 2, response_status: 200, error_code: null });
      expect(replacement.received.at(-1)?.headers["webhook-id"]).toBe(event_id);
    }
    for (const { received } of [resets, closes]) {
      expect(received.map(({ headers }) => headers["x-service-attempt"])).toEqual(["1", "2"]);
      expect(received[1]?.raw).toEqual(received[0]?.raw);
    }
  });

  it("a receiver that closes the connection before it reads the request is a failed attempt (case 24)", async () => {
    let connections = 0;
    await using resetting = await startBareServer((socket) => {
      connections += 1;
      socket.resetAndDestroy();
    });
    const shop = await world.shop();
    const { id } = await shop.webhook(resetting.url("http"), ["order.created"]);
    expect(await sendTest(shop, id)).toMatchObject({ delivered: false, response_status: null, error: "connection" });
    expect(connections).toBeGreaterThan(0);
  });

  describe("TLS", () => {
    it("a receiver with a valid certificate gets the event", async () => {
      const receiver = await world.rawReceiver(respondWith(responseText("200 OK", "", "over TLS")), {
        identity: world.certificates.trusted,
      });
      const shop = await world.shop();
      const { id, secret } = await shop.webhook(`${receiver.url}/hook`, ["order.created"]);
      const { delivered, delivery } = await sendTest(shop, id);
      expect(delivered).toBe(true);
      expect(delivery.attempts).toMatchObject([{ response_status: 200, response_body: "over TLS" }]);
      const [request] = receiver.received;
      expect(new Webhook(secret).verify(request?.raw ?? "", request?.headers as Record<string, string>)).toMatchObject({
        event: "webhook.test",
      });
    });

    const INVALID_CERTIFICATES: [what: string, identity: Identity][] = [
      ["that has expired", world.certificates.expired],
      ["that it has signed itself", world.certificates.selfSigned],
      ["of another name", world.certificates.otherName],
    ];
    it.each(INVALID_CERTIFICATES)("a receiver with a certificate %s gets nothing (case 22)", async (_, identity) => {
      const receiver = await world.rawReceiver(OK, { identity });
      const shop = await world.shop();
      const { id } = await shop.webhook(receiver.url, ["order.created"]);
      expect(await sendTest(shop, id)).toMatchObject({ delivered: false, response_status: null, error: "tls_or_dns" });
      expect(receiver.received).toEqual([]);
    });

    it("a delivery to a port of the other protocol, HTTP or HTTPS, fails, and is not sent by that one (case 22)", async () => {
      const shop = await world.shop();
      let firstBytes = Buffer.alloc(0);
      await using plain = await startBareServer((socket) => {
        socket.once("data", (chunk) => {
          firstBytes = chunk;
          socket.end(responseText("400 Bad Request"));
        });
      });
      const toPlain = await shop.webhook(plain.url("https"), ["order.created"]);
      expect(await sendTest(shop, toPlain.id)).toMatchObject({ delivered: false, response_status: null, error: "tls_or_dns" });
      // A handshake, and nothing of the event.
      expect(firstBytes[0]).toBe(0x16);
      expect(firstBytes.toString("latin1")).not.toContain("webhook.test");

      const secure = await world.rawReceiver(OK, { identity: world.certificates.trusted });
      const toSecure = await shop.webhook(secure.url.replace("https:", "http:"), ["order.created"]);
      expect(await sendTest(shop, toSecure.id)).toMatchObject({ delivered: false, response_status: null, error: "connection" });
      expect(secure.received).toEqual([]);
    });
  });
}

/** A server that parses no request: `accept` gets each connection. */
async function startBareServer(accept: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    accept(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: (protocol: "http" | "https") => `${protocol}://localhost:${port}`,
    [Symbol.asyncDispose]: async () => void (await new Promise((done) => server.close(done))),
  };
}
