import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startWith, drip, flood, type RawResponder, responseText, respondWith } from "../server/raw-receiver.ts";
import { openTestedEndpoint, sendTest, until, type Harness } from "./harness.ts";

/** The timeout for the headers of a receiver, and from there for the end of its body. */
const [HEADERS_MS, BODY_MS] = [10_000, 1_000];
/** The time at which a late receiver sends its headers, still within the timeout. */
const LATE_MS = 7_000;

const STARTED = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${STARTED}Transfer-Encoding: chunked\r\n\r\n`;
const UNENDING = `${STARTED}Content-Length: 1000000000000\r\n\r\n`;
const LETTERS_64_KB = "a".repeat(0x10000);

interface Unending {
  what: string;
  respond: RawResponder;
  status: number | null;
  error: string | null;
  /** The duration of the exchange. */
  ms: number;
}

/** Receivers that never end an exchange, and the result of an attempt at each. */
function unendingReceivers(late: Promise<void>): Unending[] {
  const timeout = { status: null, error: "timeout", ms: HEADERS_MS };
  const delivered = { status: 200, error: null, ms: BODY_MS };
  return [
    { what: "no response", respond: () => undefined, ...timeout },
    { what: "a 199 and no more", respond: startWith("HTTP/1.1 199 Odd\r\n\r\n"), ...timeout },
    { what: "a 103 again and again", respond: drip("HTTP/1.1 103 Early Hints\r\n\r\n", 20), ...timeout },
    { what: "a header byte by byte", respond: startWith(`${STARTED}X-Slow: `, drip("a", 20)), ...timeout },
    { what: "header after header", respond: startWith(STARTED, drip("X-More: a\r\n", 20)), ...timeout },
    // Fails at once, because the runtime limits the size of headers.
    {
      what: "headers at once, without end",
      respond: startWith(STARTED, flood("X-More: aaaaa\r\n".repeat(1000))),
      status: null,
      error: "connection",
      ms: 0,
    },
    {
      what: "headers after 7 s, then a drip",
      respond: startWith("HTTP", startWith(UNENDING.slice(4), drip("a", 20)), late),
      ...delivered,
      ms: LATE_MS + BODY_MS,
    },
    { what: "a body that never begins", respond: startWith(UNENDING), ...delivered },
    { what: "a body byte by byte", respond: startWith(UNENDING, drip("a", 20)), ...delivered },
    { what: "a body chunk by chunk", respond: startWith(CHUNKED, drip("1\r\na\r\n", 20)), ...delivered },
    {
      what: "an error byte by byte",
      respond: startWith(UNENDING.replace("200", "500"), drip("a", 20)),
      status: 500,
      error: "http_status",
      ms: BODY_MS,
    },
    { what: "a flood", respond: startWith(UNENDING, flood(LETTERS_64_KB)), ...delivered, ms: 0 },
    { what: "a flood of chunks", respond: startWith(CHUNKED, flood(`10000\r\n${LETTERS_64_KB}\r\n`)), ...delivered, ms: 0 },
  ];
}

/** Bodies of receivers, and the stored part of them. */
export function bodies(world: Harness): void {
  it("every exchange ends within 10 s without headers, or within 1 s after them, whatever the receiver does (R1) (R2) (cases 3, 7, 12, 13, 14, 23)", async () => {
    const { crashing } = world;
    const shop = await world.shop();
    const { promise: late, resolve: startLateReceiver } = Promise.withResolvers<void>();
    const all = await Promise.all(
      unendingReceivers(late).map(async (one) => {
        const receiver = await world.rawReceiver(one.respond);
        return { ...one, receiver, requests: 1, id: (await shop.webhook(receiver.url, ["order.created"])).id };
      }),
    );
    const deaf = await world.rawReceiver(() => undefined);
    const { id: deafId } = await shop.webhook(deaf.url.replace("http:", "https:"), ["order.created"]);
    all.push({
      what: "no handshake",
      respond: () => undefined,
      receiver: deaf,
      requests: 0,
      id: deafId,
      status: null,
      error: "timeout",
      ms: HEADERS_MS,
    });
    const endingAfter = (ms: number) => all.filter((one) => one.ms === ms);

    // The clock is stopped and advanced here, so each exchange takes exactly as long as its timer.
    await crashing.stopClock();
    const exchanges = all.map((one) => ({ ...one, tested: sendTest(shop, one.id) }));
    const waitForEnd = async (after: number) => await Promise.all(exchanges.flatMap(({ ms, tested }) => (ms === after ? [tested] : [])));
    await waitForEnd(0);
    await crashing.waitForTimers(BODY_MS, endingAfter(BODY_MS).length);
    await crashing.waitForTimers(HEADERS_MS, endingAfter(HEADERS_MS).length + endingAfter(LATE_MS + BODY_MS).length);
    await crashing.moveClock(BODY_MS);
    await waitForEnd(BODY_MS);
    await crashing.moveClock(LATE_MS - BODY_MS);
    startLateReceiver();
    await crashing.waitForTimers(BODY_MS, 1);
    await crashing.moveClock(BODY_MS);
    await waitForEnd(LATE_MS + BODY_MS);
    await crashing.moveClock(HEADERS_MS - LATE_MS - BODY_MS);
    await waitForEnd(HEADERS_MS);
    await crashing.resumeClock();
    for (const { what, status, error, ms, receiver, requests, tested } of exchanges) {
      expect(await tested, what).toMatchObject({ delivered: error === null, response_status: status, error, duration_ms: ms });
      expect(receiver.received, what).toHaveLength(requests);
      await until(() => expect(receiver.open.size, what).toBe(0));
    }
  });

  it("only a small part of an endless body is read (R3) (case 12)", async () => {
    const sockets: Socket[] = [];
    const receiver = await world.rawReceiver((socket, nth) => {
      sockets.push(socket);
      startWith(UNENDING, flood(LETTERS_64_KB))(socket, nth);
    });
    const shop = await world.shop();
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    const { delivery } = await sendTest(shop, id);
    expect(delivery.attempts[0].response_body).toBe("a".repeat(4096));
    await until(() => expect(receiver.open.size).toBe(0));
    // 16 KB are read, and the rest is buffered by the system. A second of reading would be a hundred times as much.
    expect(sockets[0]?.bytesWritten).toBeLessThan(16_000_000);
  });

  it("4 KB of a gzip bomb of 200 MB are stored, many at a time, and the Worker keeps running (R3) (case 15)", async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, "a"), { level: 9 });
    expect(bomb.length).toBeLessThan(210_000);
    const shop = await world.shop();
    const receiver = await world.rawReceiver(respondWith(responseText("200 OK", "Content-Encoding: gzip\r\n", bomb)));
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    const tests = await Promise.all(Array.from({ length: 10 }, () => sendTest(shop, id)));
    for (const { delivered, delivery } of tests) {
      expect(delivered).toBe(true);
      expect(delivery.attempts[0].response_body).toBe("a".repeat(4096));
    }
    expect(await shop.deliveries(id)).toHaveLength(10);
  });

  describe("the stored body", async () => {
    const sendTestTo = await openTestedEndpoint(world);
    /** Sends a test event to a receiver that responds with this body. Returns what the log shows of it, which is what is stored. */
    const sendAndReadStored = async (body: string | Buffer): Promise<string> => {
      const { delivery } = await sendTestTo(respondWith(responseText("200 OK", "", body)));
      const [attempt] = delivery.attempts;
      const [stored] = await world.crashing.worker.rows(
        "select length(cast(response_body as blob)) as bytes from attempts where delivery_id = ?",
        delivery.id,
      );
      expect(stored?.["bytes"]).toBe(Buffer.byteLength(attempt.response_body));
      expect(stored?.["bytes"]).toBeLessThanOrEqual(4096);
      return attempt.response_body;
    };

    it("of a 200 that breaks off is the part that arrived, and the delivery succeeds (case 16)", async () => {
      for (const text of [`${STARTED}Content-Length: 100\r\n\r\npartial`, `${STARTED}Transfer-Encoding: chunked\r\n\r\n7\r\npartial\r\n`]) {
        const { delivered, delivery } = await sendTestTo(respondWith(text));
        expect(delivered).toBe(true);
        expect(delivery.attempts).toMatchObject([{ response_status: 200, response_body: "partial", error_code: null }]);
      }
      const broken = await sendTestTo(respondWith(`${STARTED}Transfer-Encoding: chunked\r\n\r\nzz\r\nhi\r\n`));
      expect(broken).toMatchObject({ delivered: true, error: null });
    });

    it("is text of at most 4 KB, whatever the bytes (R3) (R19) (case 17)", async () => {
      expect(await sendAndReadStored(Buffer.from([0xff, 97, 0, 98]))).toBe("\uFFFDa\uFFFDb");
      // Each invalid byte becomes a character of three bytes.
      expect(await sendAndReadStored(Buffer.alloc(4096, 0xff))).toBe("\uFFFD".repeat(1365));
      expect(await sendAndReadStored(Buffer.alloc(20_000))).toBe("\uFFFD".repeat(1365));
      expect(await sendAndReadStored(`${"a".repeat(4094)}😀 and more`)).toBe("a".repeat(4094));
      expect(await sendAndReadStored(`${"a".repeat(4092)}😀`)).toBe(`${"a".repeat(4092)}😀`);
      expect(await sendAndReadStored("é".repeat(5000))).toBe("é".repeat(2048));
      expect(await sendAndReadStored("a".repeat(4096))).toBe("a".repeat(4096));
      expect(await sendAndReadStored("")).toBe("");
    });
  });

  it("the body of a page or a script is shown in the log as text, in JSON (case 18)", async () => {
    const page = `<!doctype html><script>alert("1")</script><img src=x onerror='alert(2)'>\u2028</pre>`;
    const receiver = await world.rawReceiver(respondWith(responseText("500 No", "Content-Type: text/html\r\n", page)));
    const shop = await world.shop();
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    await sendTest(shop, id);
    const { headers, body } = await shop.v2(`/webhooks/${id}/deliveries`);
    expect(body.data[0].attempts[0].response_body).toBe(page);
    expect(headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
}
