import { describe, expect, it } from "vitest";
import { respondWith, responseText } from "../server/raw-receiver.ts";
import { openTestedEndpoint, sendTest, until, type Harness } from "./harness.ts";

const STATUSES: [status: string, error: string | null][] = [
  ["200 OK", null],
  ["200", null],
  ["201 Created", null],
  ["204 No Content", null],
  ["205 Reset Content", null],
  ["299 Fine", null],
  ["101 Switching Protocols", "http_status"],
  ["300 Multiple Choices", "redirect"],
  ["304 Not Modified", "redirect"],
  ["399 Odd", "redirect"],
  ["400 Bad Request", "http_status"],
  ["401 Unauthorized", "http_status"],
  ["404 Not Found", "http_status"],
  ["500 Oops", "http_status"],
  ["525 SSL Handshake Failed", "tls_or_dns"],
  ["526 Invalid SSL Certificate", "tls_or_dns"],
  // About DNS only if its body has the code 1001 or 1016.
  ["530 Origin DNS Error", "connection"],
  ["599 Odd", "http_status"],
  ["600 Odd", "http_status"],
  ["999 Request Denied", "http_status"],
];

// A 1xx other than 101 is never final: if nothing follows, there was no response. The others are invalid.
const STATUSES_WITHOUT_RESPONSE = [
  "199 Odd",
  "100 Continue",
  "000 Zero",
  "099 Odd",
  "20 Short",
  "1000 Long",
  "2000 Long",
  "abc OK",
  "-200 OK",
  "200.5 OK",
  "+200 OK",
];

const INVALID_RESPONSES: [what: string, text: string | Buffer][] = [
  ["an SSH server", "SSH-2.0-OpenSSH_9.0\r\n"],
  ["a mail server", "220 mail.example ESMTP ready\r\n\r\n"],
  ["HTTP/2 alone", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP/0.9", "<html>hello</html>"],
  ["a version of HTTP that isn't", "HTTP/3.7 200 OK\r\n\r\n"],
  ["bytes", Buffer.from([0, 1, 2, 3, 255, 254, 10, 13, 10, 13, 10])],
  ["a header line without a colon", "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"],
  ["a length that is no number", "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nhi"],
  ["a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhi"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi"],
  ["headers that break off", "HTTP/1.1 200 OK\r\nContent-Le"],
];

/** The possible responses of a receiver, and which of them count as delivered. */
export function responses(world: Harness): void {
  describe("statuses", async () => {
    const sendTestTo = await openTestedEndpoint(world);

    it.each(STATUSES)("a response with the status %j has the error %j (R1) (cases 2, 4, 7)", async (status, error) => {
      const code = Number(status.slice(0, 3));
      expect(await sendTestTo(respondWith(responseText(status)))).toMatchObject({
        delivered: error === null,
        response_status: code,
        error,
      });
    });

    it.each(STATUSES_WITHOUT_RESPONSE)("the status %j counts as no response (R1) (case 7)", async (status) => {
      expect(await sendTestTo(respondWith(responseText(status)))).toMatchObject({
        delivered: false,
        response_status: null,
        error: "connection",
      });
    });

    it.each(["100 Continue", "102 Processing", "103 Early Hints"])("the response after %j counts (case 3)", async (interim) => {
      const first = `HTTP/1.1 ${interim}\r\nLink: </style.css>\r\n\r\n`;
      expect(await sendTestTo(respondWith(first, responseText("200 OK", "", "done")))).toMatchObject({
        delivered: true,
        response_status: 200,
      });
      expect(await sendTestTo(respondWith(first, first, responseText("500 No", "", "no")))).toMatchObject({
        delivered: false,
        response_status: 500,
      });
    });

    it("a 204 with a body counts as a 204 (case 4)", async () => {
      const { delivered, delivery } = await sendTestTo(respondWith(responseText("204 No Content", "", "a body all the same")));
      expect(delivered).toBe(true);
      expect(delivery.attempts).toMatchObject([{ response_status: 204, response_body: null }]);
    });

    it.each(INVALID_RESPONSES)("%s counts as no response (case 9)", async (_, text) => {
      expect(await sendTestTo(respondWith(text))).toMatchObject({ delivered: false, response_status: null, error: "connection" });
    });

    it("response headers of 60 KB are accepted, and an attempt fails if they exceed the limit of the runtime (case 8)", async () => {
      const block = (kilobytes: number) => `X-Long: ${"a".repeat(kilobytes * 1024)}\r\n`;
      const short = await sendTestTo(respondWith(responseText("200 OK", block(60))));
      expect(short).toMatchObject({ delivered: true });
      // The limit depends on the runtime.
      expect([null, "connection"]).toContain((await sendTestTo(respondWith(responseText("200 OK", block(200))))).error);
      expect(await sendTestTo(respondWith(responseText("200 OK", block(4096))))).toMatchObject({ delivered: false, error: "connection" });
      expect(await sendTestTo(respondWith(responseText("200 OK")))).toMatchObject({ delivered: true });
    });

    it.each(["gzip", "deflate", "br"])("the status counts if a body is not the %s that its header states (case 10)", async (encoding) => {
      const header = `Content-Encoding: ${encoding}\r\n`;
      const succeeded = await sendTestTo(respondWith(responseText("200 OK", header, "plain text, no such thing")));
      expect(succeeded).toMatchObject({ delivered: true, response_status: 200, error: null });
      const failed = await sendTestTo(respondWith(responseText("500 No", header, "plain text, no such thing")));
      expect(failed).toMatchObject({ delivered: false, response_status: 500, error: "http_status" });
      for (const { delivery } of [succeeded, failed]) expect(delivery.attempts[0].response_body).not.toMatch(/decompress|TypeError/i);
    });
  });

  it("no redirect of any kind is followed (R4) (cases 1, 2)", async () => {
    const target = await world.receiver();
    let respond = respondWith(responseText("200 OK"));
    const receiver = await world.rawReceiver((socket, nth) => respond(socket, nth));
    const shop = await world.shop();
    const { id } = await shop.webhook(`${receiver.url}/hook`, ["order.created"]);
    const locations = [
      target.url,
      `${target.url}/hook`,
      `//${new URL(target.url).host}/`,
      "/elsewhere",
      "?",
      `${receiver.url}/hook`,
      "http://10.0.0.1/",
    ];
    locations.push("http://169.254.169.254/latest/meta-data/", "http://[", "");
    for (const status of [301, 302, 303, 307, 308, 300, 304]) {
      for (const location of locations) {
        respond = respondWith(responseText(`${status} Elsewhere`, `Location: ${location}\r\n`, "see there"));
        expect(await sendTest(shop, id)).toMatchObject({ delivered: false, response_status: status, error: "redirect" });
      }
    }
    expect(target.received).toEqual([]);
    // A loop or a relative redirect would have come back to this receiver.
    expect(receiver.received).toHaveLength(7 * locations.length);
  });

  it("a receiver that responds with 410 gets nothing more (case 5)", async () => {
    const receiver = await world.receiver(() => ({ status: 410, body: "gone" }));
    const shop = await world.shop();
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    await shop.order();
    await until(async () => expect((await shop.v2(`/webhooks/${id}`)).body).toMatchObject({ status: "gone", enabled: false }));
    await shop.order();
    expect(await shop.deliveries(id)).toMatchObject([
      { status: "held", attempts: [] },
      { status: "held", next_attempt_at: null, attempts: [{ response_status: 410, response_body: "gone", error_code: "http_status" }] },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  it("a Retry-After on a 429 or 503 determines the delay, but at least the scheduled 5 s and at most 12 h (R26) (case 6)", async () => {
    const shop = await world.shop();
    const openRetryAfterEndpoint = async (status: number, retryAfter: string) => {
      const receiver = await world.receiver((_, nth) => (nth === 1 ? { status, headers: { "Retry-After": retryAfter } } : { status: 200 }));
      const { id } = await shop.webhook(receiver.url, ["order.created"]);
      return { id, received: receiver.received };
    };
    const { crashing } = world;
    const at = crashing.now;
    const longer: [status: number, retryAfter: string, seconds: number][] = [
      [429, "120", 120],
      [503, "120", 120],
      [503, new Date(at + 600_000).toUTCString(), 600],
      [429, "1000000000", 43_200],
    ];
    const requestedDelays = await Promise.all(
      longer.map(async ([status, retryAfter, seconds]) => ({ seconds, ...(await openRetryAfterEndpoint(status, retryAfter)) })),
    );
    const ignored: [status: number, retryAfter: string][] = [
      [429, "1"],
      [429, new Date(at - 600_000).toUTCString()],
      [429, "120.6"],
      [429, "soon"],
      [500, "120"],
    ];
    const scheduledDelays = await Promise.all(ignored.map(([status, retryAfter]) => openRetryAfterEndpoint(status, retryAfter)));
    await shop.order();

    for (const { id, seconds } of requestedDelays) {
      const next = await until(async () => {
        const [delivery] = await shop.deliveries(id);
        expect(delivery).toMatchObject({ status: "pending", attempts: [{ number: 1 }] });
        return Date.parse(delivery.next_attempt_at);
      });
      // A date counts from when it was written, in whole seconds; the others from the response.
      expect(next - at).toBeGreaterThanOrEqual((seconds - 1) * 1000);
      expect(next - at).toBeLessThan((seconds + 60) * 1000);
    }
    for (const { id } of scheduledDelays) {
      const delaySeconds = await crashing.delayOf((await shop.deliveries(id))[0].id);
      // 5 s, 20 % either way, and a queue counts whole seconds.
      expect(delaySeconds).toBeGreaterThanOrEqual(4);
      expect(delaySeconds).toBeLessThanOrEqual(6);
    }
    await crashing.passTime(6_000);
    for (const { received } of scheduledDelays) await until(() => expect(received).toHaveLength(2));
  });
}
