/** The client as a user's compiler sees it, here with the types of a Worker. Each `@ts-expect-error` is a program that must not compile; `npm run check -- types` fails if one of them does. */
import { createClient, must, verifyWebhook } from "../../packages/client/src/index.ts";

const api = createClient({ baseUrl: "https://shop.example", token: "sk_live_x", apiKey: undefined });

// 1. Paths, parameters and bodies are those of the documents.
const order = await must(api.v2.GET("/api/v2/orders/{id}", { params: { path: { id: 1 } } }));
const storeName: string = order.store_name;
// @ts-expect-error -- an unknown path
await api.v2.GET("/api/v2/order/{id}", { params: { path: { id: 1 } } });
// @ts-expect-error -- a path of the other surface
await api.v1.GET("/api/v2/orders");
// @ts-expect-error -- a method that the path does not have
await api.v1.DELETE("/orders/{id}", { params: { path: { id: 1 } } });
// @ts-expect-error -- the path's parameter is missing
await api.v2.GET("/api/v2/orders/{id}");
// @ts-expect-error -- an order without items
await api.v2.POST("/api/v2/orders", { body: { store: "gift" } });
// @ts-expect-error -- an unknown period
await api.v2.GET("/api/v2/analytics/summary", { params: { query: { period: "last_century" } } });
// @ts-expect-error -- an unknown field of a response
order.payment_method;
// @ts-expect-error -- the data may be undefined, because the request may have been rejected
(await api.v2.GET("/api/v2/me")).data.scopes;

// 2. The client adds the key of every write.
await api.v1.POST("/orders/{id}/notes", { params: { path: { id: 1 } }, body: { content: "Wrap it." } });
await api.v1.POST("/orders/{id}/notes", {
  params: { path: { id: 1 }, header: { "Idempotency-Key": "note-1" } },
  body: { content: "Wrap it." },
});

// 3. A list yields its elements, and other paths can't be iterated.
for await (const one of api.list("/orders", { params: { query: { status: "New" } } })) one.storeName satisfies string;
for await (const one of api.list("/api/v2/orders")) one.store_name satisfies string;
for await (const one of api.list("/orders/{id}/notes", { params: { path: { id: 1 } } })) one.text satisfies string;
for await (const one of api.list("/api/v2/webhooks/{id}/deliveries", { params: { path: { id: "we_1" } } })) one.event satisfies string;
// @ts-expect-error -- one order is not a list
api.list("/orders/{id}", { params: { path: { id: 1 } } });
// @ts-expect-error -- a list without pages
api.list("/orders/{id}/fulfillments", { params: { path: { id: 1 } } });
// @ts-expect-error -- the feed has no end: events() reads it
api.list("/api/v2/events");
// @ts-expect-error -- the order's id is missing
api.list("/orders/{id}/notes");
// @ts-expect-error -- a filter that the list does not have
api.list("/api/v2/orders", { params: { query: { colour: "red" } } });
// @ts-expect-error -- v2's fields are not Public V1's
for await (const one of api.list("/orders")) one.store_name;

// 4. The fields of an event follow from its name.
const event = await verifyWebhook("whsec_x", new Headers(), storeName);
if (event.event === "order.status_changed") event.new_status satisfies string;
if (event.event === "webhook.test") event.webhook_id satisfies string;
// @ts-expect-error -- not every event is about an order
event.order_id;
// @ts-expect-error -- an unknown platform
void api.v2.PATCH("/api/v2/stores/{id}", { params: { path: { id: 1 } }, body: { platform: "bazaar" } });
// @ts-expect-error -- an unknown event
if (event.event === "order.deleted") event.event_id;
for await (const { events, cursor } of api.events({ follow: true })) {
  for (const one of events) if (one.event === "order.created") one.total_amount satisfies number;
  cursor satisfies string;
}

// 5. A header of fetch, and one of Node's http module, make later reads include a state.
api.readAfter(new Headers().get("X-Consistency-Token"));
api.readAfter(["x"] as string | string[] | undefined);
// @ts-expect-error -- a header's value, not all headers
api.readAfter(new Headers());
