import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { begins, drips, floods, type RawAnswering, response, says } from "../server/raw-receiver.ts";
import { aTestedEndpoint, sendTest, until, type World } from "./world.ts";

/** The longest exchange that a receiver can force: 10 s to the headers, 1 s of body, and some slack. */
const LONGEST_MS = 11_500;

const STARTED = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${STARTED}Transfer-Encoding: chunked\r\n\r\n`;
const UNENDING = `${STARTED}Content-Length: 1000000000000\r\n\r\n`;
const A_64_KB = "a".repeat(0x10000);

interface Unending {
  what: string;
  answering: RawAnswering;
  status: number | null;
  error: string | null;
}

/** Receivers that would never let go, and what becomes of an attempt at each. */
const UNENDING_RECEIVERS: Unending[] = [
  { what: "no answer", answering: () => undefined, status: null, error: "timeout" },
  { what: "a 199 and no more", answering: begins("HTTP/1.1 199 Odd\r\n\r\n"), status: null, error: "timeout" },
  { what: "a 103 again and again", answering: drips("HTTP/1.1 103 Early Hints\r\n\r\n", 200), status: null, error: "timeout" },
  { what: "a header byte by byte", answering: begins(`${STARTED}X-Slow: `, drips("a", 1000)), status: null, error: "timeout" },
  { what: "header after header", answering: begins(STARTED, drips("X-More: a\r\n", 200)), status: null, error: "timeout" },
  {
    what: "headers at once, without end",
    answering: begins(STARTED, floods("X-More: aaaaa\r\n".repeat(1000))),
    status: null,
    error: "connection",
  },
  { what: "headers after 13 s", answering: begins("HTTP", says("/1.1 200 OK\r\n\r\n"), 13_000), status: null, error: "timeout" },
  {
    what: "headers after 7 s, then a drip",
    answering: begins("HTTP", begins(UNENDING.slice(4), drips("a", 200)), 7_000),
    status: 200,
    error: null,
  },
  { what: "a body that never begins", answering: begins(UNENDING), status: 200, error: null },
  { what: "a body byte by byte", answering: begins(UNENDING, drips("a", 200)), status: 200, error: null },
  { what: "a body chunk by chunk", answering: begins(CHUNKED, drips("1\r\na\r\n", 200)), status: 200, error: null },
  { what: "an error byte by byte", answering: begins(UNENDING.replace("200", "500"), drips("a", 200)), status: 500, error: "http_status" },
  { what: "a flood", answering: begins(UNENDING, floods(A_64_KB)), status: 200, error: null },
  { what: "a flood of chunks", answering: begins(CHUNKED, floods(`10000\r\n${A_64_KB}\r\n`)), status: 200, error: null },
];

/** What receivers send after the headers, and what is kept of it. */
export function bodies(world: World): void {
  it("ends every exchange within 11.5 s, and hangs up, whatever the receiver does (R1) (R2) (cases 3, 7, 12, 13, 14, 23)", async () => {
    const shop = await world.shop();
    const exchanges = UNENDING_RECEIVERS.map(async ({ what, answering, status, error }) => {
      const receiver = await world.rawReceiver(answering);
      const { id } = await shop.webhook(receiver.url, ["order.created"]);
      const tested = await sendTest(shop, id);
      expect(tested, what).toMatchObject({ delivered: error === null, response_status: status, error });
      expect(tested.duration_ms, what).toBeLessThanOrEqual(LONGEST_MS);
      if (error === "timeout") expect(tested.duration_ms, what).toBeGreaterThanOrEqual(9_900);
      expect(receiver.received, what).toHaveLength(1);
      await until(() => expect(receiver.open.size, what).toBe(0));
    });
    const withoutHandshake = async () => {
      const receiver = await world.rawReceiver(() => undefined);
      const { id } = await shop.webhook(receiver.url.replace("http:", "https:"), ["order.created"]);
      const tested = await sendTest(shop, id);
      expect(tested).toMatchObject({ delivered: false, response_status: null, error: "timeout" });
      expect(tested.duration_ms).toBeLessThanOrEqual(LONGEST_MS);
      await until(() => expect(receiver.open.size).toBe(0));
    };
    await Promise.all([...exchanges, withoutHandshake()]);
  });

  it("takes in little of a flood (R3) (case 12)", async () => {
    const poured: Socket[] = [];
    const receiver = await world.rawReceiver((socket, nth) => {
      poured.push(socket);
      begins(UNENDING, floods(A_64_KB))(socket, nth);
    });
    const shop = await world.shop();
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    const { delivery } = await sendTest(shop, id);
    expect(delivery.attempts[0].response_body).toBe("a".repeat(4096));
    await until(() => expect(receiver.open.size).toBe(0));
    // 16 KB are read; the rest is what the system holds for a connection. A second of reading would be a hundred times as much.
    expect(poured[0]?.bytesWritten).toBeLessThan(16_000_000);
  });

  it("stores 4 KB of a gzip bomb of 200 MB, many at a time, and lives on (R3) (case 15)", async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, "a"), { level: 9 });
    expect(bomb.length).toBeLessThan(210_000);
    const shop = await world.shop();
    const receiver = await world.rawReceiver(says(response("200 OK", "Content-Encoding: gzip\r\n", bomb)));
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    const tests = await Promise.all(Array.from({ length: 10 }, () => sendTest(shop, id)));
    for (const { delivered, delivery } of tests) {
      expect(delivered).toBe(true);
      expect(delivery.attempts[0].response_body).toBe("a".repeat(4096));
    }
    expect(await shop.deliveries(id)).toHaveLength(10);
  });

  describe("what is kept", async () => {
    const tested = await aTestedEndpoint(world);
    const keptOf = async (body: string | Buffer): Promise<string> => {
      const { delivery } = await tested(says(response("200 OK", "", body)));
      const [attempt] = delivery.attempts;
      const [stored] = await world.worker.rows(
        "select length(cast(response_body as blob)) as bytes from attempts where delivery_id = ?",
        delivery.id,
      );
      expect(stored?.["bytes"]).toBe(Buffer.byteLength(attempt.response_body));
      expect(stored?.["bytes"]).toBeLessThanOrEqual(4096);
      return attempt.response_body;
    };

    it("takes a body that breaks off after a 200 for delivered, and keeps what came (case 16)", async () => {
      for (const text of [`${STARTED}Content-Length: 100\r\n\r\npartial`, `${STARTED}Transfer-Encoding: chunked\r\n\r\n7\r\npartial\r\n`]) {
        const { delivered, delivery } = await tested(says(text));
        expect(delivered).toBe(true);
        expect(delivery.attempts).toMatchObject([{ response_status: 200, response_body: "partial", error_code: null }]);
      }
      const broken = await tested(says(`${STARTED}Transfer-Encoding: chunked\r\n\r\nzz\r\nhi\r\n`));
      expect(broken).toMatchObject({ delivered: true, error: null });
    });

    it("keeps bytes of any kind as text of at most 4 KB (R3) (R19) (case 17)", async () => {
      expect(await keptOf(Buffer.from([0xff, 97, 0, 98]))).toBe("\uFFFDa\uFFFDb");
      // Three bytes stand for each that is no text.
      expect(await keptOf(Buffer.alloc(4096, 0xff))).toBe("\uFFFD".repeat(1365));
      expect(await keptOf(Buffer.alloc(20_000))).toBe("\uFFFD".repeat(1365));
      expect(await keptOf(`${"a".repeat(4094)}😀 and more`)).toBe("a".repeat(4094));
      expect(await keptOf(`${"a".repeat(4092)}😀`)).toBe(`${"a".repeat(4092)}😀`);
      expect(await keptOf("é".repeat(5000))).toBe("é".repeat(2048));
      expect(await keptOf("a".repeat(4096))).toBe("a".repeat(4096));
      expect(await keptOf("")).toBe("");
    });
  });

  it("shows a page or a script in the log as the text that it is, in JSON (case 18)", async () => {
    const page = `<!doctype html><script>alert("1")</script><img src=x onerror='alert(2)'>\u2028</pre>`;
    const receiver = await world.rawReceiver(says(response("500 No", "Content-Type: text/html\r\n", page)));
    const shop = await world.shop();
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    await sendTest(shop, id);
    const { headers, body } = await shop.v2(`/webhooks/${id}/deliveries`);
    expect(body.data[0].attempts[0].response_body).toBe(page);
    expect(headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
}
