import { expect, it } from "vitest";
import { postJson } from "../../../cli/import/post-json.ts";
import { startFakeApi } from "./fake-api.ts";

it("rejects where no whole answer comes in time", async () => {
  await using silent = await startFakeApi(() => undefined);
  await expect(postJson(silent.url, {}, Buffer.from("{}"), 50)).rejects.toMatchObject({ name: "AbortError" });
  await using stuck = await startFakeApi((_call, response) => response.writeHead(200, { "content-length": 1000 }).write("{"));
  await expect(postJson(stuck.url, {}, Buffer.from("{}"), 50)).rejects.toMatchObject({ name: "AbortError" });
});

it("rejects where the connection is made another protocol's", async () => {
  await using odd = await startFakeApi((_call, response) => {
    response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");
  });
  await expect(postJson(odd.url, {}, Buffer.from("{}"), 5_000)).rejects.toThrow("The connection was closed.");
});

it("keeps what is not ASCII, both ways", async () => {
  await using api = await startFakeApi(({ body }, response) => response.end(JSON.stringify(body)));
  const sent = JSON.stringify({ name: "£ 3 – 雪" });
  expect(await postJson(api.url, {}, Buffer.from(sent), 1000)).toMatchObject({ status: 200, text: sent });
});
