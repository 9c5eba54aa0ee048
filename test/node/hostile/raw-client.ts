import { connect, type Socket } from "node:net";

/** One response as it came over the wire. */
export interface RawResponse {
  status: number;
  /** Names in lower case, each as often as it came. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

/** Everything that was received on one connection. */
export interface Received {
  responses: RawResponse[];
  /** Bytes that are not a complete response. */
  rest: Buffer;
  closed: boolean;
}

/** A part to send, or a pause in ms. */
export type Piece = string | Buffer | number;

/** The timeout for an expected response, long enough for a slow machine. */
const RESPONSE_TIMEOUT_MS = 15_000;
/** The time to wait for an unexpected response. */
const SILENCE_MS = 300;

interface TalkOptions {
  /** The number of expected responses. By default, every response until the connection is closed. */
  responses?: number;
  /** Whether to close this side after the last part. */
  halfClose?: boolean;
}

/**
 * Sends these parts on a new connection, and listens until the other side closes it, or until the expected responses have arrived and no
 * more.
 */
export async function talk(
  url: string,
  pieces: readonly Piece[],
  { responses = Infinity, halfClose = false }: TalkOptions = {},
): Promise<Received> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const peer = { closed: false };
  let lastDataAt = Date.now();
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    lastDataAt = Date.now();
  });
  // A connection that was reset is closed, too.
  socket.on("error", () => (peer.closed = true));
  for (const event of ["end", "close"]) socket.on(event, () => (peer.closed = true));
  try {
    for (const piece of pieces) {
      if (typeof piece === "number") await new Promise((resolve) => setTimeout(resolve, piece));
      else await write(socket, piece);
    }
    if (halfClose) socket.end();
    lastDataAt = Date.now();
    const enough = () => parseResponses(Buffer.concat(chunks)).responses.length >= responses;
    while (!peer.closed && Date.now() - lastDataAt < (enough() ? SILENCE_MS : RESPONSE_TIMEOUT_MS))
      await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    socket.destroy();
  }
  return { ...parseResponses(Buffer.concat(chunks)), closed: peer.closed };
}

async function write(socket: Socket, piece: string | Buffer): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece, () => resolve());
  });
}

function parseResponses(bytes: Buffer): { responses: RawResponse[]; rest: Buffer } {
  const responses: RawResponse[] = [];
  let rest = bytes;
  for (;;) {
    const one = readResponse(rest);
    if (one === null) return { responses, rest };
    responses.push(one.response);
    rest = rest.subarray(one.length);
  }
}

/** The response at the beginning of `bytes`, and its length; null if it is incomplete. */
function readResponse(bytes: Buffer): { response: RawResponse; length: number } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [start = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1]);
  if (Number.isNaN(status)) return null;
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const from = end + 4;
  const value = (name: string) => headers.find(([one]) => one === name)?.[1];
  if (value("transfer-encoding") === "chunked") {
    const body = readChunks(bytes.subarray(from));
    return body && { response: { status, headers, body: body.bytes }, length: from + body.length };
  }
  const length = from + Number(value("content-length") ?? 0);
  return bytes.length < length ? null : { response: { status, headers, body: Buffer.from(bytes.subarray(from, length)) }, length };
}

function readChunks(bytes: Buffer): { bytes: Buffer; length: number } | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, line).toString("latin1"), 16);
    at = line + 2;
    if (bytes.length < at + size + 2) return null;
    chunks.push(bytes.subarray(at, at + size));
    at += size + 2;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: at };
  }
}
