import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface StandIn {
  response: (request: Request) => Promise<Response>;
}

/** The call of the shop's API that gets no response, and whether the shop executes it. */
export interface HeldCall {
  call: number;
  isExecuted: boolean;
}

/** A stand-in for a shop on a free port of 127.0.0.1. One of its calls may get no response, and the Worker is killed during it. */
export async function startShop<S extends StandIn>(standInOf: (origin: string) => S) {
  let calls: string[] = [];
  let held: HeldCall | null = null;
  let isHeld = false;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      void (async () => {
        const { method = "GET", url = "/" } = incoming;
        calls.push(`${method} ${url}`);
        const isNow = held?.call === calls.length;
        if (isNow && held?.isExecuted === false) return (isHeld = true);
        const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
        const response = await standIn.response(new Request(new URL(url, origin), { method, headers, ...body }));
        if (isNow) return (isHeld = true);
        outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
        return null;
      })().catch(() => outgoing.destroy());
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn = standInOf(origin);
  return {
    standIn,
    /** The calls of this round, such as `GET /path`. */
    get calls(): readonly string[] {
      return calls;
    },
    /** Whether the Worker waits for the missing response. */
    isHeld: () => isHeld,
    /** Counts the calls from 1 again. */
    startRound: (call: HeldCall | null) => {
      calls = [];
      held = call;
      isHeld = false;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
