// Generated from the OpenAPI document by `npm run openapi`; not edited by hand.

export interface paths {
    "/api/v2/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders with their items, by cursor
         * @description Filters can be combined. To keep a copy of the orders up to date, read the event feed, because a list may miss orders that change while you read it.
         *
         *     Scope: `orders:read`.
         */
        get: operations["listOrdersV2"];
        put?: never;
        /**
         * Create an order
         * @description Returns 201 for a new order. If the payload equals the last one with this `store` and `external_id`, returns 200 and changes nothing. Any other payload gets 409, unless `on_conflict` is `update` or `skip`. An update sets no status, but the order's status follows its items if the update removes or reduces some. Omitted totals are computed. Totals that do not match the sum that `taxes_included` defines are kept, with a warning and the flag `requires_audit`.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 200 orders
         * @description Up to 200 orders with 5,000 items and 4 MiB in total, in one transaction. Each order has its own outcome. `on_error: reject_all` (the default) rejects the whole request if one order is invalid, and `skip` writes the others. `dry_run` returns what would happen and writes nothing.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["createOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order with its items
         * @description With the scope `customers:read` too, the order has the customer's email address and phone number.
         *
         *     Scope: `orders:read`.
         */
        get: operations["getOrderV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an order
         * @description Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/api/v2/orders/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the status of an order
         * @description Allowed changes: New to Pending Cost, In Production, Shipped, Complete, Cancelled; Pending Cost to New, In Production, Shipped, Complete, Cancelled; In Production to Pending Cost, Shipped, Complete, Cancelled; Shipped to In Production (with a reason), Complete, Cancelled (with a reason); Complete to Shipped (with a reason); Cancelled to New (with a reason). Any other change gets 409 `invalid_transition`, which lists the allowed statuses. Setting the same status changes nothing. The statuses of items do not change.
         *
         *     Scope: `orders:status:write`. Accepts an Idempotency-Key.
         */
        post: operations["setOrderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}/reprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reprint items of an order
         * @description Creates an order with the chosen items for the same customer and address. Its prices are 0, its number is that of the original with `-R1`, and its tag is `reprint`. Its `external_id` is `reprint-{id}-{number}`. Returns 201, or 200 if the reprint with this `number` exists with the same items.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["reprintOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of an order, oldest first
         * @description Scope: `orders:read`.
         */
        get: operations["listOrderHistoryV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes of an order, oldest first
         * @description Scope: `orders:read`.
         */
        get: operations["listOrderNotesV2"];
        put?: never;
        /**
         * Create a note
         * @description Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["createOrderNoteV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/order-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List order items, newest orders first, by cursor
         * @description Scope: `orders:read`.
         */
        get: operations["listOrderItemsV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/order-items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an item from its order
         * @description The item becomes Cancelled and stays listed, the subtotal and the total of the order no longer contain it, and reports no longer contain its cost. Returns 409 `item_not_removable` if it is shipped, delivered, refunded or in a fulfillment. The order's status follows the items that are left. Removing it again changes nothing.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        delete: operations["removeOrderItem"];
        options?: never;
        head?: never;
        /**
         * Update an order item
         * @description Updates the quantity, price, SKU, design, supplier, cost, tracking and other fields. Omitted fields do not change, and `null` clears a field. With a new quantity or price, the subtotal and the total of the order change too. If the quantity is reduced to what was shipped, the item becomes Shipped, and the order's status follows.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateOrderItem"];
        trace?: never;
    };
    "/api/v2/orders/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an item to an order
         * @description Returns the order, whose last item is the new one. The subtotal and the total of the order contain it. The product of its SKU supplies what it lacks, as when an order is created.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["addOrderItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/order-items/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the status of an order item
         * @description A standard status, ignoring case, or any other text. Setting the same status changes nothing. The order's status follows when all its items have changed.
         *
         *     Scope: `orders:status:write`. Accepts an Idempotency-Key.
         */
        post: operations["setOrderItemStatusV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an order on hold
         * @description Holds all of its items, with a reason and an optional end. What is on hold can't be shipped, printed for the warehouse or sent to a supplier. The status does not change. A second hold replaces the first one.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["holdOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an order from its hold
         * @description Holds of its items stay. Releasing an order that is not on hold changes nothing.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["releaseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/order-items/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an order item on hold
         * @description With a reason and an optional end. What is on hold can't be shipped, printed for the warehouse or sent to a supplier. The status does not change. A second hold replaces the first one.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["holdOrderItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/order-items/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an order item from its hold
         * @description A hold of its order and the status On Hold stay. Releasing an item that is not on hold changes nothing.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["releaseOrderItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the items of an order lack
         * @description The goods of the order that are neither cancelled nor refunded, and what keeps each from being sent to a supplier or shipped.
         *
         *     Scope: `orders:read`.
         */
        get: operations["getOrderReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change up to 200 orders in the same way
         * @description Sets a status, adds or removes tags, assigns, sets a supplier, puts on hold or releases, or ships. Each id has its own outcome, and one that fails does not stop the others. All changes are written in one transaction. An id that does not exist has the outcome `failed` with `not_found`.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["actOnOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/order-items/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change up to 200 order items in the same way
         * @description Sets a status or a supplier of items, which may belong to different orders. Each id has its own outcome, and one that fails does not stop the others. All changes are written in one transaction. An id that does not exist has the outcome `failed` with `not_found`.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["actOnOrderItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/bulk-updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update up to 200 orders by their ids
         * @description Updates orders and items, each with values of its own: up to 5,000 items and 4 MiB in total, in one transaction. Omitted fields do not change, `null` clears a field, and a value that equals the one that is shown is no change. Each order has its own outcome, and one that fails does not stop the others. With `version`, an order that has changed since is not overwritten, unless `on_conflict` is `update`. `dry_run` returns what would happen and writes nothing.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["updateOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/orders/{id}/fulfillments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fulfillments of an order, oldest first
         * @description Scope: `fulfillment:read`.
         */
        get: operations["listFulfillmentsV2"];
        put?: never;
        /**
         * Create a fulfillment
         * @description Without `items`, the fulfillment contains everything that is not in one yet. It counts as shipped if `shipped_at` is sent or its status says so. The statuses of the items and the order follow.
         *
         *     Scope: `fulfillment:write`. Accepts an Idempotency-Key.
         */
        post: operations["createFulfillment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/stores/{id}/tracking-worksheet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the tracking numbers of a period as a file
         * @description For platforms that accept tracking only as a file or by hand: the fulfillments that a store shipped, in the columns of Etsy, eBay or Amazon, oldest first. A file has up to 10,000 items.
         *
         *     Scope: `fulfillment:read`.
         */
        get: operations["getTrackingWorksheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/fulfillments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a fulfillment
         * @description Scope: `fulfillment:read`.
         */
        get: operations["getFulfillment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a fulfillment
         * @description Scope: `fulfillment:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateFulfillment"];
        trace?: never;
    };
    "/api/v2/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the status of a tracking number
         * @description Updates every fulfillment with the tracking number, on up to 50 orders, as a carrier reports it. Reports may be repeated and may arrive in any order. 404 `unknown_tracking_number` if no fulfillment has it.
         *
         *     Scope: `fulfillment:write`. Accepts an Idempotency-Key.
         */
        post: operations["reportTracking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products, most recently updated first, by cursor
         * @description Scope: `products:read`.
         */
        get: operations["listProductsV2"];
        put?: never;
        /**
         * Create a product
         * @description Scope: `products:write`. Accepts an Idempotency-Key.
         */
        post: operations["createProductV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description Scope: `products:read`.
         */
        get: operations["getProductV2"];
        put?: never;
        post?: never;
        /**
         * Archive a product
         * @description An archived product is no longer in any list, search or count, and a GET of it returns 404.
         *
         *     Scope: `products:write`. Accepts an Idempotency-Key.
         */
        delete: operations["deleteProductV2"];
        options?: never;
        head?: never;
        /**
         * Update a product
         * @description Omitted fields do not change, `null` clears a field, and lists are replaced completely. Items that exist already take a new cost, design, supplier or material only when they are matched again.
         *
         *     Scope: `products:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateProductV2"];
        trace?: never;
    };
    "/api/v2/catalog/unmatched-skus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SKUs of open orders that stand for no product
         * @description SKUs of items of open orders that lack a cost, a design, a supplier or a material, by SKU. A page looks at up to 500 SKUs, so it may be empty although `has_more` is true.
         *
         *     Scope: `orders:read`.
         */
        get: operations["listUnmatchedSkus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/catalog/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match items of open orders with products again
         * @description Looks at up to 400 items that lack a field, by SKU, and fills in what the products of their SKUs supply to up to 200 of them: cost, design, supplier and material. A value that an item has is never replaced. All changes are written in one transaction. Repeat with `next_cursor` until it is null.
         *
         *     Scope: `orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["matchCatalog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event feed
         * @description Start without a cursor, store `next_cursor`, and continue from it. The feed returns each event exactly once, in the order of the commits. Events are kept for 30 days. An older cursor gets 410: reload your data from the API, then start without a cursor.
         *
         *     Scope: `events:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Scope: `webhooks:manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description The response contains the endpoint's `secret`, which is shown only once. An organization can have up to 25 endpoints.
         *
         *     Scope: `webhooks:manage`. Accepts an Idempotency-Key.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Scope: `webhooks:manage`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Requires the id again as `confirm`. Pending deliveries are cancelled.
         *
         *     Scope: `webhooks:manage`. Accepts an Idempotency-Key.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description `enabled: false` pauses the endpoint, and `true` resumes it.
         *
         *     Scope: `webhooks:manage`. Accepts an Idempotency-Key.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v2/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description The response contains the new secret, which is shown only once. Until the overlap ends, `webhook-signature` has signatures for both secrets. `X-Service-Signature` uses the new one at once. Another rotation during the overlap gets 409 `rotation_running`, unless `overlap_hours` is 0 or `replaces_unseen` is set.
         *
         *     Scope: `webhooks:manage`. Accepts an Idempotency-Key.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries with their attempts
         * @description Returns the deliveries of the last 30 days, newest first.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends `webhook.test` at once and returns the result. A test is never retried and does not affect the endpoint's health.
         *
         *     Scope: `webhooks:manage`. Accepts an Idempotency-Key.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description The delivery keeps its id and its attempts. A delivery in progress is not changed. A test gets 409: send a new one.
         *
         *     Scope: `webhooks:manage`. Accepts an Idempotency-Key.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover missed deliveries
         * @description Redelivers the failed and held deliveries of a time range. The recovery may continue after the response: read it to see its progress.
         *
         *     Scope: `webhooks:manage`. Accepts an Idempotency-Key.
         */
        post: operations["recoverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhooks/{id}/recoveries/{recovery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a recovery
         * @description Scope: `webhooks:manage`.
         */
        get: operations["getWebhookRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description Scope: `connections:manage`.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Connect a shop or a carrier service
         * @description Returns the `delivery_url` for the webhooks and, if it was generated, the secret to paste there. The secret is shown only once. An organization can have up to 50 connections.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection with its health
         * @description Scope: `connections:manage`.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Requires the id again as `confirm`. Its secrets are deleted. Orders and fulfillments stay as they are.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Update a connection
         * @description `enabled: false` pauses the connection, and `true` resumes it.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/api/v2/connections/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a connection
         * @description Until the overlap ends, deliveries that are signed with the old secret are accepted too. Another rotation during the overlap gets 409 `rotation_running`, unless `overlap_hours` is 0.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        post: operations["rotateConnectionSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the access to the shop's API
         * @description Reads the orders of the last hour and stores none. The result is also in `last_error`. Without access to the API, 409 `api_required`.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections/{id}/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read past orders from the shop
         * @description Stores all orders that have changed since a time. It continues after the response, a few hundred orders a minute: read the connection to see its progress. Events are sent as for any order.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        post: operations["backfillConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections/{id}/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was delivered
         * @description Returns the messages of the last 30 days, newest first, without their bodies.
         *
         *     Scope: `connections:manage`.
         */
        get: operations["listConnectionInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections/{id}/inbox/{message_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a failed or ignored message again
         * @description For example a report after a fulfillment got its tracking number. A message of a shop without a body is read from the shop's API.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        post: operations["retryConnectionMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a shop
         * @description Returns the deliveries of fulfillments of the last 30 days with their attempts, newest first.
         *
         *     Scope: `connections:manage`.
         */
        get: operations["listConnectionDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/connections/{id}/deliveries/{sent_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a fulfillment to the shop again
         * @description What the shop has is read first, so nothing is created there twice. A delivery in progress is not changed.
         *
         *     Scope: `connections:manage`. Accepts an Idempotency-Key.
         */
        post: operations["redeliverConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stores by name, by cursor
         * @description Scope: `stores:read`.
         */
        get: operations["listStoresV2"];
        put?: never;
        /**
         * Create a store
         * @description Scope: `stores:write`. Accepts an Idempotency-Key.
         */
        post: operations["createStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/stores/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a store
         * @description Scope: `stores:read`.
         */
        get: operations["getStoreV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a store
         * @description Omitted fields do not change, and `null` clears a field.
         *
         *     Scope: `stores:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateStore"];
        trace?: never;
    };
    "/api/v2/suppliers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppliers by name, by cursor
         * @description Scope: `suppliers:read`.
         */
        get: operations["listSuppliers"];
        put?: never;
        /**
         * Create a supplier
         * @description Items whose `assigned_supplier` or `sub_supplier` is its name, its code or its id belong to it at once.
         *
         *     Scope: `suppliers:write`. Accepts an Idempotency-Key.
         */
        post: operations["createSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/suppliers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a supplier
         * @description Scope: `suppliers:read`.
         */
        get: operations["getSupplier"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a supplier
         * @description Omitted fields do not change, and `null` clears a field. Texts of items do not change with the name or the code.
         *
         *     Scope: `suppliers:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateSupplier"];
        trace?: never;
    };
    "/api/v2/supplier-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List supplier orders, newest first, by cursor
         * @description Scope: `supplier_orders:read`.
         */
        get: operations["listSupplierOrders"];
        put?: never;
        /**
         * Send items to their suppliers
         * @description Groups the items by the suppliers to which their `assigned_supplier` refers, and creates one supplier order for each, with a snapshot of what is to be made. All of them are created, or none. An item that is not ready gets 409 `not_ready` with its blockers.
         *
         *     Scope: `supplier_orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["sendToSuppliers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/supplier-orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a supplier order
         * @description Scope: `supplier_orders:read`.
         */
        get: operations["getSupplierOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the state or the due date of a supplier order
         * @description The items become Sent to Supplier and In Production with it, and their orders In Production. The states `rejected` and `cancelled` free the quantities, so that they can be sent again. Any other change gets 409 `invalid_transition`, which lists the allowed states.
         *
         *     Scope: `supplier_orders:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateSupplierOrder"];
        trace?: never;
    };
    "/api/v2/supplier-orders/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a supplier order as CSV
         * @description Its open lines, in the columns that its supplier has.
         *
         *     Scope: `supplier_orders:read`.
         */
        get: operations["getSupplierOrderFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/supplier-orders/{id}/lines/{itemId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a line of a supplier order
         * @description Its quantity can be sent again, to the same or another supplier. With its last open line, the order is rejected.
         *
         *     Scope: `supplier_orders:write`. Accepts an Idempotency-Key.
         */
        post: operations["rejectSupplierOrderLine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets, newest first, by cursor
         * @description Scope: `tickets:read`.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Create a ticket
         * @description Scope: `tickets:write`. Accepts an Idempotency-Key.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/tickets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a ticket
         * @description Scope: `tickets:read`.
         */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a ticket
         * @description Omitted fields do not change, and `null` clears a field.
         *
         *     Scope: `tickets:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateTicket"];
        trace?: never;
    };
    "/api/v2/expenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List expenses, latest date first, by cursor
         * @description Scope: `expenses:read`.
         */
        get: operations["listExpensesV2"];
        put?: never;
        /**
         * Create an operating or payroll expense
         * @description Scope: `expenses:write`. Accepts an Idempotency-Key.
         */
        post: operations["createExpenseV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/expenses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an expense
         * @description Scope: `expenses:read`.
         */
        get: operations["getExpenseV2"];
        put?: never;
        post?: never;
        /**
         * Delete an expense
         * @description Scope: `expenses:write`. Accepts an Idempotency-Key.
         */
        delete: operations["deleteExpenseV2"];
        options?: never;
        head?: never;
        /**
         * Update an expense
         * @description Omitted fields do not change, and `null` clears a field.
         *
         *     Scope: `expenses:write`. Accepts an Idempotency-Key.
         */
        patch: operations["updateExpenseV2"];
        trace?: never;
    };
    "/api/v2/analytics/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an analytics summary
         * @description Revenue, costs, expenses and profit, by order date and currency. Cancelled orders have only the costs of items that were sent to a supplier. Net revenue excludes tax, whether or not prices include it. Costs and profit are null if no order has a cost. `coverage` says how many orders have one, and whether costs and profit are partial.
         *
         *     Scope: `analytics:read`.
         */
        get: operations["getAnalyticsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/analytics/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders by profit, least profit first
         * @description Net revenue, fees, costs and gross profit of each order of a period of at most 400 days, in one currency. Cancelled orders are listed if they have costs, without revenue. `profit=unknown` lists the orders whose profit is unknown. The summary of the same period counts both in `coverage`.
         *
         *     Scope: `analytics:read`.
         */
        get: operations["listOrderProfits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the credential and its limits
         * @description Returns the credential, its scopes, and its remaining limits.
         *
         *     Any live credential may.
         */
        get: operations["getMeV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was created
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order or one of its items changed
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of an order changed
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onOrderStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.fulfillment.shipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A fulfillment was shipped
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onOrderFulfillmentShipped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.fulfillment.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A fulfillment was delivered
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onOrderFulfillmentDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "supplier_order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Items were sent to a supplier, or reserved for it by a draft
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onSupplierOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "supplier_order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A supplier order or one of its lines changed
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onSupplierOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "expense.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An expense was recorded
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onExpenseCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was opened
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onTicketCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket changed
         * @description Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.
         */
        post: operations["onTicketUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test was requested
         * @description Sent once to the tested endpoint.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        IncomingOrder: {
            /** @description Id, code or name of the store. */
            store: string | number;
            /** @description The id of the order in its source, unique in the store. */
            external_id?: string | null;
            number?: string | null;
            date?: string;
            currency?: string;
            /**
             * @description Case is ignored, and `_` or `-` may replace a space.
             * @enum {string}
             */
            status?: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            /** @description The sum of price × quantity of the items. Computed if omitted. */
            subtotal?: number;
            /** @description The tax in total_amount. Default of a new order: the sum of the items' taxes. Do not send tax that is not part of total_amount, because net revenue would be too low. */
            tax?: number;
            /** @description Shipping that the customer paid. */
            shipping_cost?: number;
            /** @description At most 4 decimal places. */
            discount?: number;
            /** @description Fees that the customer paid, for example for gift wrapping. They are part of total_amount. */
            fees?: number | null;
            /** @description What the customer paid. Computed according to taxes_included if omitted. */
            total_amount?: number;
            /** @description Whether subtotal, shipping_cost and fees include the tax. true: total_amount must be subtotal + shipping_cost + fees - discount; false: that sum + tax. Any other total is stored as sent, with a warning and requires_audit. Omitted or null: both sums are accepted, and a computed total is the sum with tax. */
            taxes_included?: boolean | null;
            /** @description At most total_amount. Write-only. Analytics returns sums. */
            refund_amount?: number | null;
            /** @description The tax in refund_amount: at least 0, at most the order's tax and refund_amount. Write-only. If it is omitted or null, it is computed as refund_amount × tax / total_amount, rounded half up to four places. If a new refund_amount is sent without it, it is computed again. */
            refund_tax?: number | null;
            customer_name?: string | null;
            customer_address?: string | null;
            /** @description Only GET /orders/{id} returns it, with the scope customers:read. */
            customer_email?: string | null;
            /** @description Only GET /orders/{id} returns it, with the scope customers:read. */
            customer_phone?: string | null;
            /** @description Write-only: no response about an order contains it. */
            payment_method?: string | null;
            /** @description The recipient. */
            ship_name?: string | null;
            /** @description The recipient's company. */
            ship_company?: string | null;
            ship_address1?: string | null;
            ship_address2?: string | null;
            ship_city?: string | null;
            ship_state?: string | null;
            ship_zipcode?: string | null;
            ship_country?: string | null;
            /** @description The day on which the order must be shipped at the latest. */
            ship_by_date?: string | null;
            /** @description The shipping service that the customer chose. */
            shipping_service?: string | null;
            /** @description What the buyer wrote about the order. */
            buyer_note?: string | null;
            /** @description What the buyer wants the recipient of a gift to read. */
            gift_message?: string | null;
            /** @description The status of the order at its source. It does not change `status`. */
            source_status?: string | null;
            discount_codes?: string[] | null;
            tags?: string[] | null;
            /** @description The colleague who handles the order: an email address or a name. */
            assignee?: string | null;
            /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            is_gift?: boolean | null;
            is_refunded?: boolean | null;
            is_case_closed?: boolean | null;
            is_lost?: boolean | null;
            requires_audit?: boolean | null;
            /**
             * @description What to do if a different order has the external_id.
             * @enum {string}
             */
            on_conflict?: "error" | "update" | "skip";
            /**
             * @description What to do with a refund above the total, and with a quantity below what is in fulfillments. `audit`: they are stored, and the order requires an audit. For clients that repeat what a shop states. Default: `error`.
             * @enum {string}
             */
            on_implausible?: "error" | "audit";
            items: {
                external_id?: string | null;
                name: string;
                /** @description Default for a new item: 1. */
                quantity?: number;
                /** @description At most 4 decimal places. */
                price: number;
                /** @description The tax of the line, for all units together, after discounts. The order's tax contains it. null if it is unknown. */
                tax?: number | null;
                /** @description Write-only: no response about an item contains it. */
                cost?: number | null;
                status?: string;
                custom_order_id?: string | null;
                sku?: string | null;
                custom_sku?: string | null;
                spu?: string | null;
                assigned_supplier?: string | null;
                sub_supplier?: string | null;
                material?: string | null;
                material_id?: string | null;
                design_url?: string | null;
                tracking_code?: string | null;
                carrier?: string | null;
                style?: string | null;
                type?: string | null;
                size?: string | null;
                color?: string | null;
                variations?: string | null;
                personalization?: string | null;
                /** @description What the buyer has chosen or typed, under the shop's names and in its order. An update replaces the whole list. */
                properties?: {
                    /** @description A name that begins with an underscore is hidden from the buyer. */
                    name: string;
                    value: string;
                    /** @description Not read: it follows from the name. It may be sent as it was read. */
                    hidden?: boolean;
                }[] | null;
                /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
                metadata?: {
                    [key: string]: string | null;
                } | null;
                comment?: string | null;
                id_service?: string | null;
                phone?: string | null;
                is_gift?: boolean | null;
                /** @description Whether the line is goods that are made and shipped. false for a tip, a gift card, a fee or a download: it then needs no SKU, design file or cost. If it is omitted or null, the name of the line decides. */
                requires_shipping?: boolean | null;
                customer_name?: string | null;
                customer_address?: string | null;
                ship_name?: string | null;
                ship_address1?: string | null;
                ship_address2?: string | null;
                ship_city?: string | null;
                ship_state?: string | null;
                ship_zipcode?: string | null;
                ship_country?: string | null;
                vat_ioss_number?: string | null;
            }[];
        };
        OrderChanges: {
            number?: string | null;
            date?: string;
            currency?: string;
            /** @description The sum of price × quantity of the items. Computed if omitted. */
            subtotal?: number;
            /** @description The tax in total_amount. Default of a new order: the sum of the items' taxes. Do not send tax that is not part of total_amount, because net revenue would be too low. */
            tax?: number;
            /** @description Shipping that the customer paid. */
            shipping_cost?: number;
            /** @description At most 4 decimal places. */
            discount?: number;
            /** @description Fees that the customer paid, for example for gift wrapping. They are part of total_amount. */
            fees?: number | null;
            /** @description What the customer paid. Computed according to taxes_included if omitted. */
            total_amount?: number;
            /** @description Whether subtotal, shipping_cost and fees include the tax. true: total_amount must be subtotal + shipping_cost + fees - discount; false: that sum + tax. Any other total is stored as sent, with a warning and requires_audit. Omitted or null: both sums are accepted, and a computed total is the sum with tax. */
            taxes_included?: boolean | null;
            /** @description At most total_amount. Write-only. Analytics returns sums. */
            refund_amount?: number | null;
            /** @description The tax in refund_amount: at least 0, at most the order's tax and refund_amount. Write-only. If it is omitted or null, it is computed as refund_amount × tax / total_amount, rounded half up to four places. If a new refund_amount is sent without it, it is computed again. */
            refund_tax?: number | null;
            customer_name?: string | null;
            customer_address?: string | null;
            /** @description Only GET /orders/{id} returns it, with the scope customers:read. */
            customer_email?: string | null;
            /** @description Only GET /orders/{id} returns it, with the scope customers:read. */
            customer_phone?: string | null;
            /** @description Write-only: no response about an order contains it. */
            payment_method?: string | null;
            /** @description The recipient. */
            ship_name?: string | null;
            /** @description The recipient's company. */
            ship_company?: string | null;
            ship_address1?: string | null;
            ship_address2?: string | null;
            ship_city?: string | null;
            ship_state?: string | null;
            ship_zipcode?: string | null;
            ship_country?: string | null;
            /** @description The day on which the order must be shipped at the latest. */
            ship_by_date?: string | null;
            /** @description The shipping service that the customer chose. */
            shipping_service?: string | null;
            /** @description What the buyer wrote about the order. */
            buyer_note?: string | null;
            /** @description What the buyer wants the recipient of a gift to read. */
            gift_message?: string | null;
            /** @description The status of the order at its source. It does not change `status`. */
            source_status?: string | null;
            discount_codes?: string[] | null;
            tags?: string[] | null;
            /** @description The colleague who handles the order: an email address or a name. */
            assignee?: string | null;
            /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            is_gift?: boolean | null;
            is_refunded?: boolean | null;
            is_case_closed?: boolean | null;
            is_lost?: boolean | null;
            requires_audit?: boolean | null;
        };
        NewReprint: {
            /**
             * @description 1 for the first reprint of the order, 2 for the second. The same number with the same items is the same reprint.
             * @default 1
             */
            number?: number;
            /** @description The items to reprint. If omitted, all items that are neither cancelled nor refunded. Default of a quantity: that of the item. */
            items?: {
                order_item_id: string | number;
                /** @description Default: everything that is left of the item. */
                quantity?: number;
            }[];
        };
        OrderItemChanges: {
            name?: string;
            /** @description The price of one unit. Subtotal and total of the order follow. */
            price?: number;
            /** @description The tax of the line, for all units together, after discounts. The order's tax contains it. null if it is unknown. */
            tax?: number | null;
            /** @description Write-only: no response about an item contains it. */
            cost?: number | null;
            custom_order_id?: string | null;
            sku?: string | null;
            custom_sku?: string | null;
            spu?: string | null;
            assigned_supplier?: string | null;
            sub_supplier?: string | null;
            material?: string | null;
            material_id?: string | null;
            design_url?: string | null;
            tracking_code?: string | null;
            carrier?: string | null;
            style?: string | null;
            type?: string | null;
            size?: string | null;
            color?: string | null;
            variations?: string | null;
            personalization?: string | null;
            /** @description What the buyer has chosen or typed, under the shop's names and in its order. An update replaces the whole list. */
            properties?: {
                /** @description A name that begins with an underscore is hidden from the buyer. */
                name: string;
                value: string;
                /** @description Not read: it follows from the name. It may be sent as it was read. */
                hidden?: boolean;
            }[] | null;
            /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            comment?: string | null;
            id_service?: string | null;
            phone?: string | null;
            is_gift?: boolean | null;
            /** @description Whether the line is goods that are made and shipped. false for a tip, a gift card, a fee or a download: it then needs no SKU, design file or cost. If it is omitted or null, the name of the line decides. */
            requires_shipping?: boolean | null;
            customer_name?: string | null;
            customer_address?: string | null;
            ship_name?: string | null;
            ship_address1?: string | null;
            ship_address2?: string | null;
            ship_city?: string | null;
            ship_state?: string | null;
            ship_zipcode?: string | null;
            ship_country?: string | null;
            vat_ioss_number?: string | null;
            /** @description At least what is in fulfillments. Subtotal and total of the order follow. */
            quantity?: number;
        };
        NewOrderItem: {
            external_id?: string | null;
            name: string;
            /** @description Default for a new item: 1. */
            quantity?: number;
            /** @description At most 4 decimal places. */
            price: number;
            /** @description The tax of the line, for all units together, after discounts. The order's tax contains it. null if it is unknown. */
            tax?: number | null;
            /** @description Write-only: no response about an item contains it. */
            cost?: number | null;
            custom_order_id?: string | null;
            sku?: string | null;
            custom_sku?: string | null;
            spu?: string | null;
            assigned_supplier?: string | null;
            sub_supplier?: string | null;
            material?: string | null;
            material_id?: string | null;
            design_url?: string | null;
            tracking_code?: string | null;
            carrier?: string | null;
            style?: string | null;
            type?: string | null;
            size?: string | null;
            color?: string | null;
            variations?: string | null;
            personalization?: string | null;
            /** @description What the buyer has chosen or typed, under the shop's names and in its order. An update replaces the whole list. */
            properties?: {
                /** @description A name that begins with an underscore is hidden from the buyer. */
                name: string;
                value: string;
                /** @description Not read: it follows from the name. It may be sent as it was read. */
                hidden?: boolean;
            }[] | null;
            /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            comment?: string | null;
            id_service?: string | null;
            phone?: string | null;
            is_gift?: boolean | null;
            /** @description Whether the line is goods that are made and shipped. false for a tip, a gift card, a fee or a download: it then needs no SKU, design file or cost. If it is omitted or null, the name of the line decides. */
            requires_shipping?: boolean | null;
            customer_name?: string | null;
            customer_address?: string | null;
            ship_name?: string | null;
            ship_address1?: string | null;
            ship_address2?: string | null;
            ship_city?: string | null;
            ship_state?: string | null;
            ship_zipcode?: string | null;
            ship_country?: string | null;
            vat_ioss_number?: string | null;
        };
        NewHold: {
            /** @description Why it has to wait. People see it. */
            reason: string;
            /** @description When the hold ends by itself: an RFC 3339 date-time, or a date, which begins in the organization's time zone. null: it has no end. */
            until?: string | null;
        };
        OrderBulkAction: {
            /** @description At most 200. A repeated id counts once. */
            ids: number[];
            /** @description Also needs the scope `orders:status:write`. */
            set_status?: {
                /**
                 * @description Case is ignored, and `_` or `-` may replace a space.
                 * @enum {string}
                 */
                status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
                /** @description The reason. Required to move an order back. */
                reason?: string | null;
            };
            add_tags?: string[];
            remove_tags?: string[];
            /** @description null removes it. */
            assignee?: string | null;
            /** @description The supplier of all live items. null removes it. */
            supplier?: string | null;
            /** @description Puts the orders on hold. null releases them. */
            hold?: components["schemas"]["NewHold"] | null;
            /** @description Ships everything that is left of each order. Also needs the scope `fulfillment:write`. */
            ship?: {
                /** @description The carrier of the orders whose entry in `tracking` has none. */
                carrier?: string | null;
                /** @description The tracking number of each order. An order without an entry is shipped without a number. */
                tracking?: {
                    id: number;
                    tracking_number: string;
                    carrier?: string | null;
                }[];
            };
        };
        OrderItemBulkAction: {
            /** @description At most 200. A repeated id counts once. */
            ids: (string | number)[];
            /** @description Also needs the scope `orders:status:write`. */
            set_status?: {
                /** @description A standard status, ignoring case, or any other text. */
                status: string;
            };
            /** @description null removes it. */
            supplier?: string | null;
        };
        OrderUpdate: {
            id: number;
            /** @description The version that the values are based on. `on_conflict` says what happens if the order has changed since. */
            version?: number;
            /** @description An update does not change it. It may be sent as it was read. */
            store_id?: number;
            /** @description An update does not change it. It may be sent as it was read. */
            external_id?: string | null;
            /**
             * @description An update does not change it. It may be sent as it was read. POST /orders/{id}/status sets it.
             * @enum {string}
             */
            status?: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            number?: string | null;
            date?: string;
            currency?: string;
            /** @description The sum of price × quantity of the items. Computed if omitted. */
            subtotal?: number;
            /** @description The tax in total_amount. Default of a new order: the sum of the items' taxes. Do not send tax that is not part of total_amount, because net revenue would be too low. */
            tax?: number;
            /** @description Shipping that the customer paid. */
            shipping_cost?: number;
            /** @description At most 4 decimal places. */
            discount?: number;
            /** @description Fees that the customer paid, for example for gift wrapping. They are part of total_amount. */
            fees?: number | null;
            /** @description What the customer paid. Computed according to taxes_included if omitted. */
            total_amount?: number;
            /** @description Whether subtotal, shipping_cost and fees include the tax. true: total_amount must be subtotal + shipping_cost + fees - discount; false: that sum + tax. Any other total is stored as sent, with a warning and requires_audit. Omitted or null: both sums are accepted, and a computed total is the sum with tax. */
            taxes_included?: boolean | null;
            /** @description At most total_amount. Write-only. Analytics returns sums. */
            refund_amount?: number | null;
            /** @description The tax in refund_amount: at least 0, at most the order's tax and refund_amount. Write-only. If it is omitted or null, it is computed as refund_amount × tax / total_amount, rounded half up to four places. If a new refund_amount is sent without it, it is computed again. */
            refund_tax?: number | null;
            customer_name?: string | null;
            customer_address?: string | null;
            /** @description Only GET /orders/{id} returns it, with the scope customers:read. */
            customer_email?: string | null;
            /** @description Only GET /orders/{id} returns it, with the scope customers:read. */
            customer_phone?: string | null;
            /** @description Write-only: no response about an order contains it. */
            payment_method?: string | null;
            /** @description The recipient. */
            ship_name?: string | null;
            /** @description The recipient's company. */
            ship_company?: string | null;
            ship_address1?: string | null;
            ship_address2?: string | null;
            ship_city?: string | null;
            ship_state?: string | null;
            ship_zipcode?: string | null;
            ship_country?: string | null;
            /** @description The day on which the order must be shipped at the latest. */
            ship_by_date?: string | null;
            /** @description The shipping service that the customer chose. */
            shipping_service?: string | null;
            /** @description What the buyer wrote about the order. */
            buyer_note?: string | null;
            /** @description What the buyer wants the recipient of a gift to read. */
            gift_message?: string | null;
            /** @description The status of the order at its source. It does not change `status`. */
            source_status?: string | null;
            discount_codes?: string[] | null;
            tags?: string[] | null;
            /** @description The colleague who handles the order: an email address or a name. */
            assignee?: string | null;
            /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            is_gift?: boolean | null;
            is_refunded?: boolean | null;
            is_case_closed?: boolean | null;
            is_lost?: boolean | null;
            requires_audit?: boolean | null;
            /** @description Items that are not listed do not change. */
            items?: {
                id: string;
                /** @description An update does not change it. It may be sent as it was read. */
                external_id?: string | null;
                /** @description An update does not change it. It may be sent as it was read. */
                status?: string;
                name?: string;
                /** @description The price of one unit. Subtotal and total of the order follow. */
                price?: number;
                /** @description The tax of the line, for all units together, after discounts. The order's tax contains it. null if it is unknown. */
                tax?: number | null;
                /** @description Write-only: no response about an item contains it. */
                cost?: number | null;
                custom_order_id?: string | null;
                sku?: string | null;
                custom_sku?: string | null;
                spu?: string | null;
                assigned_supplier?: string | null;
                sub_supplier?: string | null;
                material?: string | null;
                material_id?: string | null;
                design_url?: string | null;
                tracking_code?: string | null;
                carrier?: string | null;
                style?: string | null;
                type?: string | null;
                size?: string | null;
                color?: string | null;
                variations?: string | null;
                personalization?: string | null;
                /** @description What the buyer has chosen or typed, under the shop's names and in its order. An update replaces the whole list. */
                properties?: {
                    /** @description A name that begins with an underscore is hidden from the buyer. */
                    name: string;
                    value: string;
                    /** @description Not read: it follows from the name. It may be sent as it was read. */
                    hidden?: boolean;
                }[] | null;
                /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
                metadata?: {
                    [key: string]: string | null;
                } | null;
                comment?: string | null;
                id_service?: string | null;
                phone?: string | null;
                is_gift?: boolean | null;
                /** @description Whether the line is goods that are made and shipped. false for a tip, a gift card, a fee or a download: it then needs no SKU, design file or cost. If it is omitted or null, the name of the line decides. */
                requires_shipping?: boolean | null;
                customer_name?: string | null;
                customer_address?: string | null;
                ship_name?: string | null;
                ship_address1?: string | null;
                ship_address2?: string | null;
                ship_city?: string | null;
                ship_state?: string | null;
                ship_zipcode?: string | null;
                ship_country?: string | null;
                vat_ioss_number?: string | null;
                /** @description At least what is in fulfillments. Subtotal and total of the order follow. */
                quantity?: number;
            }[];
        };
        NewFulfillment: {
            /**
             * @description A status that is behind the current one is recorded but not applied. Case is ignored, and a space or `-` may replace `_`.
             * @enum {string}
             */
            status?: "label_created" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "delivered" | "delivery_attempted" | "exception" | "returned_to_sender" | "lost" | "cancelled" | "unknown";
            tracking_number?: string | null;
            /** @description Default: the carrier that the tracking number shows. */
            carrier?: string | null;
            /** @description The carrier's tracking page. Default: that of the carrier for the number, if we know it. */
            tracking_url?: string | null;
            /** @description When it was shipped. Default: now, if the status means shipped. Its event is sent once. A time before 2000 is rejected (`invalid_date`). */
            shipped_at?: string;
            /** @description When it was delivered. Default: now, if the status is delivered. Its event is sent once. A time before 2000 is rejected (`invalid_date`). */
            delivered_at?: string;
            /** @description The items of the fulfillment. If omitted, everything that is not in a fulfillment yet. */
            items?: {
                order_item_id: string | number;
                /** @description Default: everything that is left of the item. */
                quantity?: number;
            }[];
            /** @description Why it is shipped although items are not ready (`not_ready`). The history of the order keeps it. It does not release a hold. */
            override_reason?: string | null;
        };
        FulfillmentChanges: {
            /**
             * @description A status that is behind the current one is recorded but not applied. Case is ignored, and a space or `-` may replace `_`.
             * @enum {string}
             */
            status?: "label_created" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "delivered" | "delivery_attempted" | "exception" | "returned_to_sender" | "lost" | "cancelled" | "unknown";
            tracking_number?: string | null;
            /** @description Default: the carrier that the tracking number shows. */
            carrier?: string | null;
            /** @description The carrier's tracking page. Default: that of the carrier for the number, if we know it. */
            tracking_url?: string | null;
            /** @description When it was shipped. Default: now, if the status means shipped. Its event is sent once. A time before 2000 is rejected (`invalid_date`). */
            shipped_at?: string;
            /** @description When it was delivered. Default: now, if the status is delivered. Its event is sent once. A time before 2000 is rejected (`invalid_date`). */
            delivered_at?: string;
        };
        TrackingReport: {
            /** @description Ignoring case, spaces and hyphens. Every fulfillment that has it is updated. */
            tracking_number: string;
            /** @description Stored in fulfillments that have no carrier. */
            carrier?: string | null;
            /**
             * @description One that is behind the current status, or older than the last report, is recorded but not applied. `unknown` changes nothing. Case is ignored, and a space or `-` may replace `_`.
             * @enum {string}
             */
            status: "label_created" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "delivered" | "delivery_attempted" | "exception" | "returned_to_sender" | "lost" | "cancelled" | "unknown";
            /** @description When the carrier had the status. Default: now. A time in the future counts as now. A time before 2000 is rejected (`invalid_date`). */
            occurred_at?: string;
        };
        NewProductV2: {
            title: string;
            /** @description Does not have to be unique. A SKU that another product has gets a warning. */
            sku?: string | null;
            spu?: string | null;
            description?: string | null;
            /** @description Default for a new product: 0. */
            price?: number;
            /** @description Supplied as the item's `design_url`. */
            design_link?: string | null;
            tags?: string[] | null;
            images?: string[] | null;
            /** @description Stores that sell the product. Use a store's name or code to include the product in its statistics. */
            stores?: string[] | null;
            platforms?: string[] | null;
            /** @description The unit cost. */
            cost?: number | null;
            /** @description Default: the currency of the stored cost, or else the organization's. Items of orders in another currency do not get the cost. */
            cost_currency?: string;
            supplier?: string | null;
            material?: string | null;
            /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        ProductChangeV2: {
            title?: string;
            /** @description Does not have to be unique. A SKU that another product has gets a warning. */
            sku?: string | null;
            spu?: string | null;
            description?: string | null;
            /** @description Default for a new product: 0. */
            price?: number;
            /** @description Supplied as the item's `design_url`. */
            design_link?: string | null;
            tags?: string[] | null;
            images?: string[] | null;
            /** @description Stores that sell the product. Use a store's name or code to include the product in its statistics. */
            stores?: string[] | null;
            platforms?: string[] | null;
            /** @description The unit cost. */
            cost?: number | null;
            /** @description Default: the currency of the stored cost, or else the organization's. Items of orders in another currency do not get the cost. */
            cost_currency?: string;
            supplier?: string | null;
            material?: string | null;
            /** @description Keys and values of your own: up to 50, with keys of up to 40 and values of up to 500 characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        CatalogMatchRequest: {
            /** @description Only items with this SKU, ignoring case. */
            sku?: string;
            /** @description The `next_cursor` of the previous request, with the same `sku`. */
            cursor?: string | null;
        };
        NewWebhook: {
            /**
             * Format: uri
             * @description Publicly reachable https URL, port 443 or 8443, at most 2,048 characters.
             */
            url: string;
            /** @description The event types to subscribe to. A repeated name counts once. */
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated")[];
            description?: string | null;
        };
        WebhookChanges: {
            /**
             * Format: uri
             * @description Publicly reachable https URL, port 443 or 8443, at most 2,048 characters.
             */
            url?: string;
            /** @description The event types to subscribe to. A repeated name counts once. */
            events?: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated")[];
            /** @description `false` pauses the endpoint and holds its deliveries. `true` resumes delivery and clears the failure state. */
            enabled?: boolean;
            description?: string | null;
        };
        RotateWebhookSecret: {
            /**
             * @description How long the old secret also signs in webhook-signature, also a fraction of an hour. Default: 24. 0 also ends the overlap of an earlier rotation.
             * @default 24
             */
            overlap_hours?: number;
            /**
             * @description The newest secret was never received: it is replaced, and the one before it keeps its overlap.
             * @default false
             */
            replaces_unseen?: boolean;
        };
        NewRecovery: {
            /** @description Only deliveries created at or after this time. Default: 30 days ago. */
            since?: string;
            /** @description Only deliveries created before this time. Default: now. */
            until?: string;
            /** @description Default: both. */
            statuses?: ("failed" | "held")[];
            /** @description Default: all. */
            events?: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated")[];
        };
        NewConnection: {
            /** @enum {string} */
            platform: "woocommerce" | "shopify" | "bigcommerce" | "easypost" | "shippo" | "aftership";
            /** @description Id, code or name of the store whose orders a shop delivers. A store has at most one connection. Required for shops, and only for them. */
            store?: string | number;
            /** @description The secret that signs the webhooks. Required for Shopify, BigCommerce, AfterShip, which show their own. For the others, it is generated if omitted. */
            webhook_secret?: string;
            /** @description Access to the shop's API. It is stored encrypted, and no response contains it. */
            api?: {
                /**
                 * Format: uri
                 * @description The address of the shop. Only its origin is used.
                 */
                shop_url: string;
                /** @description WooCommerce: Consumer key. Shopify: Client id. BigCommerce: Store hash. */
                key: string;
                /** @description WooCommerce: Consumer secret. Shopify: Client secret. BigCommerce: Access token. */
                secret: string;
            };
            /**
             * @description Whether fulfillments that are shipped here are sent to the shop with their tracking. Needs `api` with write access.
             * @default false
             */
            send_fulfillments?: boolean;
            /** @description Which fields of items the properties of their lines become, in addition to the defaults and before them. Only for shops. */
            property_map?: {
                /** @description The name of the property in the shop. Letter case and surrounding spaces do not matter. `#` at its end also stands for a number. */
                name: string;
                /** @description The field of the item that properties with this name become. null: none, also if a default names one. */
                field: ("design_url" | "personalization" | "material" | "color" | "size" | "metadata") | null;
                /** @description The key of the metadata. Required for `metadata`, and only for it. */
                key?: string | null;
            }[];
        };
        ConnectionChanges: {
            /** @description `false` pauses the connection: deliveries are accepted and ignored. */
            enabled?: boolean;
            /** @description Replaces the access to the shop's API. null removes it. */
            api?: {
                /**
                 * Format: uri
                 * @description The address of the shop. Only its origin is used.
                 */
                shop_url: string;
                /** @description WooCommerce: Consumer key. Shopify: Client id. BigCommerce: Store hash. */
                key: string;
                /** @description WooCommerce: Consumer secret. Shopify: Client secret. BigCommerce: Access token. */
                secret: string;
            } | null;
            /** @description Whether fulfillments that are shipped here are sent to the shop with their tracking. Needs `api` with write access. */
            send_fulfillments?: boolean;
            /** @description Which fields of items the properties of their lines become, in addition to the defaults and before them. Only for shops. */
            property_map?: {
                /** @description The name of the property in the shop. Letter case and surrounding spaces do not matter. `#` at its end also stands for a number. */
                name: string;
                /** @description The field of the item that properties with this name become. null: none, also if a default names one. */
                field: ("design_url" | "personalization" | "material" | "color" | "size" | "metadata") | null;
                /** @description The key of the metadata. Required for `metadata`, and only for it. */
                key?: string | null;
            }[];
        };
        RotateConnectionSecret: {
            /** @description The new secret. Required for Shopify, BigCommerce, AfterShip, which show their own. For the others, it is generated if omitted. */
            webhook_secret?: string;
            /**
             * @description How long deliveries that are signed with the old secret are accepted too.
             * @default 24
             */
            overlap_hours?: number;
        };
        NewBackfill: {
            /** @description Read the orders that have changed in the shop since this time. */
            since: string;
        };
        NewStore: {
            /** @description Unique in the organization, regardless of case. */
            name: string;
            /** @description A short name that is unique in the organization, regardless of case. */
            code?: string | null;
            /** @enum {string} */
            platform: "etsy" | "shopify" | "amazon" | "ebay" | "tiktok_shop" | "walmart" | "woocommerce" | "shopbase" | "wix" | "bigcommerce" | "custom" | "other";
            type?: ("marketplace" | "storefront" | "social" | "wholesale" | "manual" | "test") | null;
            /** @description ISO 4217 code. Default for a new store: the organization's currency. */
            currency?: string;
            /** @description Default for a new store: true. */
            is_active?: boolean;
            /** @description If false, the console does not ask for design files of this store's items. Default for a new store: true. */
            uses_designs?: boolean;
            /** @description What keeps an item from being sent to a supplier, besides a hold. null: the default of the store's type. */
            send_blockers?: ("sku" | "design" | "supplier" | "cost" | "payment" | "address")[] | null;
            /** @description What keeps an item from being shipped, besides a hold. null: the default of the store's type. */
            ship_blockers?: ("sku" | "design" | "supplier" | "cost" | "payment" | "address")[] | null;
            /** @description Printed on packing slips, in the lines in which it is written. */
            return_address?: string | null;
        };
        StoreChange: {
            /** @description Unique in the organization, regardless of case. */
            name?: string;
            /** @description A short name that is unique in the organization, regardless of case. */
            code?: string | null;
            /** @enum {string} */
            platform?: "etsy" | "shopify" | "amazon" | "ebay" | "tiktok_shop" | "walmart" | "woocommerce" | "shopbase" | "wix" | "bigcommerce" | "custom" | "other";
            type?: ("marketplace" | "storefront" | "social" | "wholesale" | "manual" | "test") | null;
            /** @description ISO 4217 code. Default for a new store: the organization's currency. */
            currency?: string;
            /** @description Default for a new store: true. */
            is_active?: boolean;
            /** @description If false, the console does not ask for design files of this store's items. Default for a new store: true. */
            uses_designs?: boolean;
            /** @description What keeps an item from being sent to a supplier, besides a hold. null: the default of the store's type. */
            send_blockers?: ("sku" | "design" | "supplier" | "cost" | "payment" | "address")[] | null;
            /** @description What keeps an item from being shipped, besides a hold. null: the default of the store's type. */
            ship_blockers?: ("sku" | "design" | "supplier" | "cost" | "payment" | "address")[] | null;
            /** @description Printed on packing slips, in the lines in which it is written. */
            return_address?: string | null;
        };
        NewSupplier: {
            /** @description Unique in the organization, regardless of case. No other supplier has it as its code. */
            name: string;
            /** @description A short name that is unique in the organization, regardless of case. No other supplier has it as its name. */
            code?: string | null;
            /** @description ISO 4217 code of its costs. Default for a new supplier: the organization's currency. */
            currency?: string;
            contact_name?: string | null;
            contact_email?: string | null;
            contact_phone?: string | null;
            /** @description The columns of the files that this supplier gets, in order: their heading and what they contain. `null` or `[]`: the default columns. */
            file_columns?: {
                name: string;
                /** @enum {string} */
                field: "supplier_order" | "order_number" | "order_item_id" | "name" | "sku" | "quantity" | "personalization" | "properties" | "variations" | "material" | "style" | "type" | "size" | "color" | "design_url" | "comment" | "due_date" | "ship_name" | "ship_address1" | "ship_address2" | "ship_city" | "ship_state" | "ship_zipcode" | "ship_country" | "tracking_number" | "carrier";
            }[] | null;
            /**
             * @description Whether it ships to the buyer or to you. Default for a new supplier: `to_buyer`.
             * @enum {string}
             */
            default_shipping?: "to_buyer" | "to_us";
            /** @description How many days it usually takes to make and ship what is ordered. */
            lead_time_days?: number | null;
            /** @description Whether work can be sent to it. Default for a new supplier: true. */
            is_active?: boolean;
        };
        SupplierChange: {
            /** @description Unique in the organization, regardless of case. No other supplier has it as its code. */
            name?: string;
            /** @description A short name that is unique in the organization, regardless of case. No other supplier has it as its name. */
            code?: string | null;
            /** @description ISO 4217 code of its costs. Default for a new supplier: the organization's currency. */
            currency?: string;
            contact_name?: string | null;
            contact_email?: string | null;
            contact_phone?: string | null;
            /** @description The columns of the files that this supplier gets, in order: their heading and what they contain. `null` or `[]`: the default columns. */
            file_columns?: {
                name: string;
                /** @enum {string} */
                field: "supplier_order" | "order_number" | "order_item_id" | "name" | "sku" | "quantity" | "personalization" | "properties" | "variations" | "material" | "style" | "type" | "size" | "color" | "design_url" | "comment" | "due_date" | "ship_name" | "ship_address1" | "ship_address2" | "ship_city" | "ship_state" | "ship_zipcode" | "ship_country" | "tracking_number" | "carrier";
            }[] | null;
            /**
             * @description Whether it ships to the buyer or to you. Default for a new supplier: `to_buyer`.
             * @enum {string}
             */
            default_shipping?: "to_buyer" | "to_us";
            /** @description How many days it usually takes to make and ship what is ordered. */
            lead_time_days?: number | null;
            /** @description Whether work can be sent to it. Default for a new supplier: true. */
            is_active?: boolean;
        };
        NewSupplierOrders: {
            /** @description The items to send, each once. */
            items?: {
                order_item_id: string | number;
                /** @description Default: everything that no supplier order has. */
                quantity?: number;
                /** @description The agreed cost of one unit, in the currency of the order. Default: the cost of the item. */
                unit_cost?: number | null;
            }[];
            /** @description Instead of `items`: orders of which everything is sent that is to be sent. */
            order_ids?: number[];
            /**
             * @description A draft reserves the quantities, and the statuses of the items do not change.
             * @default sent
             * @enum {string}
             */
            state?: "draft" | "sent";
            /** @description Why items are sent although they are not ready (`not_ready`). The history of the orders keeps it. It replaces neither a supplier nor the release of a hold. */
            override_reason?: string | null;
        };
        SupplierOrderChange: {
            /** @enum {string} */
            state?: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            /** @description Required for the states `rejected` and `cancelled`. */
            reason?: string | null;
            /** @description The day by which it must be shipped. */
            due_date?: string | null;
        };
        RejectedLine: {
            reason: string;
        };
        NewTicket: {
            subject: string;
            body: string;
            /** @description The order that the ticket is about. */
            order_id?: number | null;
            /**
             * @description Default for a new ticket: open. Any status may follow any other. Case is ignored.
             * @enum {string}
             */
            status?: "open" | "pending" | "resolved" | "closed";
            /**
             * @description Default for a new ticket: normal. Case is ignored.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high" | "urgent";
            /** @description How the customer wrote: email, chat or any other text. */
            channel?: string | null;
            customer_name?: string | null;
        };
        TicketChange: {
            subject?: string;
            body?: string;
            /** @description The order that the ticket is about. */
            order_id?: number | null;
            /**
             * @description Default for a new ticket: open. Any status may follow any other. Case is ignored.
             * @enum {string}
             */
            status?: "open" | "pending" | "resolved" | "closed";
            /**
             * @description Default for a new ticket: normal. Case is ignored.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high" | "urgent";
            /** @description How the customer wrote: email, chat or any other text. */
            channel?: string | null;
            customer_name?: string | null;
        };
        NewExpense: {
            /** @description One of payroll, advertising, design, product_cost, fulfillment, shipping, platform_fees, payment_fees, software, samples, refunds_chargebacks, taxes, rent, utilities, office, equipment, professional_services, bank_fees, travel, training, other, ignoring case and spacing. Any other text is stored as sent and counts as other. */
            category: string;
            /** @description At most 4 decimal places. */
            amount: number;
            /** Format: date */
            date: string;
            /** @description Id or code of a store. Omit it or send null for overhead. */
            store_id?: (string | number) | null;
            description?: string | null;
            /** @description Alias of original_currency. */
            currency?: string;
            /** @description ISO 4217 code. Default: the organization's currency. */
            original_currency?: string;
            base_amount?: number | null;
            /** @description If omitted, computed from base_amount and bhxh_rate if both are present, and rounded to the currency's minor unit. */
            bhxh_amount?: number | null;
            /** @description Percent, 0 to 100. */
            bhxh_rate?: number | null;
            /** @description employee, employer, both, none, or any other text. */
            bhxh_type?: string | null;
            employee_name?: string | null;
        };
        ExpenseChanges: {
            /** @description One of payroll, advertising, design, product_cost, fulfillment, shipping, platform_fees, payment_fees, software, samples, refunds_chargebacks, taxes, rent, utilities, office, equipment, professional_services, bank_fees, travel, training, other, ignoring case and spacing. Any other text is stored as sent and counts as other. */
            category?: string;
            /** @description At most 4 decimal places. */
            amount?: number;
            /** Format: date */
            date?: string;
            /** @description Id or code of a store. Omit it or send null for overhead. */
            store_id?: (string | number) | null;
            description?: string | null;
            /** @description Alias of original_currency. */
            currency?: string;
            /** @description ISO 4217 code. Default: the organization's currency. */
            original_currency?: string;
            base_amount?: number | null;
            /** @description If omitted, computed from base_amount and bhxh_rate if both are present, and rounded to the currency's minor unit. */
            bhxh_amount?: number | null;
            /** @description Percent, 0 to 100. */
            bhxh_rate?: number | null;
            /** @description employee, employer, both, none, or any other text. */
            bhxh_type?: string | null;
            employee_name?: string | null;
        };
        OrderCreatedEvent: {
            /** @constant */
            event: "order.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            external_id: string | null;
            store_id: number;
            store_name: string;
            /** @enum {string} */
            status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            currency: string;
            total_amount: number;
            item_count: number;
            /** Format: date-time */
            date: string;
            /** Format: date-time */
            created_at: string;
        };
        OrderUpdatedEvent: {
            /** @constant */
            event: "order.updated";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            changed_fields: string[];
            version: number;
            /** Format: date-time */
            updated_at: string;
        };
        OrderStatusChangedEvent: {
            /** @constant */
            event: "order.status_changed";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            /** @enum {string} */
            old_status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            /** @enum {string} */
            new_status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            tracking_number?: string;
            carrier?: string;
        };
        OrderFulfillmentShippedEvent: {
            /** @constant */
            event: "order.fulfillment.shipped";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            fulfillment_id: string;
            tracking_number?: string;
            carrier?: string;
            tracking_url?: string;
            items: {
                order_item_id: string;
                quantity: number;
            }[];
            is_partial: boolean;
            /** Format: date-time */
            shipped_at: string;
        };
        OrderFulfillmentDeliveredEvent: {
            /** @constant */
            event: "order.fulfillment.delivered";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            fulfillment_id: string;
            tracking_number?: string;
            carrier?: string;
            /** Format: date-time */
            delivered_at: string;
        };
        SupplierOrderCreatedEvent: {
            /** @constant */
            event: "supplier_order.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            supplier_order_id: string;
            number: number;
            supplier_id: string;
            supplier_name: string;
            /** @enum {string} */
            state: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            line_count: number;
            due_date: string | null;
            /** Format: date-time */
            created_at: string;
        };
        SupplierOrderUpdatedEvent: {
            /** @constant */
            event: "supplier_order.updated";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            supplier_order_id: string;
            number: number;
            supplier_id: string;
            changed_fields: string[];
            /** @enum {string} */
            old_state?: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            /** @enum {string} */
            new_state?: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            /** Format: date-time */
            updated_at: string;
        };
        ExpenseCreatedEvent: {
            /** @constant */
            event: "expense.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            expense_id: number;
            category: string;
            amount: number;
            currency: string;
            /** Format: date */
            date: string;
            /** @description null for overhead. */
            store_id: string | null;
        };
        TicketCreatedEvent: {
            /** @constant */
            event: "ticket.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            ticket_id: number;
            order_id: number | null;
            subject: string;
            /** @enum {string} */
            status: "open" | "pending" | "resolved" | "closed";
            /** @enum {string} */
            priority: "low" | "normal" | "high" | "urgent";
            channel: string | null;
            /** Format: date-time */
            created_at: string;
        };
        TicketUpdatedEvent: {
            /** @constant */
            event: "ticket.updated";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            ticket_id: number;
            order_id: number | null;
            changed_fields: string[];
            /** @enum {string} */
            old_status?: "open" | "pending" | "resolved" | "closed";
            /** @enum {string} */
            new_status?: "open" | "pending" | "resolved" | "closed";
            /** Format: date-time */
            updated_at: string;
        };
        WebhookTestEvent: {
            /** @constant */
            event: "webhook.test";
            event_id: string;
            webhook_id: string;
            message: string;
            /** Format: date-time */
            occurred_at: string;
        };
        OrderV2: {
            id: number;
            store_id: number;
            store_name: string;
            external_id: string | null;
            number: string | null;
            /** @enum {string} */
            status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            /**
             * @description How much of the order was shipped: nothing, a part, or everything that is not cancelled or refunded.
             * @enum {string}
             */
            fulfillment_state: "none" | "partial" | "all";
            version: number;
            /** Format: date-time */
            date: string;
            currency: string;
            total_amount: number;
            subtotal: number;
            tax: number;
            shipping_cost: number;
            discount: number;
            /** @description Fees that the customer paid, as part of total_amount. null if unknown. */
            fees: number | null;
            /** @description Whether the amounts include the tax. null if unknown. */
            taxes_included: boolean | null;
            customer_name: string | null;
            customer_address: string | null;
            /** @description The recipient. */
            ship_name: string | null;
            ship_company: string | null;
            ship_address1: string | null;
            ship_address2: string | null;
            ship_city: string | null;
            ship_state: string | null;
            ship_zipcode: string | null;
            ship_country: string | null;
            ship_by_date: string | null;
            shipping_service: string | null;
            /** @description What the buyer wrote about the order. */
            buyer_note: string | null;
            /** @description What the buyer wants the recipient of a gift to read. */
            gift_message: string | null;
            /** @description The status of the order at its source. */
            source_status: string | null;
            discount_codes: string[];
            tags: string[];
            /** @description The colleague who handles the order. */
            assignee: string | null;
            /** @description Keys and values of your own. */
            metadata: {
                [key: string]: string;
            };
            /** @description Why the order is on hold. null if it is not. */
            hold_reason: string | null;
            /** @description When its hold ends by itself. null if it has no end. A hold whose end is past has ended. */
            hold_until: string | null;
            is_gift: boolean | null;
            is_refunded: boolean | null;
            is_case_closed: boolean | null;
            is_lost: boolean | null;
            requires_audit: boolean | null;
            /** @description Why `requires_audit` is set. null if it is not set, and if a person or an integrator has set it. */
            audit_reasons: ("amounts_disagree" | "negative_amounts" | "tax_exceeds_total" | "refund_exceeds_total" | "tax_shared" | "quantity_fulfilled" | "shipped_unshippable" | "shop_cancelled" | "shop_refunded" | "shop_reopened" | "shop_unreadable" | "refund_currency")[] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            items: components["schemas"]["OrderItemV2"][];
        };
        OrderItemV2: {
            id: string;
            order_id: number;
            name: string;
            quantity: number;
            price: number;
            /** @description The tax of the line, for all units together. null if unknown. */
            tax: number | null;
            external_id: string | null;
            custom_order_id: string | null;
            sku: string | null;
            custom_sku: string | null;
            spu: string | null;
            status: string | null;
            assigned_supplier: string | null;
            sub_supplier: string | null;
            material: string | null;
            material_id: string | null;
            design_url: string | null;
            tracking_code: string | null;
            carrier: string | null;
            style: string | null;
            type: string | null;
            size: string | null;
            color: string | null;
            variations: string | null;
            personalization: string | null;
            /** @description What the buyer has chosen or typed, under the shop's names and in its order. */
            properties: {
                name: string;
                value: string;
                /** @description Whether the shop hides it from the buyer: its name begins with an underscore. */
                hidden: boolean;
            }[];
            /** @description Keys and values of your own. */
            metadata: {
                [key: string]: string;
            };
            comment: string | null;
            id_service: string | null;
            phone: string | null;
            order_date: string | null;
            store_name: string | null;
            is_gift: boolean | null;
            /** @description Whether the line is goods that are made and shipped, and no tip, gift card or fee. */
            requires_shipping: boolean;
            customer_name: string | null;
            customer_address: string | null;
            ship_name: string | null;
            ship_address1: string | null;
            ship_address2: string | null;
            ship_city: string | null;
            ship_state: string | null;
            ship_zipcode: string | null;
            ship_country: string | null;
            vat_ioss_number: string | null;
            /** @description Why the item is on hold by itself. null if it is not. */
            hold_reason: string | null;
            /** @description When its hold ends by itself. null if it has no end. A hold whose end is past has ended. */
            hold_until: string | null;
        };
        /** @description The body of every error response. */
        Error: {
            /** @constant */
            success: false;
            error: {
                /** @enum {string} */
                code: "unauthorized" | "missing_scope" | "https_required" | "ip_not_allowed" | "not_found" | "method_not_allowed" | "validation_error" | "conflict" | "invalid_transition" | "idempotency_in_progress" | "gone" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_conflict" | "rate_limited" | "internal_error" | "service_unavailable";
                message: string;
                details?: ({
                    /** @description The invalid field, for example `items[0].price`. */
                    path?: string;
                    /** @description A stable code of the violation. */
                    code: string;
                    /** @description What was expected. */
                    message: string;
                } & {
                    [key: string]: unknown;
                })[];
            };
            meta: {
                request_id: string;
            };
        };
        BulkAnswer: {
            results: {
                index: number;
                /** @enum {string} */
                outcome: "created" | "updated" | "unchanged" | "skipped" | "failed";
                id: number | null;
                external_id: string | null;
                error: {
                    code: string;
                    message: string;
                    details: ({
                        code: string;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } | null;
            }[];
            summary: {
                created: number;
                updated: number;
                unchanged: number;
                skipped: number;
                failed: number;
            };
        };
        OrderDetailV2: {
            id: number;
            store_id: number;
            store_name: string;
            external_id: string | null;
            number: string | null;
            /** @enum {string} */
            status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            /**
             * @description How much of the order was shipped: nothing, a part, or everything that is not cancelled or refunded.
             * @enum {string}
             */
            fulfillment_state: "none" | "partial" | "all";
            version: number;
            /** Format: date-time */
            date: string;
            currency: string;
            total_amount: number;
            subtotal: number;
            tax: number;
            shipping_cost: number;
            discount: number;
            /** @description Fees that the customer paid, as part of total_amount. null if unknown. */
            fees: number | null;
            /** @description Whether the amounts include the tax. null if unknown. */
            taxes_included: boolean | null;
            customer_name: string | null;
            customer_address: string | null;
            /** @description The recipient. */
            ship_name: string | null;
            ship_company: string | null;
            ship_address1: string | null;
            ship_address2: string | null;
            ship_city: string | null;
            ship_state: string | null;
            ship_zipcode: string | null;
            ship_country: string | null;
            ship_by_date: string | null;
            shipping_service: string | null;
            /** @description What the buyer wrote about the order. */
            buyer_note: string | null;
            /** @description What the buyer wants the recipient of a gift to read. */
            gift_message: string | null;
            /** @description The status of the order at its source. */
            source_status: string | null;
            discount_codes: string[];
            tags: string[];
            /** @description The colleague who handles the order. */
            assignee: string | null;
            /** @description Keys and values of your own. */
            metadata: {
                [key: string]: string;
            };
            /** @description Why the order is on hold. null if it is not. */
            hold_reason: string | null;
            /** @description When its hold ends by itself. null if it has no end. A hold whose end is past has ended. */
            hold_until: string | null;
            is_gift: boolean | null;
            is_refunded: boolean | null;
            is_case_closed: boolean | null;
            is_lost: boolean | null;
            requires_audit: boolean | null;
            /** @description Why `requires_audit` is set. null if it is not set, and if a person or an integrator has set it. */
            audit_reasons: ("amounts_disagree" | "negative_amounts" | "tax_exceeds_total" | "refund_exceeds_total" | "tax_shared" | "quantity_fulfilled" | "shipped_unshippable" | "shop_cancelled" | "shop_refunded" | "shop_reopened" | "shop_unreadable" | "refund_currency")[] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Only with the scope customers:read. */
            customer_email?: string | null;
            /** @description Only with the scope customers:read. */
            customer_phone?: string | null;
            items: components["schemas"]["OrderItemV2"][];
        };
        HistoryLineV2: {
            id: number;
            order_id: number;
            order_item_id: string | null;
            fulfillment_id: string | null;
            /** @description created, updated, status, item_status, roll_up, fulfillment, fulfillment_late (an outdated report that was recorded but not applied), refund (`to` is its id), override (`reason` says why it was done although `to` was missing), or supplier_order (`to` is its state and its id). */
            change: string;
            from: string | null;
            to: string | null;
            changed_fields: string[];
            reason: string | null;
            /** @enum {string} */
            actor_type: "credential" | "user" | "system";
            actor_id: number | null;
            actor_name: string;
            /** Format: date-time */
            created_at: string;
        };
        OrderNote: {
            id: number;
            order_id: number;
            author_user_id: number | null;
            author_token_id: number | null;
            author_name: string;
            text: string;
            /** Format: date-time */
            created_at: string;
        };
        OrderReadiness: {
            items: {
                order_item_id: string;
                /** @description Everything that the item lacks. */
                blockers: ("sku" | "design" | "supplier" | "cost" | "payment" | "address" | "hold")[];
                /** @description What of it keeps the item from being sent to a supplier. */
                blocks_send: ("sku" | "design" | "supplier" | "cost" | "payment" | "address" | "hold")[];
                /** @description What of it keeps the item from being shipped. */
                blocks_ship: ("sku" | "design" | "supplier" | "cost" | "payment" | "address" | "hold")[];
            }[];
        };
        OrderBulkActionResult: {
            results: {
                id: number;
                /** @enum {string} */
                outcome: "updated" | "unchanged" | "failed";
                error: {
                    code: string;
                    message: string;
                    details: ({
                        code: string;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } | null;
            }[];
            summary: {
                updated: number;
                unchanged: number;
                failed: number;
            };
        };
        OrderItemBulkActionResult: {
            results: {
                id: string;
                /** @enum {string} */
                outcome: "updated" | "unchanged" | "failed";
                error: {
                    code: string;
                    message: string;
                    details: ({
                        code: string;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } | null;
            }[];
            summary: {
                updated: number;
                unchanged: number;
                failed: number;
            };
        };
        BulkUpdateResult: {
            results: {
                index: number;
                id: number | null;
                /** @enum {string} */
                outcome: "updated" | "unchanged" | "skipped" | "failed";
                error: {
                    code: string;
                    message: string;
                    details: ({
                        code: string;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } | null;
            }[];
            summary: {
                updated: number;
                unchanged: number;
                skipped: number;
                failed: number;
            };
        };
        FulfillmentV2: {
            id: string;
            order_id: number;
            /** @enum {string} */
            status: "label_created" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "delivered" | "delivery_attempted" | "exception" | "returned_to_sender" | "lost" | "cancelled" | "unknown";
            tracking_number: string | null;
            carrier: string | null;
            tracking_url: string | null;
            items: {
                order_item_id: string;
                quantity: number;
            }[];
            shipped_at: string | null;
            delivered_at: string | null;
            /** Format: date-time */
            last_updated: string;
        };
        TrackingReportResult: {
            fulfillments: {
                id: string;
                order_id: number;
                /**
                 * @description The status after the report.
                 * @enum {string}
                 */
                status: "label_created" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "delivered" | "delivery_attempted" | "exception" | "returned_to_sender" | "lost" | "cancelled" | "unknown";
                /** @enum {string} */
                outcome: "updated" | "unchanged" | "outdated";
            }[];
        };
        ProductV2: {
            id: number;
            sku: string | null;
            spu: string | null;
            title: string;
            description: string | null;
            price: number;
            design_link: string | null;
            tags: string[];
            images: string[];
            videos: string[];
            stores: string[];
            platforms: string[];
            labels: string[];
            sizes: string[];
            organization_id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The unit cost in `cost_currency`. null if it is unknown. */
            cost: number | null;
            /** @description ISO 4217. null without a cost. */
            cost_currency: string | null;
            /** @description Supplied as the item's `assigned_supplier`. */
            supplier: string | null;
            material: string | null;
            /** @description Keys and values of your own. */
            metadata: {
                [key: string]: string;
            };
        };
        UnmatchedSku: {
            sku: string;
            /**
             * @description A SKU that several products have stands for none of them.
             * @enum {string}
             */
            reason: "no_product" | "several_products";
            /** @description The newest item of an open order that has the SKU and lacks a field. */
            newest_item: {
                id: string;
                order_id: number;
                name: string;
            };
        };
        CatalogMatch: {
            /** @description What this request has changed. */
            matched: {
                items: number;
                orders: number;
            };
            /** @description Orders that the products would make invalid, for example because their texts would be too long. They do not change. */
            failed: {
                order_id: number;
                code: string;
                message: string;
            }[];
            has_more: boolean;
            /** @description Send it as `cursor` to go on. null at the end. */
            next_cursor: string | null;
        };
        EventFeed: {
            data: components["schemas"]["Event"][];
            /** @description Whether more events are available now. */
            has_more: boolean;
            /** @description The cursor to continue from, now or later. Present on the last page too. */
            next_cursor: string;
        };
        Event: components["schemas"]["OrderCreatedEventOutput"] | components["schemas"]["OrderUpdatedEventOutput"] | components["schemas"]["OrderStatusChangedEventOutput"] | components["schemas"]["OrderFulfillmentShippedEventOutput"] | components["schemas"]["OrderFulfillmentDeliveredEventOutput"] | components["schemas"]["SupplierOrderCreatedEventOutput"] | components["schemas"]["SupplierOrderUpdatedEventOutput"] | components["schemas"]["ExpenseCreatedEventOutput"] | components["schemas"]["TicketCreatedEventOutput"] | components["schemas"]["TicketUpdatedEventOutput"];
        CreatedWebhook: {
            id: string;
            url: string;
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated")[];
            /** @description False pauses delivery. */
            enabled: boolean;
            description: string | null;
            /** @enum {string} */
            status: "active" | "paused" | "disabled_failing" | "gone";
            /** @description The last characters of the secret. */
            secret_hint: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            last_success_at: string | null;
            last_failure_at: string | null;
            consecutive_failures: number;
            /** @description Signs the deliveries. Only this response contains it, so store it securely. */
            secret: string;
        };
        Webhook: {
            id: string;
            url: string;
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated")[];
            /** @description False pauses delivery. */
            enabled: boolean;
            description: string | null;
            /** @enum {string} */
            status: "active" | "paused" | "disabled_failing" | "gone";
            /** @description The last characters of the secret. */
            secret_hint: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            last_success_at: string | null;
            last_failure_at: string | null;
            consecutive_failures: number;
        };
        DeletedWebhook: {
            id: string;
            /** @constant */
            deleted: true;
        };
        RotatedWebhook: {
            id: string;
            url: string;
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated")[];
            /** @description False pauses delivery. */
            enabled: boolean;
            description: string | null;
            /** @enum {string} */
            status: "active" | "paused" | "disabled_failing" | "gone";
            /** @description The last characters of the secret. */
            secret_hint: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            last_success_at: string | null;
            last_failure_at: string | null;
            consecutive_failures: number;
            /** @description Signs the deliveries. Only this response contains it, so store it securely. */
            secret: string;
            previous_secret_valid_until: string | null;
        };
        WebhookDelivery: {
            id: string;
            event_id: string;
            event: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | "held" | "cancelled";
            /** @enum {string} */
            trigger: "auto" | "test" | "manual" | "recover";
            attempts: components["schemas"]["WebhookAttempt"][];
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            completed_at: string | null;
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            started_at: string;
            /** @description null if the outcome is unknown. */
            duration_ms: number | null;
            response_status: number | null;
            /** @description The first 4 KB of the response. */
            response_body: string | null;
            error_code: ("timeout" | "connection" | "tls_or_dns" | "redirect" | "http_status" | "blocked_url" | "outcome_unknown" | "cancelled" | "rejected") | null;
        };
        WebhookTest: {
            /** @description Id of the delivery. */
            id: string;
            delivered: boolean;
            response_status: number | null;
            duration_ms: number | null;
            /** @description The `error_code` of an attempt. */
            error: string | null;
            delivery: components["schemas"]["WebhookDelivery"];
        };
        Recovery: {
            id: string;
            webhook_id: string;
            /** @enum {string} */
            status: "running" | "completed" | "cancelled";
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
            statuses: ("failed" | "held")[];
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated")[];
            /** @description Number of deliveries that have been rescheduled so far. */
            recovered: number;
            /** Format: date-time */
            created_at: string;
            completed_at: string | null;
        };
        ConnectionWithSecret: {
            id: string;
            /** @description null for a carrier service. */
            store_id: number | null;
            /** @enum {string} */
            platform: "woocommerce" | "shopify" | "bigcommerce" | "easypost" | "shippo" | "aftership";
            /** @enum {string} */
            status: "active" | "paused";
            /** @description The address for the webhooks. For Shippo, add `?token=` and the secret. */
            delivery_url: string;
            /** @description The last characters of the secret of the webhooks. */
            secret_hint: string;
            previous_secret_valid_until: string | null;
            shop_url: string | null;
            /** @description The last characters of the API's key. */
            api_hint: string | null;
            /** @description The last signed delivery about an order or a parcel. */
            last_event_at: string | null;
            /** @description When the changed orders were last read completely from the shop's API. */
            last_reconciled_at: string | null;
            /** @description When the webhooks were last found complete in the shop. null if it has a page for them, where people create them. */
            webhooks_registered_at: string | null;
            /** @description Orders that reconciliations found missing or out of date here. */
            gaps_found: number;
            /** @description Those of them that were stored. */
            gaps_filled: number;
            backfill: {
                /** @enum {string} */
                status: "running" | "completed";
                /** Format: date-time */
                since: string;
                /** @description Orders stored so far. */
                orders: number;
            } | null;
            last_error: {
                message: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description The connection's own map. The defaults are not in it. */
            property_map: components["schemas"]["MappedProperty"][];
            send_fulfillments: boolean;
            /** @description null if no fulfillments were ever to be sent. */
            sending: components["schemas"]["ConnectionSending"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The generated secret: paste it into the shop. Only this response contains it. null if you sent the secret. */
            webhook_secret: string | null;
        };
        MappedProperty: {
            name: string;
            /** @description The field of the item that properties with this name become. null: none, also if a default names one. */
            field: ("design_url" | "personalization" | "material" | "color" | "size" | "metadata") | null;
            key: string | null;
        };
        ConnectionSending: {
            /**
             * @description `failing`: the last attempt failed. `disabled`: attempts have failed for five days. Any change of the connection resumes it.
             * @enum {string}
             */
            status: "active" | "failing" | "paused" | "disabled";
            failing_since: string | null;
            last_success_at: string | null;
            last_failure_at: string | null;
            /** @description Deliveries of the last 30 days that failed and are not retried, at most 100. */
            failed: number;
        };
        Connection: {
            id: string;
            /** @description null for a carrier service. */
            store_id: number | null;
            /** @enum {string} */
            platform: "woocommerce" | "shopify" | "bigcommerce" | "easypost" | "shippo" | "aftership";
            /** @enum {string} */
            status: "active" | "paused";
            /** @description The address for the webhooks. For Shippo, add `?token=` and the secret. */
            delivery_url: string;
            /** @description The last characters of the secret of the webhooks. */
            secret_hint: string;
            previous_secret_valid_until: string | null;
            shop_url: string | null;
            /** @description The last characters of the API's key. */
            api_hint: string | null;
            /** @description The last signed delivery about an order or a parcel. */
            last_event_at: string | null;
            /** @description When the changed orders were last read completely from the shop's API. */
            last_reconciled_at: string | null;
            /** @description When the webhooks were last found complete in the shop. null if it has a page for them, where people create them. */
            webhooks_registered_at: string | null;
            /** @description Orders that reconciliations found missing or out of date here. */
            gaps_found: number;
            /** @description Those of them that were stored. */
            gaps_filled: number;
            backfill: {
                /** @enum {string} */
                status: "running" | "completed";
                /** Format: date-time */
                since: string;
                /** @description Orders stored so far. */
                orders: number;
            } | null;
            last_error: {
                message: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description The connection's own map. The defaults are not in it. */
            property_map: components["schemas"]["MappedProperty"][];
            send_fulfillments: boolean;
            /** @description null if no fulfillments were ever to be sent. */
            sending: components["schemas"]["ConnectionSending"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DeletedConnection: {
            id: string;
            /** @constant */
            deleted: true;
        };
        ConnectionTest: {
            reached: boolean;
            /** @description Why the shop's API could not be used. */
            error: string | null;
        };
        InboxMessage: {
            id: string;
            /** @description The platform's name of the event, or a carrier service's words for the status, for example `TRANSIT/out_for_delivery`. */
            topic: string;
            /** @description The id of the order in the shop. */
            source_order_id: string | null;
            /** @description Of a report of a carrier service, as are the next three fields. */
            tracking_number: string | null;
            carrier: string | null;
            /** @description What its words mean here. */
            fulfillment_status: ("label_created" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "delivered" | "delivery_attempted" | "exception" | "returned_to_sender" | "lost" | "cancelled" | "unknown") | null;
            /** @description When the carrier had the status. */
            occurred_at: string | null;
            /** @description The order here; of a report, the first one with the tracking number. */
            order_id: number | null;
            /** @enum {string} */
            status: "pending" | "processed" | "ignored" | "failed";
            /** @description Why it was ignored or failed, or what could not be applied. */
            reason: string | null;
            attempts: number;
            next_attempt_at: string | null;
            /** Format: date-time */
            received_at: string;
            processed_at: string | null;
        };
        /** @description The `response_body` of an attempt says what was changed in the shop, or why not. */
        ConnectionDelivery: {
            id: string;
            event_id: string;
            event: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | "held" | "cancelled";
            /** @enum {string} */
            trigger: "auto" | "test" | "manual" | "recover";
            attempts: components["schemas"]["WebhookAttempt"][];
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            completed_at: string | null;
            order_id: number | null;
        };
        StoreV2: {
            id: number;
            name: string;
            code: string | null;
            /** @enum {string} */
            platform: "etsy" | "shopify" | "amazon" | "ebay" | "tiktok_shop" | "walmart" | "woocommerce" | "shopbase" | "wix" | "bigcommerce" | "custom" | "other";
            currency: string;
            type: ("marketplace" | "storefront" | "social" | "wholesale" | "manual" | "test") | null;
            is_active: boolean;
            uses_designs: boolean;
            return_address: string | null;
            /** @description What keeps an item from being sent to a supplier, besides a hold. */
            send_blockers: ("sku" | "design" | "supplier" | "cost" | "payment" | "address")[];
            /** @description What keeps an item from being shipped, besides a hold. */
            ship_blockers: ("sku" | "design" | "supplier" | "cost" | "payment" | "address")[];
            organization_id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Supplier: {
            id: string;
            name: string;
            code: string | null;
            currency: string;
            contact_name: string | null;
            contact_email: string | null;
            contact_phone: string | null;
            /** @description null: the default columns. */
            file_columns: {
                name: string;
                /** @enum {string} */
                field: "supplier_order" | "order_number" | "order_item_id" | "name" | "sku" | "quantity" | "personalization" | "properties" | "variations" | "material" | "style" | "type" | "size" | "color" | "design_url" | "comment" | "due_date" | "ship_name" | "ship_address1" | "ship_address2" | "ship_city" | "ship_state" | "ship_zipcode" | "ship_country" | "tracking_number" | "carrier";
            }[] | null;
            /** @enum {string} */
            default_shipping: "to_buyer" | "to_us";
            lead_time_days: number | null;
            is_active: boolean;
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SupplierOrder: {
            id: string;
            /** @description Counts the supplier orders of the organization, for people. */
            number: number;
            supplier_id: string;
            supplier_name: string;
            /** @enum {string} */
            state: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            /** @enum {string} */
            shipping: "to_buyer" | "to_us";
            due_date: string | null;
            /** @description Why it was rejected or cancelled. */
            reason: string | null;
            sent_at: string | null;
            accepted_at: string | null;
            shipped_at: string | null;
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            lines: {
                order_item_id: string;
                order_id: number;
                order_number: string | null;
                quantity: number;
                /** @description The agreed cost of one unit. null if unknown. */
                unit_cost: number | null;
                /** @description The currency of the cost: that of the order. */
                currency: string;
                /** @enum {string} */
                state: "open" | "rejected" | "cancelled";
                reject_reason: string | null;
                name: string | null;
                sku: string | null;
                custom_sku: string | null;
                personalization: string | null;
                variations: string | null;
                material: string | null;
                style: string | null;
                type: string | null;
                size: string | null;
                color: string | null;
                design_url: string | null;
                comment: string | null;
                properties: {
                    name: string;
                    value: string;
                }[];
                /** @description Where the supplier ships it. null if it ships to you. */
                address: {
                    ship_name: string | null;
                    ship_address1: string | null;
                    ship_address2: string | null;
                    ship_city: string | null;
                    ship_state: string | null;
                    ship_zipcode: string | null;
                    ship_country: string | null;
                } | null;
            }[];
        };
        CreatedSupplierOrders: {
            supplier_orders: components["schemas"]["SupplierOrder"][];
        };
        Ticket: {
            id: number;
            order_id: number | null;
            subject: string;
            body: string;
            /** @enum {string} */
            status: "open" | "pending" | "resolved" | "closed";
            /** @enum {string} */
            priority: "low" | "normal" | "high" | "urgent";
            channel: string | null;
            customer_name: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Expense: {
            id: number;
            category: string;
            amount: number;
            /** Format: date */
            date: string;
            store_id: string | null;
            store_name: string | null;
            description: string | null;
            original_currency: string;
            original_amount: number;
            base_amount: number | null;
            bhxh_amount: number | null;
            bhxh_rate: number | null;
            bhxh_type: string | null;
            employee_name: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AnalyticsSummary: {
            period: {
                /** @enum {string} */
                name: "today" | "yesterday" | "last_7_days" | "last_30_days" | "last_90_days" | "this_week" | "last_week" | "this_month" | "last_month" | "this_quarter" | "last_quarter" | "this_year" | "last_year" | "all_time" | "custom";
                /** @description First day; null for all_time. */
                from: string | null;
                /** @description Last day, included; null for all_time. */
                to: string | null;
                /** @description The time zone of the calendar days. */
                timezone: string;
            };
            /** @description One entry for each currency that has an order or expense in the period or, with compare, in the previous period. Sorted by code. */
            currencies: {
                currency: string;
                orders: {
                    /** @description Orders that are not Cancelled. All figures refer to these, except `cancelled` and the costs of Cancelled orders. */
                    count: number;
                    /** @description The quantity of all items of these orders that are neither Cancelled nor removed. */
                    items: number;
                    /** @description Cancelled orders. Of these, only the costs of items that were sent to a supplier are part of another figure. */
                    cancelled: number;
                    /** @description Orders with the flag is_refunded. */
                    refunded: number;
                    /** @description Mean of total_amount, rounded half up to the currency's minor unit. null if there are no orders. */
                    average_value: number | null;
                };
                /** @description gross, discounts, refunds, shipping and tax are sums of the stored amounts. They do not always add up to net, because prices may include tax, and refunds always do. */
                revenue: {
                    /** @description Sum of subtotals. */
                    gross: number;
                    /** @description Sum of discounts. */
                    discounts: number;
                    /** @description Sum of refund amounts. */
                    refunds: number;
                    /** @description Sum of shipping costs that customers paid. */
                    shipping: number;
                    /** @description Sum of taxes. */
                    tax: number;
                    /** @description Sum of (total_amount - tax) - (refund_amount - refunded tax). Excludes tax, whether or not prices include it. 0 for a fully refunded order. */
                    net: number;
                };
                /** @description Both are null if there are orders but none of them has a cost. Too low if coverage.is_partial is true. */
                costs: {
                    /** @description Sum of cost × quantity. Excludes items that were removed, or cancelled before they were sent to a supplier. Includes those of Cancelled orders that were sent. */
                    production: number | null;
                    /** @description All costs. Only production costs are recorded, so this equals production. */
                    total: number | null;
                };
                /** @description Counted by the date of the expense. With `store_id`, only expenses of that store, without overhead. */
                expenses: {
                    /** @description All expenses except payroll. */
                    operating: number;
                    /** @description Expenses in the category payroll. */
                    payroll: number;
                    /** @description operating + payroll. */
                    total: number;
                };
                /** @description All are null if costs are null. Too high if coverage.is_partial is true. */
                profit: {
                    /** @description revenue.net - costs.total. */
                    gross: number | null;
                    /** @description gross - expenses.total. */
                    net: number | null;
                    /** @description net as a percentage of revenue.net, rounded half up to 2 decimal places. null if revenue.net is not positive. */
                    margin_pct: number | null;
                };
                /** @description How many orders have a known cost. */
                coverage: {
                    /** @description Orders of which at least one cost is part of `costs`, and of which no item lacks a cost that is neither Cancelled nor removed. Items that were refunded before they were sent to a supplier may lack it. */
                    orders_with_cost: number;
                    /** @description All other orders that are not Cancelled. */
                    orders_missing_cost: number;
                    /** @description true if some orders have a cost and others do not. Costs are then too low, and profit is too high. */
                    is_partial: boolean;
                };
                /** @description With group_by: every unit of the period in order, or every store that has orders or expenses, sorted by name. Otherwise empty. */
                series: ({
                    /**
                     * Format: date
                     * @description First day of the unit that is in the period.
                     */
                    from: string;
                    /**
                     * Format: date
                     * @description Last day of the unit that is in the period.
                     */
                    to: string;
                    orders: {
                        /** @description Orders that are not Cancelled. All figures refer to these, except `cancelled` and the costs of Cancelled orders. */
                        count: number;
                        /** @description The quantity of all items of these orders that are neither Cancelled nor removed. */
                        items: number;
                        /** @description Cancelled orders. Of these, only the costs of items that were sent to a supplier are part of another figure. */
                        cancelled: number;
                        /** @description Orders with the flag is_refunded. */
                        refunded: number;
                        /** @description Mean of total_amount, rounded half up to the currency's minor unit. null if there are no orders. */
                        average_value: number | null;
                    };
                    /** @description gross, discounts, refunds, shipping and tax are sums of the stored amounts. They do not always add up to net, because prices may include tax, and refunds always do. */
                    revenue: {
                        /** @description Sum of subtotals. */
                        gross: number;
                        /** @description Sum of discounts. */
                        discounts: number;
                        /** @description Sum of refund amounts. */
                        refunds: number;
                        /** @description Sum of shipping costs that customers paid. */
                        shipping: number;
                        /** @description Sum of taxes. */
                        tax: number;
                        /** @description Sum of (total_amount - tax) - (refund_amount - refunded tax). Excludes tax, whether or not prices include it. 0 for a fully refunded order. */
                        net: number;
                    };
                    /** @description Both are null if there are orders but none of them has a cost. Too low if coverage.is_partial is true. */
                    costs: {
                        /** @description Sum of cost × quantity. Excludes items that were removed, or cancelled before they were sent to a supplier. Includes those of Cancelled orders that were sent. */
                        production: number | null;
                        /** @description All costs. Only production costs are recorded, so this equals production. */
                        total: number | null;
                    };
                    /** @description Counted by the date of the expense. With `store_id`, only expenses of that store, without overhead. */
                    expenses: {
                        /** @description All expenses except payroll. */
                        operating: number;
                        /** @description Expenses in the category payroll. */
                        payroll: number;
                        /** @description operating + payroll. */
                        total: number;
                    };
                    /** @description All are null if costs are null. Too high if coverage.is_partial is true. */
                    profit: {
                        /** @description revenue.net - costs.total. */
                        gross: number | null;
                        /** @description gross - expenses.total. */
                        net: number | null;
                        /** @description net as a percentage of revenue.net, rounded half up to 2 decimal places. null if revenue.net is not positive. */
                        margin_pct: number | null;
                    };
                    /** @description How many orders have a known cost. */
                    coverage: {
                        /** @description Orders of which at least one cost is part of `costs`, and of which no item lacks a cost that is neither Cancelled nor removed. Items that were refunded before they were sent to a supplier may lack it. */
                        orders_with_cost: number;
                        /** @description All other orders that are not Cancelled. */
                        orders_missing_cost: number;
                        /** @description true if some orders have a cost and others do not. Costs are then too low, and profit is too high. */
                        is_partial: boolean;
                    };
                } | {
                    /** @description null for expenses without a store, which come last. */
                    store_id: number | null;
                    store_name: string | null;
                    orders: {
                        /** @description Orders that are not Cancelled. All figures refer to these, except `cancelled` and the costs of Cancelled orders. */
                        count: number;
                        /** @description The quantity of all items of these orders that are neither Cancelled nor removed. */
                        items: number;
                        /** @description Cancelled orders. Of these, only the costs of items that were sent to a supplier are part of another figure. */
                        cancelled: number;
                        /** @description Orders with the flag is_refunded. */
                        refunded: number;
                        /** @description Mean of total_amount, rounded half up to the currency's minor unit. null if there are no orders. */
                        average_value: number | null;
                    };
                    /** @description gross, discounts, refunds, shipping and tax are sums of the stored amounts. They do not always add up to net, because prices may include tax, and refunds always do. */
                    revenue: {
                        /** @description Sum of subtotals. */
                        gross: number;
                        /** @description Sum of discounts. */
                        discounts: number;
                        /** @description Sum of refund amounts. */
                        refunds: number;
                        /** @description Sum of shipping costs that customers paid. */
                        shipping: number;
                        /** @description Sum of taxes. */
                        tax: number;
                        /** @description Sum of (total_amount - tax) - (refund_amount - refunded tax). Excludes tax, whether or not prices include it. 0 for a fully refunded order. */
                        net: number;
                    };
                    /** @description Both are null if there are orders but none of them has a cost. Too low if coverage.is_partial is true. */
                    costs: {
                        /** @description Sum of cost × quantity. Excludes items that were removed, or cancelled before they were sent to a supplier. Includes those of Cancelled orders that were sent. */
                        production: number | null;
                        /** @description All costs. Only production costs are recorded, so this equals production. */
                        total: number | null;
                    };
                    /** @description Counted by the date of the expense. With `store_id`, only expenses of that store, without overhead. */
                    expenses: {
                        /** @description All expenses except payroll. */
                        operating: number;
                        /** @description Expenses in the category payroll. */
                        payroll: number;
                        /** @description operating + payroll. */
                        total: number;
                    };
                    /** @description All are null if costs are null. Too high if coverage.is_partial is true. */
                    profit: {
                        /** @description revenue.net - costs.total. */
                        gross: number | null;
                        /** @description gross - expenses.total. */
                        net: number | null;
                        /** @description net as a percentage of revenue.net, rounded half up to 2 decimal places. null if revenue.net is not positive. */
                        margin_pct: number | null;
                    };
                    /** @description How many orders have a known cost. */
                    coverage: {
                        /** @description Orders of which at least one cost is part of `costs`, and of which no item lacks a cost that is neither Cancelled nor removed. Items that were refunded before they were sent to a supplier may lack it. */
                        orders_with_cost: number;
                        /** @description All other orders that are not Cancelled. */
                        orders_missing_cost: number;
                        /** @description true if some orders have a cost and others do not. Costs are then too low, and profit is too high. */
                        is_partial: boolean;
                    };
                })[];
                /** @description With compare: the figures of the previous period. Otherwise null. Always null for all_time. */
                previous: {
                    orders: {
                        /** @description Orders that are not Cancelled. All figures refer to these, except `cancelled` and the costs of Cancelled orders. */
                        count: number;
                        /** @description The quantity of all items of these orders that are neither Cancelled nor removed. */
                        items: number;
                        /** @description Cancelled orders. Of these, only the costs of items that were sent to a supplier are part of another figure. */
                        cancelled: number;
                        /** @description Orders with the flag is_refunded. */
                        refunded: number;
                        /** @description Mean of total_amount, rounded half up to the currency's minor unit. null if there are no orders. */
                        average_value: number | null;
                    };
                    /** @description gross, discounts, refunds, shipping and tax are sums of the stored amounts. They do not always add up to net, because prices may include tax, and refunds always do. */
                    revenue: {
                        /** @description Sum of subtotals. */
                        gross: number;
                        /** @description Sum of discounts. */
                        discounts: number;
                        /** @description Sum of refund amounts. */
                        refunds: number;
                        /** @description Sum of shipping costs that customers paid. */
                        shipping: number;
                        /** @description Sum of taxes. */
                        tax: number;
                        /** @description Sum of (total_amount - tax) - (refund_amount - refunded tax). Excludes tax, whether or not prices include it. 0 for a fully refunded order. */
                        net: number;
                    };
                    /** @description Both are null if there are orders but none of them has a cost. Too low if coverage.is_partial is true. */
                    costs: {
                        /** @description Sum of cost × quantity. Excludes items that were removed, or cancelled before they were sent to a supplier. Includes those of Cancelled orders that were sent. */
                        production: number | null;
                        /** @description All costs. Only production costs are recorded, so this equals production. */
                        total: number | null;
                    };
                    /** @description Counted by the date of the expense. With `store_id`, only expenses of that store, without overhead. */
                    expenses: {
                        /** @description All expenses except payroll. */
                        operating: number;
                        /** @description Expenses in the category payroll. */
                        payroll: number;
                        /** @description operating + payroll. */
                        total: number;
                    };
                    /** @description All are null if costs are null. Too high if coverage.is_partial is true. */
                    profit: {
                        /** @description revenue.net - costs.total. */
                        gross: number | null;
                        /** @description gross - expenses.total. */
                        net: number | null;
                        /** @description net as a percentage of revenue.net, rounded half up to 2 decimal places. null if revenue.net is not positive. */
                        margin_pct: number | null;
                    };
                    /** @description How many orders have a known cost. */
                    coverage: {
                        /** @description Orders of which at least one cost is part of `costs`, and of which no item lacks a cost that is neither Cancelled nor removed. Items that were refunded before they were sent to a supplier may lack it. */
                        orders_with_cost: number;
                        /** @description All other orders that are not Cancelled. */
                        orders_missing_cost: number;
                        /** @description true if some orders have a cost and others do not. Costs are then too low, and profit is too high. */
                        is_partial: boolean;
                    };
                } | null;
            }[];
            /** Format: date-time */
            generated_at: string;
        };
        OrderProfit: {
            order_id: number;
            number: string | null;
            external_id: string | null;
            store_id: number;
            store_name: string;
            /** Format: date-time */
            date: string;
            status: string;
            currency: string;
            revenue: {
                /** @description (total_amount - tax) - (refund_amount - refunded tax). */
                net: number;
                /** @description Fees that the customer paid, for example for gift wrapping. They are part of `net`. null if none were sent. */
                fees: number | null;
            };
            /** @description Both are null if the profit is unknown. */
            costs: {
                /** @description Sum of cost × quantity of the items that have a cost. */
                production: number | null;
                /** @description All costs. Only production costs are recorded, so this equals production. */
                total: number | null;
            };
            /** @description Both are null if the profit is unknown. */
            profit: {
                /** @description revenue.net - costs.total. */
                gross: number | null;
                /** @description gross as a percentage of revenue.net, rounded half up to 2 decimal places. null if revenue.net is not positive. */
                margin_pct: number | null;
            };
        };
        MeV2: {
            credential: {
                id: number;
                /** @enum {string} */
                kind: "api_key" | "api_token";
                name: string;
                hint: string;
                expires_at: string | null;
                allowed_ips: string[];
                /** Format: date-time */
                created_at: string;
            };
            organization: {
                id: number;
                name: string;
                currency: string;
                timezone: string;
            };
            scopes: ("orders:read" | "orders:write" | "orders:status:write" | "customers:read" | "analytics:read" | "fulfillment:read" | "fulfillment:write" | "webhooks:manage" | "connections:manage" | "products:read" | "products:write" | "expenses:read" | "expenses:write" | "stores:read" | "stores:write" | "suppliers:read" | "suppliers:write" | "supplier_orders:read" | "supplier_orders:write" | "tickets:read" | "tickets:write" | "events:read")[];
            limits: {
                rate_limit: number;
                rate_window_seconds: number;
                daily_quota: number | null;
            };
            use: {
                rate_remaining: number;
                rate_resets_in_seconds: number;
                daily_remaining: number | null;
                daily_resets_in_seconds: number | null;
            };
        };
        OrderCreatedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "order.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            external_id: string | null;
            store_id: number;
            store_name: string;
            /** @enum {string} */
            status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            currency: string;
            total_amount: number;
            item_count: number;
            /** Format: date-time */
            date: string;
            /** Format: date-time */
            created_at: string;
        };
        OrderUpdatedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "order.updated";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            changed_fields: string[];
            version: number;
            /** Format: date-time */
            updated_at: string;
        };
        OrderStatusChangedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "order.status_changed";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            /** @enum {string} */
            old_status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            /** @enum {string} */
            new_status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            tracking_number?: string;
            carrier?: string;
        };
        OrderFulfillmentShippedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "order.fulfillment.shipped";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            fulfillment_id: string;
            tracking_number?: string;
            carrier?: string;
            tracking_url?: string;
            items: {
                order_item_id: string;
                quantity: number;
            }[];
            is_partial: boolean;
            /** Format: date-time */
            shipped_at: string;
        };
        OrderFulfillmentDeliveredEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "order.fulfillment.delivered";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the events of the order from 1, without gaps. */
            sequence: number;
            order_id: number;
            fulfillment_id: string;
            tracking_number?: string;
            carrier?: string;
            /** Format: date-time */
            delivered_at: string;
        };
        SupplierOrderCreatedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "supplier_order.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            supplier_order_id: string;
            number: number;
            supplier_id: string;
            supplier_name: string;
            /** @enum {string} */
            state: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            line_count: number;
            due_date: string | null;
            /** Format: date-time */
            created_at: string;
        };
        SupplierOrderUpdatedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "supplier_order.updated";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            supplier_order_id: string;
            number: number;
            supplier_id: string;
            changed_fields: string[];
            /** @enum {string} */
            old_state?: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            /** @enum {string} */
            new_state?: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
            /** Format: date-time */
            updated_at: string;
        };
        ExpenseCreatedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "expense.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            expense_id: number;
            category: string;
            amount: number;
            currency: string;
            /** Format: date */
            date: string;
            /** @description null for overhead. */
            store_id: string | null;
        };
        TicketCreatedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "ticket.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            ticket_id: number;
            order_id: number | null;
            subject: string;
            /** @enum {string} */
            status: "open" | "pending" | "resolved" | "closed";
            /** @enum {string} */
            priority: "low" | "normal" | "high" | "urgent";
            channel: string | null;
            /** Format: date-time */
            created_at: string;
        };
        TicketUpdatedEventOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "ticket.updated";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            ticket_id: number;
            order_id: number | null;
            changed_fields: string[];
            /** @enum {string} */
            old_status?: "open" | "pending" | "resolved" | "closed";
            /** @enum {string} */
            new_status?: "open" | "pending" | "resolved" | "closed";
            /** Format: date-time */
            updated_at: string;
        };
    };
    responses: {
        /** @description Not modified (If-None-Match). */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `validation_error`: Request validation failed. */
        ValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthorized`: Missing or invalid API token. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `ip_not_allowed`: This credential may not be used from this IP address. `missing_scope`: Missing required scope. */
        IpNotAllowedOrMissingScope: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Rate limit exceeded. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: Internal server error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `service_unavailable`: Service temporarily unavailable. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: Resource not found. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `conflict`: The request conflicts with the present state of the resource. `idempotency_in_progress`: A request with this Idempotency-Key is still running. */
        ConflictOrIdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The request body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: The request body must be JSON (Content-Type: application/json). */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_conflict`: Idempotency-Key was already used with a different request. */
        IdempotencyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `precondition_failed`: The resource has changed since it was read. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `conflict`: The request conflicts with the present state of the resource. `idempotency_in_progress`: A request with this Idempotency-Key is still running. `invalid_transition`: This status change is not allowed. */
        ConflictOrIdempotencyInProgressOrInvalidTransition: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `gone`: This is no longer available. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `ip_not_allowed`: This credential may not be used from this IP address. */
        IpNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of this request. Include it when you ask for help. */
        "X-Request-Id": string;
        /** @description The current state of the limits. `"default";r=598;t=31`: 598 requests are left, and more become available in 31 s. */
        RateLimit: string;
        /** @description The limits: `"default";q=600;w=60, "burst";q=50;w=1`, and `"daily"` if the credential has a quota. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before you retry the request. */
        "Retry-After": number;
        /** @description The authentication scheme: `Bearer` on v2, `ApiKey` on Public V1. */
        "WWW-Authenticate": string;
        /** @description Version of the response, for If-None-Match and, for a single resource, If-Match. */
        ETag: string;
        /** @description Path of the new resource. */
        Location: string;
        /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description Send it with a later GET, by any credential of the organization, and the response includes this change. */
        "X-Consistency-Token": string;
        /** @description JSON array of warnings about input that was accepted although it looks wrong. */
        "X-Warnings": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrdersV2: {
        parameters: {
            query?: {
                /** @description Search words that must all match. Each is the beginning of a word in the order number, external id, names, city, postal code, tags, item name, SKU or tracking code. */
                q?: string;
                /** @description Alias of `q`. */
                search?: string;
                /** @description Only orders with this status. Case is ignored, and `_` or `-` may replace a space. */
                status?: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
                /** @description Id, code or exact name of a store. An unknown store matches no orders. */
                store_id?: string;
                /** @description Only orders created in this service after this time. */
                created_after?: string;
                /** @description Only orders created in this service before this time. */
                created_before?: string;
                /** @description Only orders updated after this time. To keep a copy up to date, read the event feed instead. */
                updated_after?: string;
                /** @description First day of order dates, included: a whole day in `timezone`. */
                date_from?: string;
                /** @description Last day of order dates, included: a whole day in `timezone`. */
                date_to?: string;
                /** @description IANA time zone in which dates and times without an offset are read. Default: the organization's. */
                timezone?: string;
                /** @description Exact name of a supplier or sub-supplier. Of a supplier with a record, also its code or id. Any item may have it. */
                supplier_id?: string;
                /** @description Only orders that have a live item without a SKU. */
                missingSku?: boolean;
                /** @description Only orders that have a live item without a design file. */
                missingDesign?: boolean;
                /**
                 * @description The id of the order in its source.
                 * @example 3001
                 */
                external_id?: string;
                /** @description Exactly this assignee. */
                assignee?: string;
                /** @description Only orders with this tag, ignoring case. */
                tag?: string;
                /** @description Only orders shipped to exactly this country, as its source writes it, ignoring case. */
                ship_country?: string;
                /** @description Only orders with exactly this shipping service, ignoring case. */
                shipping_service?: string;
                /** @description Only open orders (New, Pending Cost or In Production) that must be shipped by this day or a later one. */
                due_from?: string;
                /** @description Only open orders that must be shipped by this day or an earlier one. Yesterday finds those that are late. */
                due_to?: string;
                /** @description Alias of `missingSku`. */
                missing_sku?: boolean;
                /** @description Alias of `missingDesign`. */
                missing_design?: boolean;
                /** @description Only orders that a person must check: their flag `requires_audit` is set. */
                requires_audit?: boolean;
                /** @description Only orders of which a part was shipped: their `fulfillment_state` is `partial`. */
                partly_shipped?: boolean;
                /** @description Only open orders with an item that is ready to be sent to its supplier. */
                ready?: boolean;
                /** @description Only orders that are on hold, or of which an open item is. */
                on_hold?: boolean;
                /** @description `metadata[key]=value`: only those with this key and exactly this value. With several keys, all must match. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Default: `date:desc`. The direction is `desc` if it is omitted, and its case is ignored. */
                sort?: "date:asc" | "date:desc" | "created_at:asc" | "created_at:desc" | "updated_at:asc" | "updated_at:desc" | "id:asc" | "id:desc";
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrderV2"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: {
                /** @description What to do if a different order has the external_id. Default: `error`. */
                on_conflict?: "error" | "update" | "skip";
            };
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncomingOrder"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orders: components["schemas"]["IncomingOrder"][];
                    /**
                     * @default error
                     * @enum {string}
                     */
                    on_conflict?: "error" | "update" | "skip";
                    /**
                     * @default reject_all
                     * @enum {string}
                     */
                    on_error?: "reject_all" | "skip";
                    /** @default false */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrderV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetailV2"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the resource, or its version in quotes such as `"3"`. Returns 412 if the resource has changed since. */
                "If-Match"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setOrderStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the resource, or its version in quotes such as `"3"`. Returns 412 if the resource has changed since. */
                "If-Match"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Case is ignored, and `_` or `-` may replace a space.
                     * @enum {string}
                     */
                    status: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
                    /** @description The reason. Required to move an order back. */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgressOrInvalidTransition"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reprintOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReprint"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrderHistoryV2: {
        parameters: {
            query?: {
                /**
                 * @description Page size, 1 to 200. Default: 50.
                 * @example 2
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HistoryLineV2"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrderNotesV2: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrderNote"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrderNoteV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderNote"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrderItemsV2: {
        parameters: {
            query?: {
                /**
                 * @description Only items without a SKU, a design file or a cost. SKU and design: only unfinished items, and design only of stores with `uses_designs`. Cost: also items that were made.
                 * @example cost
                 */
                missing?: "sku" | "design" | "cost";
                /** @description `metadata[key]=value`: only those with this key and exactly this value. With several keys, all must match. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description `true`: only items that are ready to be sent to their supplier. Not together with another filter. */
                ready?: boolean;
                /**
                 * @description Page size, 1 to 200. Default: 50.
                 * @example 2
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrderItemV2"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeOrderItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of an order item.
                 * @example 5
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderItemV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrderItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of an order item.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderItemChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderItemV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addOrderItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the resource, or its version in quotes such as `"3"`. Returns 412 if the resource has changed since. */
                "If-Match"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrderItem"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setOrderItemStatusV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of an order item.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A standard status, ignoring case, or any other text. */
                    status: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderItemV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    holdOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the resource, or its version in quotes such as `"3"`. Returns 412 if the resource has changed since. */
                "If-Match"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHold"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releaseOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the resource, or its version in quotes such as `"3"`. Returns 412 if the resource has changed since. */
                "If-Match"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    holdOrderItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of an order item.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHold"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderItemV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releaseOrderItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of an order item.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderItemV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrderReadiness: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderReadiness"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    actOnOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBulkAction"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBulkActionResult"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    actOnOrderItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderItemBulkAction"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderItemBulkActionResult"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orders: components["schemas"]["OrderUpdate"][];
                    /**
                     * @description What to do with an order that has changed since its `version`, and differs.
                     * @default error
                     * @enum {string}
                     */
                    on_conflict?: "error" | "update" | "skip";
                    /** @default false */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkUpdateResult"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFulfillmentsV2: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FulfillmentV2"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFulfillment: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFulfillment"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FulfillmentV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTrackingWorksheet: {
        parameters: {
            query?: {
                /**
                 * @description The platform whose columns the file has. Default: that of the store, else `etsy`, which is a plain list.
                 * @example etsy
                 */
                format?: "etsy" | "ebay" | "amazon";
                /**
                 * @description The first day of shipping, in the organization's time zone. Default: six days before `to`.
                 * @example 2026-11-20
                 */
                from?: string;
                /**
                 * @description The last day of shipping. Default: today.
                 * @example 2026-11-30
                 */
                to?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example Order ID,Date Shipped,Shipping Carrier,Tracking Number,Tracking URL
                     *     "=""3001""",2026-11-21,UPS,"=""1Z999AA10123456784""",https://www.ups.com/track?tracknum=1Z999AA10123456784
                     */
                    "text/plain; charset=utf-8": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFulfillment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a fulfillment, ful_…
                 * @example ful_0Kp4mXful7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FulfillmentV2"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateFulfillment: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a fulfillment, ful_…
                 * @example ful_0Kp4mXful7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FulfillmentChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FulfillmentV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportTracking: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingReport"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingReportResult"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProductsV2: {
        parameters: {
            query?: {
                /**
                 * @description Search words that must all match. Each is the beginning of a word in the title, SKU, SPU or tags.
                 * @example mug
                 */
                q?: string;
                /** @description Alias of `q`. */
                search?: string;
                /** @description Exact SKU. */
                sku?: string;
                /** @description Exact SPU. */
                spu?: string;
                /** @description A text in the product's `stores`. */
                store?: string;
                /** @description A text in the product's `platforms`. */
                platform?: string;
                /** @description A text in the product's `tags`. */
                tag?: string;
                /** @description Only products updated after this time. */
                updated_after?: string;
                /** @description IANA time zone in which dates and times without an offset are read. Default: the organization's. */
                timezone?: string;
                /** @description `metadata[key]=value`: only those with this key and exactly this value. With several keys, all must match. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Default: `updated_at:desc`. The direction is `desc` if it is omitted, and its case is ignored. */
                sort?: "updated_at:asc" | "updated_at:desc" | "id:asc" | "id:desc";
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProductV2"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProductV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProductV2"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProductV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductV2"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProductV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 2
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: boolean;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProductV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChangeV2"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUnmatchedSkus: {
        parameters: {
            query?: {
                /**
                 * @description Page size, 1 to 200. Default: 50.
                 * @example 10
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnmatchedSku"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    matchCatalog: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogMatchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogMatch"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description A `next_cursor` of this feed. Without a cursor the feed starts with the oldest event. */
                after?: string;
                /**
                 * @description Page size, 1 to 200. Default: 50.
                 * @example 2
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeed"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            410: components["responses"]["Gone"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query: {
                /**
                 * @description The endpoint's id again, as a confirmation.
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                confirm: string;
            };
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecret"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this status. */
                status?: "pending" | "succeeded" | "failed" | "held" | "cancelled";
                /**
                 * @description Only deliveries of this event.
                 * @example webhook.test
                 */
                event?: "order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "supplier_order.created" | "supplier_order.updated" | "expense.created" | "ticket.created" | "ticket.updated" | "webhook.test";
                /** @description Only deliveries created at or after this time. */
                since?: string;
                /** @description Only deliveries created before this time. */
                until?: string;
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
                /**
                 * @description Id of a delivery, dlv_…
                 * @example dlv_0Kp4mXdlv7QhZ2v7QhZ202
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recoverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRecovery"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recovery"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookRecovery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a webhook endpoint, we_…
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                id: string;
                /**
                 * @description Id of a recovery, rcv_…
                 * @example rcv_0Kp4mXrcv7QhZ2v7QhZ201
                 */
                recovery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recovery"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnection"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionWithSecret"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteConnection: {
        parameters: {
            query: {
                /**
                 * @description The connection's id again, as a confirmation.
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                confirm: string;
            };
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedConnection"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateConnectionSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateConnectionSecret"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionWithSecret"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTest"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    backfillConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBackfill"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConnectionInbox: {
        parameters: {
            query?: {
                /**
                 * @description Only messages in this status.
                 * @example failed
                 */
                status?: "pending" | "processed" | "ignored" | "failed";
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InboxMessage"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryConnectionMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
                /**
                 * @description Id of a message, inb_…
                 * @example inb_0Kp4mXinb7QhZ2v7QhZ201
                 */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxMessage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConnectionDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this status. */
                status?: "pending" | "succeeded" | "failed" | "held" | "cancelled";
                /** @description Only deliveries created at or after this time. */
                since?: string;
                /** @description Only deliveries created before this time. */
                until?: string;
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionDelivery"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a connection, con_…
                 * @example con_0Kp4mXcon7QhZ2v7QhZ201
                 */
                id: string;
                /**
                 * @description Id of a delivery to the shop, dlv_…
                 * @example dlv_0Kp4mXdlv7QhZ2v7QhZ206
                 */
                sent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDelivery"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStoresV2: {
        parameters: {
            query?: {
                /** @description Only stores of this platform. Case is ignored. */
                platform?: "etsy" | "shopify" | "amazon" | "ebay" | "tiktok_shop" | "walmart" | "woocommerce" | "shopbase" | "wix" | "bigcommerce" | "custom" | "other";
                /** @description `true`: only active stores. `false`: only inactive stores. */
                is_active?: boolean;
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoreV2"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStore"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStoreV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreV2"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreV2"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSuppliers: {
        parameters: {
            query?: {
                /**
                 * @description `true`: only active suppliers. `false`: only inactive suppliers.
                 * @example true
                 */
                is_active?: boolean;
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Supplier"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSupplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSupplier"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSupplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a supplier, sup_…
                 * @example sup_0Vbb51ZQ1uXKC04PxL50tI
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSupplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a supplier, sup_…
                 * @example sup_0Vbb51ZQ1uXKC04PxL50tI
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupplierChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSupplierOrders: {
        parameters: {
            query?: {
                /** @description Only orders to the supplier with this id. */
                supplier_id?: string;
                /**
                 * @description Only orders in this state. Case is ignored.
                 * @example accepted
                 */
                state?: "draft" | "sent" | "accepted" | "in_production" | "shipped" | "rejected" | "cancelled";
                /** @description Only open orders that were due before this day. */
                late_on?: string;
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SupplierOrder"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendToSuppliers: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSupplierOrders"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSupplierOrders"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSupplierOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a supplier order, sor_…
                 * @example sor_0VbbDpsOfdFpymP2hbfCfF
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierOrder"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSupplierOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a supplier order, sor_…
                 * @example sor_0VbbDpsOfdFpymP2hbfCfF
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupplierOrderChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierOrder"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgressOrInvalidTransition"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSupplierOrderFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of a supplier order, sor_…
                 * @example sor_0VbbDpsOfdFpymP2hbfCfF
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example Item,Qty
                     *     MUG-GREEN,2
                     */
                    "text/csv; charset=utf-8": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rejectSupplierOrderLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of a supplier order, sor_…
                 * @example sor_0VbbDpsOfdFpymP2hbfCfF
                 */
                id: string;
                /**
                 * @description Id of an order item of a line.
                 * @example 6
                 */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectedLine"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierOrder"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTickets: {
        parameters: {
            query?: {
                /**
                 * @description Only tickets with this status. Case is ignored.
                 * @example resolved
                 */
                status?: "open" | "pending" | "resolved" | "closed";
                /** @description Only tickets with this priority. Case is ignored. */
                priority?: "low" | "normal" | "high" | "urgent";
                /** @description Only tickets about this order. */
                order_id?: number;
                /** @description Default: `id:desc`. The direction is `desc` if it is omitted, and its case is ignored. */
                sort?: "id:asc" | "id:desc" | "updated_at:asc" | "updated_at:desc";
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Ticket"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTicket"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExpensesV2: {
        parameters: {
            query?: {
                /** @description A category, ignoring case and spacing. */
                category?: string;
                /** @description Id, code or exact name of a store. An unknown store matches no expenses. */
                store_id?: string;
                /**
                 * @description First day, included.
                 * @example 2026-11-01
                 */
                date_from?: string;
                /** @description Last day, included. */
                date_to?: string;
                /** @description Exact name, ignoring case. */
                employee_name?: string;
                /** @description ISO 4217 code. Case is ignored. */
                currency?: string;
                /** @description Default: `date:desc`. The direction is `desc` if it is omitted, and its case is ignored. */
                sort?: "date:asc" | "date:desc";
                /**
                 * @description Page size, 1 to 200. Default: 50.
                 * @example 2
                 */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Expense"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createExpenseV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExpense"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expense"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getExpenseV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 4
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expense"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteExpenseV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 4
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateExpenseV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description Rejects unknown parameters and body fields. Without it they are ignored, with a warning. */
                Prefer?: "handling=strict";
            };
            path: {
                /**
                 * @description Id of the resource.
                 * @example 4
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpenseChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expense"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalyticsSummary: {
        parameters: {
            query?: {
                /**
                 * @description Calendar days in `timezone`. Default: last_30_days. last_N_days ends today, including today. this_<unit> is from the first day of the unit until today. Weeks start on Monday. custom requires from and to.
                 * @example last_7_days
                 */
                period?: "today" | "yesterday" | "last_7_days" | "last_30_days" | "last_90_days" | "this_week" | "last_week" | "this_month" | "last_month" | "this_quarter" | "last_quarter" | "this_year" | "last_year" | "all_time" | "custom";
                /** @description First day of the period if period=custom. */
                from?: string;
                /** @description Last day of the period if period=custom, included. */
                to?: string;
                /** @description IANA time zone. Default: the organization's. */
                timezone?: string;
                /** @description Id, code or exact name of a store. An unknown store has no figures. */
                store_id?: string;
                /**
                 * @description ISO 4217 code. Case is ignored.
                 * @example USD
                 */
                currency?: string;
                /** @description For last_N_days, a single day and custom: the same number of days directly before. For last_<unit>: the previous unit. For this_<unit>: the same number of days from the start of the previous unit, up to its end. */
                compare?: "previous_period";
                /** @description Adds `series` with at most 400 units. all_time can only be grouped by store. */
                group_by?: "day" | "week" | "month" | "store";
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsSummary"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrderProfits: {
        parameters: {
            query?: {
                /**
                 * @description Calendar days in `timezone`. Default: last_30_days. last_N_days ends today, including today. this_<unit> is from the first day of the unit until today. Weeks start on Monday. custom requires from and to.
                 * @example last_7_days
                 */
                period?: "today" | "yesterday" | "last_7_days" | "last_30_days" | "last_90_days" | "this_week" | "last_week" | "this_month" | "last_month" | "this_quarter" | "last_quarter" | "this_year" | "last_year" | "all_time" | "custom";
                /** @description First day of the period if period=custom. */
                from?: string;
                /** @description Last day of the period if period=custom, included. */
                to?: string;
                /** @description IANA time zone. Default: the organization's. */
                timezone?: string;
                /**
                 * @description Default: the organization's. Amounts in different currencies cannot be compared.
                 * @example USD
                 */
                currency?: string;
                /** @description `known` (default): orders whose profit is known, by profit. `unknown`: orders without a cost, as `coverage` of the summary counts them, by id. */
                profit?: "known" | "unknown";
                /** @description Default: `profit:asc`. The direction is `desc` if it is omitted, and its case is ignored. */
                sort?: "profit:asc" | "profit:desc";
                /** @description Page size, 1 to 200. Default: 50. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrderProfit"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMeV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response to the same request. Returns 304 if nothing has changed. */
                "If-None-Match"?: string;
                /** @description The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica. */
                "X-Consistency-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeV2"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderStatusChangedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderFulfillmentShipped: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderFulfillmentShippedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderFulfillmentDelivered: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderFulfillmentDeliveredEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSupplierOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupplierOrderCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSupplierOrderUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupplierOrderUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExpenseCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpenseCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTicketCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTicketUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "X-Service-Event": string;
                /** @description Hex HMAC-SHA256 of the raw body, keyed with the whole secret. */
                "X-Service-Signature": string;
                /** @description The id of the delivery, the same for every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description The id of the event, the same for every attempt and every endpoint. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
                /** @description Send it with a GET, and the response includes the change that this event is about. */
                "X-Consistency-Token": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. A 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
