import { describe, expect, it } from "vitest";
import { call } from "../kit/client";

/** The committed copies; `npm run openapi` writes them anew. */
describe.each([
  ["/openapi.json", "v1"],
  ["/api/v2/openapi.json", "v2"],
])("GET %s", (path, name) => {
  it("is open to all and equals the committed copy", async () => {
    const answer = await call(path);
    expect(answer.status).toBe(200);
    expect(answer.body.openapi).toBe("3.1.0");
    await expect(`${JSON.stringify(answer.body, null, 2)}\n`).toMatchFileSnapshot(`../../openapi/${name}.json`);
  });
});
