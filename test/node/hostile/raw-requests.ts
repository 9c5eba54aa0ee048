import { gzipSync } from "node:zlib";
import type { Piece } from "./raw-client.ts";

/** The credentials of the requests. */
export interface RequestCredentials {
  token: string;
  key: string;
}

/** One conversation in bytes. */
export interface RawCase {
  what: string;
  pieces: readonly Piece[];
  /** Statuses of the responses in order. Those that the runtime sends itself, without the Worker, are negative, except 100. */
  statuses: readonly number[];
  halfClose?: boolean;
}

/** The body of an order with this external id. */
export function orderNamed(name: string): string {
  return JSON.stringify({ store: "Gift shop", external_id: name, items: [{ name: "Mug", price: 1 }] });
}

const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;

/** Conversations that no ordinary client has, each with the expected responses. */
export function rawCases({ token, key }: RequestCredentials): RawCase[] {
  let nth = 0;
  const authorization = `Authorization: Bearer ${token}\r\n`;
  const head = `Host: api.example.com\r\n${authorization}`;
  const get = (target: string, headers = head) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
  const health = (headers: string) => [get("/health", headers)];
  const order = () => orderNamed(`case-${(nth += 1)}`);
  const post = (headers: string, ...body: Piece[]): Piece[] => [
    `POST /api/v2/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\n${headers}\r\n`,
    ...body,
  ];
  const length = (body: string | Buffer) => `Content-Length: ${body.length}\r\n`;
  const withLength = (headers: string, body = order()): Piece[] => post(length(body) + headers, body);
  const chunked = (body: string, headers = ""): Piece[] => post(`Transfer-Encoding: chunked\r\n${headers}`, body);
  // The address of a webhook is compared with the host of the request, which is therefore parsed. Each host has a key of its own.
  const withHost = (host: string): Piece[] => {
    const body = '{"url":"https://hooks.example.com/in","events":["order.created"]}';
    const headers = `Host: ${host}\r\n${authorization}Content-Type: application/json\r\nIdempotency-Key: host-${Buffer.from(host).toString("hex")}\r\n${length(body)}`;
    return [`POST /api/v2/webhooks HTTP/1.1\r\n${headers}\r\n`, body];
  };
  const rawCase = (what: string, pieces: readonly Piece[], ...statuses: number[]): RawCase => ({ what, pieces, statuses });
  const casesOf = (what: string, whats: readonly string[], pieces: (odd: string) => readonly Piece[], ...statuses: number[]) =>
    whats.map((odd) => rawCase(`${what}: ${JSON.stringify(odd).slice(0, 60)}`, pieces(odd), ...statuses));
  const honest = order();
  const smuggled = order();
  const marked = `\xef\xbb\xbf${order()}`;
  const gzipped = gzipSync(order());
  const bomb = gzipSync(Buffer.alloc(50_000_000, " "));

  return [
    rawCase("an honest order", withLength(""), 201),
    rawCase("pipelined", [get("/health"), ...withLength(""), get("/api/v2/me")], 200, 201, 200),
    rawCase(
      "byte by byte",
      [
        `POST /api/v2/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\n${length(honest)}\r\n`,
        ...honest.split("").flatMap((byte) => [byte, 2]),
      ],
      201,
    ),
    rawCase("empty lines first", [`\r\n\r\n${get("/health")}`], 200),

    // Lines and values of headers.
    ...casesOf("in a value", ["a\rX-Injected: 1", "a\0b", "a\r\n folded"], (value) => health(`${head}X-Request-Id: ${value}\r\n`), -400),
    rawCase("a line feed alone ends a header", health(`${head}X-Request-Id: a\nX-Injected: 1\r\n`), 200),
    rawCase("a value in Latin-1", health(`${head}X-Request-Id: \xe9\xff\r\n`), 200),
    ...casesOf(
      "a line",
      ["nonsense", ": x", "X A: x", " X: folded", "X\0Y: 1", "Content-Length : 5"],
      (line) => health(`${head}${line}\r\n`),
      -400,
    ),
    rawCase("two identities", [get("/api/v2/me", `${head}Authorization: Bearer x\r\n`)], 401),
    rawCase("5,000 headers", health(head + "X-A: 1\r\n".repeat(5000)), 200),
    rawCase("70 KB of header", health(`${head}X-A: ${"a".repeat(70_000)}\r\n`), 200),
    rawCase("1 MB of header", health(`${head}X-A: ${"a".repeat(1_000_000)}\r\n`), -431),

    // The length of a body.
    rawCase("one length twice", post(length(smuggled) + length(smuggled), smuggled), 201),
    rawCase("two lengths", withLength("Content-Length: 5\r\n"), -400),
    ...casesOf(
      "a length of",
      ["1, 1", "+5", "-1", "0x10", "5 5", "", "99999999999999999999"],
      (value) => post(`Content-Length: ${value}\r\n`, "12345"),
      -400,
    ),
    rawCase("a length of 9 MB, unsent", post("Content-Length: 9000000\r\n"), 413),
    rawCase("a length and chunks", post(`${length(order())}Transfer-Encoding: chunked\r\n`, `${chunk(order())}0\r\n\r\n`), 201),
    // Chunks take precedence over the length, and the connection ends with the first error, so that the second request gets no response.
    rawCase(
      "a request behind an empty chunk",
      post("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${get("/api/v2/orders")}`),
      400,
    ),
    ...casesOf(
      "a coding of",
      ["xchunked", "identity", "chunked, identity", "chunked;a=b", "\u000bchunked"],
      (coding) => withLength(`Transfer-Encoding: ${coding}\r\n`),
      -400,
    ),
    rawCase("gzip in chunks that are none", withLength("Transfer-Encoding: gzip, chunked\r\n"), 400),
    rawCase("chunked twice", chunked(`${chunk(order())}0\r\n\r\n`, "Transfer-Encoding: chunked\r\n"), 201),
    rawCase("chunks", chunked(`${chunk(order())}0\r\n\r\n`), 201),
    rawCase("a chunk with extensions", chunked(`${chunk(order()).replace("\r\n", ';a=b;c="\r\n')}0\r\n\r\n`), 201),
    rawCase("trailers", chunked(`${chunk(order())}0\r\nX-Request-Id: late\r\nAuthorization: x\r\n\r\n`), 201),
    ...casesOf("a chunk of", ["fffffffffffffffff", "-5", "g", ""], (size) => chunked(`${size}\r\n${honest}`), 400),
    rawCase("a chunk without its line break", chunked(`5\r\n${honest}`), 400),
    rawCase("chunks between line feeds", chunked(`5\n12345\n0\n\n`), 400),
    rawCase("an endless chunk", chunked(`ffffffffffffff\r\n${order()}`)),
    rawCase("chunks without an end", chunked(chunk(order()))),
    { ...rawCase("chunks without an end, hung up", chunked(chunk(order())), 400), halfClose: true },
    rawCase("a body too short", post(`Content-Length: 900\r\n`, order())),
    { ...rawCase("a body too short, hung up", post(`Content-Length: 900\r\n`, order()), 400), halfClose: true },
    { ...rawCase("half a connection", withLength(""), 201), halfClose: true },
    rawCase("a body too long", post(length(smuggled), smuggled.replace("case", "twin"), "GARBAGE"), 201),
    rawCase("a request behind a body", [...withLength(""), `DELETE /nowhere HTTP/1.1\r\n${head}\r\n`], 201, 404),
    // In one write: a body that arrives after the response makes the runtime close the connection, and the reset may overtake the
    // response.
    rawCase("a GET with a body", [`GET /api/v2/me HTTP/1.1\r\n${head}${length(honest)}\r\n${honest}${get("/health")}`], 200, 200),
    rawCase("an expectation to continue", withLength("Expect: 100-continue\r\n"), 100, 201),
    rawCase("an unknown expectation", withLength("Expect: 200-ok\r\n"), 201),
    rawCase("gzip", post(`Content-Encoding: gzip\r\n${length(gzipped)}`, gzipped), 415),
    rawCase("a gzip bomb", post(`Content-Encoding: gzip\r\n${length(bomb)}`, bomb), 415),
    ...casesOf(
      "a body of",
      [
        "\0",
        "\xff\xfe{\0}\0",
        "\0\0\0{",
        "\xc0\xaf",
        "\xed\xa0\x80",
        '{"store":"\xff"}',
        "--a\r\nContent-Disposition: form-data\r\n\r\n--a--",
      ],
      (body) => post(length(body), body),
      400,
    ),
    rawCase("a byte order mark", post(length(marked), marked), 201),

    // The host.
    ...casesOf("a host of", ["a b", "a<b>", "a:99999", "[::1", "a^b", "%"], withHost, 400),
    rawCase("no host", [`GET /health HTTP/1.1\r\n${authorization}\r\n`], -400),
    rawCase("an empty host", health(`Host: \r\n${authorization}`), -400),
    rawCase("two hosts", health("Host: a\r\nHost: b\r\n"), 400),
    rawCase("a path in the host", health(`Host: a/operator\r\n${authorization}`), 404),
    rawCase("an absolute target", [get("http://other.example.com/health")], 200),
    rawCase("a broken absolute target", [get("http://[::1/health")], -400),
    rawCase("an authority as a target", [get("api.example.com:443")], 200),
    rawCase("a tunnel", [`CONNECT api.example.com:443 HTTP/1.1\r\n${head}\r\n`], -500),
    rawCase("a star", [`OPTIONS * HTTP/1.1\r\n${head}\r\n`], 404),
    ...casesOf(
      "the target",
      [
        "//orders",
        "//other.example.com/health",
        "/api/v2/..%2forders",
        "/api/v2/orders%00",
        "/api/v2/orders;jsessionid=1",
        "/api/v2/../../operator/organizations",
        "/api/v2/./me",
        "/api\\v2\\me",
        "/api/v2/orders/%2e%2e/me",
        `/${"a".repeat(20_000)}`,
        "/%",
        "*",
      ],
      (target) => [get(target)],
      404,
    ),
    ...casesOf("the target", ["/api/v2/me#a?b", "/api/v2/me?a%0d%0aX-Injected:%201=1"], (target) => [get(target)], 200),
    ...casesOf("the target", ["", "/api/v2/\0me", "/api/v2/me\t", "/api/v2/\xf6rders", "/api v2/me"], (target) => [get(target)], -400),
    rawCase("300 KB of target", [get(`/${"a".repeat(300_000)}`)], -414),
    rawCase("the header that tells Miniflare another URL", [get("/health", `${head}MF-Original-URL: http://x/api/v2/orders\r\n`)], 200),

    // Requests that are not HTTP, or of another version.
    ...casesOf(
      "bytes",
      [
        "GET /health\r\n\r\n",
        "\x16\x03\x01\0\xc8\x01\0\0\xc4\x03\x03\r\n\r\n",
        "\0",
        "GET /health HTTP/3.7\r\nHost: a\r\n\r\n",
        "GET /health http/1.1\r\nHost: a\r\n\r\n",
      ],
      (bytes) => [bytes],
      -400,
    ),
    rawCase("the beginning of HTTP/2", ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]),
    ...casesOf("the method", ["BREW", "get", "__PROTO__"], (method) => [`${method} /health HTTP/1.1\r\n${head}\r\n`], -501),
    ...casesOf("the method", ["TRACE", "PROPFIND"], (method) => [`${method} /health HTTP/1.1\r\n${head}\r\n`], 405),
    rawCase(
      "an upgrade to h2c",
      health(`${head}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`),
      200,
    ),
    rawCase(
      "an upgrade to a WebSocket",
      [
        get(
          "/api/v2/me",
          `${head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`,
        ),
      ],
      200,
    ),

    // Values that are returned in a header.
    rawCase("a field with line breaks", post(length('{"a\\r\\nX-Injected: 1":1}'), '{"a\\r\\nX-Injected: 1":1}'), 400),
    rawCase("a warning with line breaks", withLength("", order().replace("{", '{"a\\r\\nX-Injected: 1":1,')), 201),
    rawCase("two request ids", health(`${head}X-Request-Id: a\r\nX-Request-Id: b\r\n`), 200),
    rawCase("a key of Public V1", [get("/me", `Host: a\r\nx-api-key: ${key}\r\n`)], 200),
  ];
}
