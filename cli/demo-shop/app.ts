import { Hono } from "hono";
import { html } from "hono/html";
import type { DemoShop, ShopOrder } from "./shop.ts";

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The tracking numbers that the plugin Shipment Tracking keeps in an order. */
function trackingOf({ meta_data }: ShopOrder): string {
  const entries = (Array.isArray(meta_data) ? meta_data : []).map(fieldsOf).find(({ key }) => key === "_wc_shipment_tracking_items");
  const items = Array.isArray(entries?.["value"]) ? (entries["value"] as unknown[]) : [];
  return items.map((item) => textOf(fieldsOf(item)["tracking_number"])).join(", ");
}

function rowOf(order: ShopOrder) {
  const { first_name, last_name, city } = fieldsOf(order["shipping"]);
  return html`<tr>
    <td>${order.id}</td>
    <td>${order.status}</td>
    <td>${textOf(first_name)} ${textOf(last_name)}, ${textOf(city)}</td>
    <td>${textOf(order["total"])}</td>
    <td>${trackingOf(order)}</td>
    <td>
      <form method="post" action="/orders/${order.id}/move"><button>Change address</button></form>
      <form method="post" action="/orders/${order.id}/cancel"><button>Cancel</button></form>
    </td>
  </tr>`;
}

function pageOf(shop: DemoShop) {
  const orders = [...shop.orders.values()].toReversed();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Demo shop</title>
        <style>
          body {
            font: 16px/1.5 system-ui;
            max-width: 60rem;
            margin: 2rem auto;
            padding: 0 1rem;
            color-scheme: light dark;
          }
          label {
            display: block;
            margin: 0.5rem 0;
          }
          input {
            width: 100%;
            font: inherit;
          }
          td,
          th {
            text-align: left;
            padding: 0.25rem 0.75rem 0.25rem 0;
          }
          td form {
            display: inline;
          }
          code {
            overflow-wrap: anywhere;
          }
        </style>
      </head>
      <body>
        <h1>Demo shop</h1>
        <p>A stand-in for a shop of WooCommerce. It is not WooCommerce, and keeps its orders only until it is stopped.</p>
        <h2>Webhook</h2>
        <form method="post" action="/webhook">
          <label>Delivery URL <input name="url" type="url" required value="${shop.webhook?.url ?? ""}" /></label>
          <label>Secret <input name="secret" required value="${shop.webhook?.secret ?? ""}" /></label>
          <button>Save webhook</button>
        </form>
        <p>Last delivery: <code>${shop.lastDelivery}</code></p>
        <h2>REST API</h2>
        <p>URL <code>${shop.url}</code>, consumer key <code>${shop.key}</code>, consumer secret <code>${shop.secret}</code></p>
        <h2>Orders</h2>
        <form method="post" action="/orders"><button>Add order</button></form>
        <table>
          <tr>
            <th>Order</th>
            <th>Status</th>
            <th>Ship to</th>
            <th>Total</th>
            <th>Tracking</th>
            <th></th>
          </tr>
          ${orders.map(rowOf)}
        </table>
      </body>
    </html>`;
}

/** The page and the REST API of a stand-in for a shop. */
export function demoShopApp(shop: DemoShop): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(pageOf(shop)));
  app.post("/webhook", async (c) => {
    const { url, secret } = await c.req.parseBody();
    await shop.saveWebhook({ url: textOf(url).trim(), secret: textOf(secret).trim() });
    return c.redirect("/", 303);
  });
  app.post("/orders", async (c) => {
    await shop.addOrder();
    return c.redirect("/", 303);
  });
  app.post("/orders/:id/:action{move|cancel}", async (c) => {
    const id = Number(c.req.param("id"));
    const moved = {
      shipping: { ...fieldsOf(shop.orders.get(id)?.["shipping"]), address_1: "7 New Street", city: "York", postcode: "YO1 7AA" },
    };
    await shop.changeOrder(id, c.req.param("action") === "cancel" ? { status: "cancelled" } : moved);
    return c.redirect("/", 303);
  });

  app.use("/wp-json/*", async (c, next) => {
    const expected = `Basic ${Buffer.from(`${shop.key}:${shop.secret}`).toString("base64")}`;
    return c.req.header("Authorization") === expected ? await next() : c.json({ code: "woocommerce_rest_cannot_view" }, 401);
  });
  app.get("/wp-json/wc/v3/orders", (c) => {
    const { modified_after: after = "", page = "1", per_page: size = "10" } = c.req.query();
    const changed = [...shop.orders.values()]
      .filter((order) => order.date_modified_gmt > after)
      .toSorted((a, b) => a.date_modified_gmt.localeCompare(b.date_modified_gmt) || a.id - b.id);
    return c.json(changed.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)));
  });
  app.on(["GET", "PUT"], "/wp-json/wc/v3/orders/:id", async (c) => {
    const id = Number(c.req.param("id"));
    const order = c.req.method === "PUT" ? await shop.changeOrder(id, fieldsOf(await c.req.json())) : (shop.orders.get(id) ?? null);
    return order === null ? c.json({ code: "woocommerce_rest_shop_order_invalid_id" }, 404) : c.json(order);
  });
  return app;
}
