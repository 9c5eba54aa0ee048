import { expect, it } from "vitest";
import { postBytes } from "../../../cli/import/post-bytes.ts";
import { startFakeApi } from "./fake-api.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
const EMPTY = bytesOf("{}");

it("rejects if no complete response arrives in time", async () => {
  await using silent = await startFakeApi(() => undefined);
  await expect(postBytes(silent.url, { headers: new Headers(), body: EMPTY, timeoutMs: 50 })).rejects.toMatchObject({ name: "AbortError" });
  await using stuck = await startFakeApi((_call, response) => response.writeHead(200, { "content-length": 1000 }).write("{"));
  await expect(postBytes(stuck.url, { headers: new Headers(), body: EMPTY, timeoutMs: 50 })).rejects.toMatchObject({ name: "AbortError" });
});

it("rejects if the connection is upgraded to another protocol", async () => {
  await using odd = await startFakeApi((_call, response) => {
    response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");
  });
  await expect(postBytes(odd.url, { headers: new Headers(), body: EMPTY, timeoutMs: 5_000 })).rejects.toThrow("The connection was closed.");
});

it("keeps characters beyond ASCII in both directions", async () => {
  await using api = await startFakeApi(({ body }, response) => response.end(JSON.stringify(body)));
  const sent = JSON.stringify({ name: "£ 3 – 雪" });
  const response = await postBytes(api.url, { headers: new Headers(), body: bytesOf(sent), timeoutMs: 1000 });
  expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: sent });
});
