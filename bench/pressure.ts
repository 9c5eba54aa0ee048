import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";

/** One request of a route; `nth` counts up over a whole run, so that keys are never used twice. */
export interface Shot {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sends one request; answers how long it took in ms. Throws where it was not answered with 2xx. */
function fire(agent: Agent, url: URL, { method, path, headers, body }: Shot): Promise<number> {
  const begun = performance.now();
  return new Promise((settle, fail) => {
    const length = body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const sent = request({ agent, host: url.hostname, port: url.port, method, path, headers: { ...headers, ...length } }, (response) => {
      const parts: Buffer[] = [];
      const good = (response.statusCode ?? 0) < 300;
      response.on("data", (part: Buffer) => {
        if (!good) parts.push(part);
      });
      response.once("error", fail);
      response.once("end", () => {
        if (good) settle(performance.now() - begun);
        else fail(new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(parts).toString().slice(0, 300)}`));
      });
    });
    sent.once("error", fail);
    sent.end(body);
  });
}

/** Keeps `connections` requests under way for some seconds; answers how long each took, in ms, and how long it all took, in s. */
export async function press(
  url: URL,
  connections: number,
  seconds: number,
  shot: () => Shot,
): Promise<{ times: number[]; seconds: number }> {
  using agent = disposable(new Agent({ keepAlive: true, maxSockets: connections }));
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const connection = async () => {
    while (performance.now() < end) times.push(await fire(agent.value, url, shot()));
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return { times, seconds: (performance.now() - begun) / 1000 };
}

/** The value at a share of the sorted values, NaN where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function disposable(value: Agent): Disposable & { value: Agent } {
  return { value, [Symbol.dispose]: () => value.destroy() };
}
