import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

it("prints an error if the port is in use", async () => {
  const other = createServer();
  await new Promise<void>((ready) => other.listen(0, "127.0.0.1", ready));
  const { port } = other.address() as AddressInfo;
  const child = spawn(process.execPath, ["cli/dev.ts", "--port", String(port)], { stdio: ["ignore", "ignore", "pipe"] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`Port ${port} is in use.`) });
  other.close();
});
