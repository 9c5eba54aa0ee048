import { expect, vi } from "vitest";
import { type Certificates, makeCertificates } from "../server/certificates.ts";
import { type RawResponder, type RawOptions, startRawReceiver } from "../server/raw-receiver.ts";
import { type Responder, type Received, startReceiver } from "../server/receiver.ts";
import { type ApiResponse, openShop, type Shop } from "../server/shop.ts";
import { CrashingWorker } from "../crash/crashing-worker.ts";
import { builtCrashEntry } from "../server/built-worker.ts";
import { temporaryFolder } from "../server/worker.ts";

interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
}

/** One Worker and all of its receivers, which run until the end so that their requests can be counted. */
export interface Harness extends AsyncDisposable {
  /** Its clock is advanced by the tests, so that they do not wait for a retry or a timeout. */
  crashing: CrashingWorker;
  certificates: Certificates;
  receivers: readonly Receiver[];
  /** Secrets of all endpoints, by id. */
  secrets: ReadonlyMap<string, string>;
  shop: () => Promise<Shop>;
  receiver: (respond?: Responder) => ReturnType<typeof startReceiver>;
  rawReceiver: (respond: RawResponder, options?: RawOptions) => ReturnType<typeof startRawReceiver>;
}

export async function startHarness(): Promise<Harness> {
  const folder = temporaryFolder();
  const certificates = makeCertificates(folder.path);
  const crashing = await CrashingWorker.start(await builtCrashEntry(), { timersByClock: true, authority: certificates.authority });
  const now = () => crashing.now;
  const receivers: Receiver[] = [];
  const secrets = new Map<string, string>();
  const track = async <T extends Receiver>(starting: Promise<T>): Promise<T> => {
    const receiver = await starting;
    receivers.push(receiver);
    return receiver;
  };
  return {
    crashing,
    certificates,
    receivers,
    secrets,
    shop: async () => {
      const shop = await openShop(crashing.worker.url);
      return {
        ...shop,
        webhook: async (target, events) => {
          const endpoint = await shop.webhook(target, events);
          secrets.set(endpoint.id, endpoint.secret);
          return endpoint;
        },
      };
    },
    receiver: async (respond) => await track(startReceiver(respond, now)),
    rawReceiver: async (respond, options) => await track(startRawReceiver(respond, { now, ...options })),
    async [Symbol.asyncDispose]() {
      await crashing[Symbol.asyncDispose]();
      for (const receiver of receivers) await receiver[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Sends one test event now and returns its result. */
export async function sendTest(shop: Shop, webhookId: string): Promise<ApiResponse["body"]> {
  const response = await shop.v2(`/webhooks/${webhookId}/test`, {});
  expect(response.status).toBe(200);
  return response.body;
}

/** An endpoint of a receiver whose response to each test event is chosen by the test. */
export async function openTestedEndpoint(world: Harness): Promise<(respond: RawResponder) => Promise<ApiResponse["body"]>> {
  let current: RawResponder = () => undefined;
  const receiver = await world.rawReceiver((socket, nth) => current(socket, nth));
  const shop = await world.shop();
  const { id } = await shop.webhook(receiver.url, ["order.created"]);
  return async (respond) => {
    current = respond;
    const before = receiver.received.length;
    const tested = await sendTest(shop, id);
    expect(receiver.received).toHaveLength(before + 1);
    return tested;
  };
}

/** Waits until a check holds. */
export const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
