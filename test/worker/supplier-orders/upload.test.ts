import { exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { SupplierOrder } from "../../../src/resources/supplier-orders/supplier-order-view";
import { type Shop } from "../../kit/client";
import { createMember, ORIGIN, tokenIn } from "../console/kit";
import { anAddress, noticesIn, type PublicResponse, send, visit } from "../public/kit";
import { anItem, aProducingShop, change, orderOf, sendAll, type SupplierOrderResponse } from "./kit";

/** Files that come back by the supplier's page and by the console, and parts of lines that are shipped on the page (docs/spec/supplier-page.md). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

const pathOf = (url: string) => new URL(url).pathname;
/** Creates a link of the supplier of an order, and returns its path. */
const createLink = async ({ supplier_id }: SupplierOrderResponse) =>
  pathOf((await shop.v2(`/suppliers/${supplier_id}/links`, { body: {} })).body.url);
/** Creates a link to one supplier order, and returns its path. */
const createOrderLink = async ({ id }: SupplierOrderResponse) =>
  pathOf((await shop.v2(`/supplier-orders/${id}/links`, { body: {} })).body.url);
const read = async (id: string): Promise<SupplierOrderResponse> => SupplierOrder.parse((await shop.v2(`/supplier-orders/${id}`)).body);

/** Sends a form with a file, as a browser without scripts does. */
async function sendFile(
  path: string,
  { token, file, cookie }: { token: string; file: string | Uint8Array<ArrayBuffer>; cookie?: string },
): Promise<PublicResponse> {
  const body = new FormData();
  body.append("form_token", token);
  body.append("file", new File([file], "list.csv", { type: "text/csv" }));
  const headers = {
    "CF-Connecting-IP": anAddress(),
    "Sec-Fetch-Site": "same-origin",
    Origin: ORIGIN,
    ...(cookie !== undefined && { Cookie: cookie }),
  };
  const response = await exports.default.fetch(ORIGIN + path, { method: "POST", redirect: "manual", headers, body });
  return { status: response.status, headers: response.headers, text: await response.text(), location: response.headers.get("Location") };
}

const tokenOf = async (path: string): Promise<string> => /name="form_token" value="([^"]+)"/.exec((await visit(path)).text)?.[1] ?? "";

const upload = async (link: string, file: string | Uint8Array<ArrayBuffer>) =>
  await sendFile(`${link}/upload`, { token: await tokenOf(`${link}/upload`), file });

describe("the supplier's page", () => {
  it("takes back the list that it has downloaded, once", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const sent = await sendAll(shop, order.id);
    const link = await createLink(sent);
    const list = (await visit(`${link}/orders/${sent.id}/file`)).text.split("\r\n");
    // The last columns are for the tracking number, its carrier and link, and the reason of a rejection. All four are empty.
    const filled = [list[0], list[1]?.replace(/,,,,$/, ",RR1,,,"), list[2]?.replace(/,,,,$/, ",,,,No clay"), ""].join("\r\n");
    const saved = await upload(link, filled);
    expect({ status: saved.status, location: saved.location }).toEqual({ status: 303, location: `${link}?done=did_uploaded` });
    const after = await read(sent.id);
    expect(after.lines.map(({ state, shipments, reject_reason }) => [state, shipments[0]?.tracking_number ?? null, reject_reason])).toEqual(
      [
        ["open", "RR1", null],
        ["rejected", null, "No clay"],
      ],
    );
    expect((await upload(link, filled)).location).toBe(`${link}?done=did_uploaded_before`);
    expect((await read(sent.id)).version).toBe(after.version);
  });

  it("says what is wrong with each row in the language of its reader, and saves nothing then", { tags: "long" }, async () => {
    const [one, two] = [await orderOf(shop, anItem()), await orderOf(shop, anItem({ assigned_supplier: "Bag works" }))];
    const [sent] = [await sendAll(shop, one.id), await sendAll(shop, two.id)];
    const link = await createLink(sent);
    const head = "supplier_order;quantity;tracking_number\r\n";
    // Values are checked before lines, and lines before quantities.
    const wrong = await upload(link, `${head}1;9;RR1\r\n2;1;RR1\r\n1;1;9,4E+21\r\n`);
    expect({ status: wrong.status, notices: noticesIn(wrong) }).toEqual({
      status: 400,
      notices: [
        "This did not work Row 4, tracking_number: your spreadsheet has changed this value. Format the column as text, and enter it again.",
      ],
    });
    const impossible = await upload(link, `${head}1;9;RR1\r\n2;1;RR1\r\n`);
    expect(noticesIn(impossible)).toEqual(["This did not work Row 3, supplier_order: no order of yours has this line."]);
    const token = await tokenOf(`${link}/upload`);
    const inVietnamese = await sendFile(`${link}/upload`, { token, file: `${head}2;1;RR1\r\n`, cookie: "lang=vi" });
    expect(noticesIn(inVietnamese)).toEqual(["Chưa thực hiện được Dòng 2, supplier_order: không có đơn nào của bạn chứa mục này."]);
    expect(noticesIn(await upload(link, `${head}1;9;RR1\r\n`))).toEqual(["This did not work Row 2, quantity: fewer are left to ship."]);
    expect(noticesIn(await upload(link, "no list"))).toEqual([
      "This did not work This file could not be read. Download the list, fill it in, and save it as CSV with at most 500 rows.",
    ]);
    expect(noticesIn(await upload(link, ""))).toEqual(["This did not work Choose a file."]);
    expect((await upload(link, "x".repeat(600_000))).status).toBe(413);
    expect((await read(sent.id)).version).toBe(1);
  });

  it("says what is wrong in a page of ordinary size, however long a heading is", async () => {
    const sent = await sendAll(shop, (await orderOf(shop, anItem())).id);
    // Each row has two problems, and 100 are listed. So 50 of them name the column, by the first 100 characters of its heading: 20,000 bytes of
    // &lt; in all, and not 20,000,000.
    const long = "<".repeat(100_000);
    const file = `supplier_order,${long}tracking_number,quantity\n${"1,9.4E+21,x\n".repeat(110)}`;
    const response = await upload(await createLink(sent), file);
    expect({ status: response.status, isSmall: response.text.length < 150_000 }).toEqual({ status: 400, isSmall: true });
  });

  it("reads a list as Excel saves it: Unicode text, which is UTF-16 with tabs", async () => {
    const sent = await sendAll(shop, (await orderOf(shop, anItem())).id);
    const text = "\uFEFFsupplier_order\ttracking_number\r\n1\tRR1\r\n";
    const units = Uint16Array.from(text, (character) => character.charCodeAt(0));
    expect((await upload(await createOrderLink(sent), new Uint8Array(units.buffer))).status).toBe(303);
    expect((await read(sent.id)).state).toBe("shipped");
  });

  it("takes no rows of orders that the link does not show, and no file with a link that has ended", async () => {
    const [one, two] = [await orderOf(shop, anItem()), await orderOf(shop, anItem())];
    const [mine, other] = [await sendAll(shop, one.id), await sendAll(shop, two.id)];
    const created = (await shop.v2(`/supplier-orders/${mine.id}/links`, { body: {} })).body;
    const link = pathOf(created.url);
    const csv = (number: number) => `supplier_order,tracking_number\n${number},RR1\n`;
    expect((await upload(link, csv(other.number))).status).toBe(400);
    const token = await tokenOf(`${link}/upload`);
    await shop.v2(`/supplier-orders/${mine.id}/links/${created.id}`, { method: "DELETE" });
    expect((await sendFile(`${link}/upload`, { token, file: csv(mine.number) })).status).toBe(410);
    expect([(await read(mine.id)).state, (await read(other.id)).state]).toEqual(["sent", "sent"]);
  });

  it("ships a part of a line, and the rest with another number", { tags: "long" }, async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    await change(shop, sent.id, { state: "in_production" });
    const link = await createLink(sent);
    const page = `/orders/${sent.id}`;
    const [{ id: item }] = order.items;
    const ship = async (units: string, tracking_number: string) =>
      await send(link, { page, action: `${page}/ship`, item, [`units-${item}`]: units, tracking_number });
    expect((await visit(link + page)).text).toContain("How many of 3 × Mug in this parcel?");
    expect(noticesIn(await ship("two", "A"))).toEqual(["This did not work Write how many are in the parcel, as a number."]);
    const tooMany = await ship("4", "A");
    expect({ status: tooMany.status, notices: noticesIn(tooMany), isKept: tooMany.text.includes('value="4"') }).toEqual({
      status: 409,
      notices: ["This did not work Only 3 are left to ship."],
      isKept: true,
    });
    expect((await ship("2", "A")).status).toBe(303);
    const part = await read(sent.id);
    expect([part.state, part.lines[0]?.shipped_quantity]).toEqual(["in_production", 2]);
    expect((await ship("1", "B")).status).toBe(303);
    expect((await read(sent.id)).lines[0]?.shipments.map(({ quantity, tracking_number }) => [quantity, tracking_number])).toEqual([
      [2, "A"],
      [1, "B"],
    ]);
    expect((await read(sent.id)).state).toBe("shipped");
  });
});

describe("the console", () => {
  it("takes the file of a supplier, and lists what is wrong with it", async () => {
    const member = await createMember(shop.id, "member");
    const sent = await sendAll(shop, (await orderOf(shop, anItem())).id);
    const page = `/suppliers/${sent.supplier_id}/upload`;
    expect((await member.open(`/production/${sent.id}`)).text).toContain(page);
    const sendTo = async (file: string) =>
      await sendFile(`/console/${shop.id}${page}`, { token: tokenIn(await member.open(page)), file, cookie: member.cookie });
    const wrong = await sendTo("supplier_order,tracking_number,Qty\n1,9.4E+21,\n7,A,\n");
    expect({ status: wrong.status, isListed: wrong.text.includes("Row 2, column “tracking_number”: A spreadsheet has changed") }).toEqual({
      status: 400,
      isListed: true,
    });
    expect((await sendTo("")).text).toContain("Choose a file");
    const csv = "supplier_order,tracking_number\n1,RR1\n";
    const saved = await sendTo(csv);
    expect([saved.status, saved.location]).toEqual([
      303,
      `/console/${shop.id}/production?supplier_id=${sent.supplier_id}&done=supplier_file_imported`,
    ]);
    expect((await sendTo(csv)).location).toContain("done=supplier_file_unchanged");
    expect((await read(sent.id)).state).toBe("shipped");
  });
});
