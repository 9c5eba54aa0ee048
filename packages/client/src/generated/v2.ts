// Generated from the OpenAPI document by `npm run client`; not edited by hand.

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
         * @description A snapshot with filters. To keep a copy in step, read the event feed: a page of a list may miss what changes while it is read.
         *
         *     Scope: `orders:read`.
         */
        get: operations["listOrdersV2"];
        put?: never;
        /**
         * Take in an order
         * @description 201 for a new order. 200 where the payload equals the one last taken in under that `store` and `external_id`: nothing changes. A payload that only adds `taxes_included` or `refund_tax`, which the order never had, fills them in. Otherwise 409, unless `on_conflict` is `update` or `skip`. An update never changes the order's status. Totals that are left out are computed; totals that do not add up, as `taxes_included` says, are kept, with a warning and `requires_audit`.
         *
         *     Scope: `orders:write`. Takes an Idempotency-Key.
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
         * Take in up to 200 orders at once
         * @description Up to 200 orders with 10,000 items in all, and 4 MiB; each with an outcome of its own, in one transaction. `on_error: reject_all` (the default) refuses the whole request where one order is at fault; `skip` takes the others in. `dry_run` answers what would happen and writes nothing.
         *
         *     Scope: `orders:write`. Takes an Idempotency-Key.
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
         * Read an order with its items
         * @description Scope: `orders:read`.
         */
        get: operations["getOrderV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change fields of an order
         * @description Scope: `orders:write`. Takes an Idempotency-Key.
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
         * Move an order to another status
         * @description Allowed moves: New to Pending Cost, In Production, Shipped, Complete, Cancelled; Pending Cost to New, In Production, Shipped, Complete, Cancelled; In Production to Pending Cost, Shipped, Complete, Cancelled; Shipped to In Production (with a reason), Complete, Cancelled (with a reason); Complete to Shipped (with a reason); Cancelled to New (with a reason). Any other is 409 `invalid_transition`, which names those that are allowed. The same status again changes nothing. Items keep theirs.
         *
         *     Scope: `orders:status:write`. Takes an Idempotency-Key.
         */
        post: operations["setOrderStatus"];
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
         * List what happened to an order, oldest first
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
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an order item
         * @description Its sku, design, supplier, cost, tracking and the like. What is left out stays, `null` clears.
         *
         *     Scope: `orders:write`. Takes an Idempotency-Key.
         */
        patch: operations["updateOrderItem"];
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
         * @description A documented status in any case, or a text of your own. The same status again changes nothing. The order follows where its items have all moved on.
         *
         *     Scope: `orders:status:write`. Takes an Idempotency-Key.
         */
        post: operations["setOrderItemStatusV2"];
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
         * Put items of an order into a fulfillment
         * @description What is in the parcel, or, without `items`, all that is in no parcel yet. It counts as shipped where `shipped_at` is given or its status says so; items and order follow.
         *
         *     Scope: `fulfillment:write`. Takes an Idempotency-Key.
         */
        post: operations["createFulfillment"];
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
         * Read a fulfillment
         * @description Scope: `fulfillment:read`.
         */
        get: operations["getFulfillment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Report on a fulfillment
         * @description Scope: `fulfillment:write`. Takes an Idempotency-Key.
         */
        patch: operations["updateFulfillment"];
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
         * @description Begin without a cursor, keep `next_cursor`, and come back with it: events come in the order of their commits, none is left out, none comes twice. They are kept for 30 days; an older cursor is 410, and then a copy is read anew.
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
         * @description The answer has the endpoint's `secret`, this once. Up to 25 endpoints.
         *
         *     Scope: `webhooks:manage`. Takes an Idempotency-Key.
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
         * Read a webhook endpoint
         * @description Scope: `webhooks:manage`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Wants the id once more as `confirm`. What is still to be delivered is cancelled.
         *
         *     Scope: `webhooks:manage`. Takes an Idempotency-Key.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description `enabled: false` pauses it, `true` takes it up again.
         *
         *     Scope: `webhooks:manage`. Takes an Idempotency-Key.
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
         * @description The answer has the new secret, this once. `webhook-signature` carries both until the overlap ends; `X-Service-Signature` is made with the new one at once.
         *
         *     Scope: `webhooks:manage`. Takes an Idempotency-Key.
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
         * @description Of 30 days, newest first.
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
         * @description Sends `webhook.test` at once and answers what became of it. It is never retried and does not count against the endpoint.
         *
         *     Scope: `webhooks:manage`. Takes an Idempotency-Key.
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
         * Send a delivery again
         * @description Under its own id, after all its attempts so far. One that is under way is left alone; a test is 409: send a new one.
         *
         *     Scope: `webhooks:manage`. Takes an Idempotency-Key.
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
         * @description Of a stretch of time. It may go on after the answer: the recovery says how far it is.
         *
         *     Scope: `webhooks:manage`. Takes an Idempotency-Key.
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
         * Read how far a recovery has come
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
         * Make a store
         * @description Scope: `stores:write`. Takes an Idempotency-Key.
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
         * Read a store
         * @description Scope: `stores:read`.
         */
        get: operations["getStoreV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a store
         * @description What is left out stays, `null` clears.
         *
         *     Scope: `stores:write`. Takes an Idempotency-Key.
         */
        patch: operations["updateStore"];
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
         * List tickets, the newest first, by cursor
         * @description Scope: `tickets:read`.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Open a ticket, about an order or about none
         * @description Scope: `tickets:write`. Takes an Idempotency-Key.
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
         * Read a ticket
         * @description Scope: `tickets:read`.
         */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a ticket
         * @description What is left out stays, `null` clears.
         *
         *     Scope: `tickets:write`. Takes an Idempotency-Key.
         */
        patch: operations["updateTicket"];
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
         * Sum up a period
         * @description Revenue, costs, expenses and profit, by order date and currency. Cancelled orders earn nothing. Net revenue leaves tax out, whether prices include it or not. Costs and profit are null where orders have no cost; `coverage` says how many have one, and whether costs and profit are partial.
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
    "/api/v2/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask about the credential itself
         * @description Who it is, what it may do, and what is left of its limits.
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
         * An order was taken in
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
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
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
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
         * An order moved to another status
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
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
         * A parcel left
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
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
         * A parcel arrived
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
         */
        post: operations["onOrderFulfillmentDelivered"];
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
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
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
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
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
         * @description Sent to the webhook endpoints that subscribe to it: at least once, tried up to 14 times over 80 hours.
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
         * A test was asked for
         * @description Sent once, to the endpoint that is tested.
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
            /** @description The source's own id: unique in its store. */
            external_id?: string | null;
            number?: string | null;
            date?: string;
            currency?: string;
            /** @description One of New, Pending Cost, In Production, Shipped, Complete, Cancelled, in any case. */
            status?: string;
            /** @description The items at their prices. Computed from the items where it is left out. */
            subtotal?: number;
            /** @description The tax in total_amount. Do not send tax that is not part of total_amount: net revenue would be too low by it. */
            tax?: number;
            /** @description Shipping that the customer paid. */
            shipping_cost?: number;
            /** @description At most 4 decimal places. */
            discount?: number;
            /** @description What the customer paid. Computed where it is left out, as taxes_included says. */
            total_amount?: number;
            /** @description Whether subtotal and shipping_cost include the tax. true: total_amount must be subtotal + shipping_cost - discount; false: that sum + tax. Any other total is kept, with a warning and requires_audit. Left out or null: both sums are accepted, and a computed total is the sum with tax. */
            taxes_included?: boolean | null;
            /** @description Written only; read as sums in analytics. */
            refund_amount?: number | null;
            /** @description The tax in refund_amount, from 0 to the order's tax and to refund_amount. Written only. Left out or null, it is computed: refund_amount x tax / total_amount, rounded half up to four places. A new refund_amount without it has it computed again. */
            refund_tax?: number | null;
            customer_name?: string | null;
            customer_address?: string | null;
            /** @description Written only: no answer about an order shows it. */
            customer_email?: string | null;
            /** @description Written only: no answer about an order shows it. */
            payment_method?: string | null;
            ship_address1?: string | null;
            ship_address2?: string | null;
            ship_city?: string | null;
            ship_state?: string | null;
            ship_zipcode?: string | null;
            ship_country?: string | null;
            is_gift?: boolean | null;
            is_refunded?: boolean | null;
            is_case_closed?: boolean | null;
            is_lost?: boolean | null;
            requires_audit?: boolean | null;
            /**
             * @description What to do where the external_id is taken by a different payload.
             * @enum {string}
             */
            on_conflict?: "error" | "update" | "skip";
            items: {
                external_id?: string | null;
                name: string;
                /** @description 1 for a new item that is given none. */
                quantity?: number;
                /** @description At most 4 decimal places. */
                price: number;
                /** @description Written only: no answer about an item shows it. */
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
                comment?: string | null;
                id_service?: string | null;
                phone?: string | null;
                is_gift?: boolean | null;
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
            /** @description The items at their prices. Computed from the items where it is left out. */
            subtotal?: number;
            /** @description The tax in total_amount. Do not send tax that is not part of total_amount: net revenue would be too low by it. */
            tax?: number;
            /** @description Shipping that the customer paid. */
            shipping_cost?: number;
            /** @description At most 4 decimal places. */
            discount?: number;
            /** @description What the customer paid. Computed where it is left out, as taxes_included says. */
            total_amount?: number;
            /** @description Whether subtotal and shipping_cost include the tax. true: total_amount must be subtotal + shipping_cost - discount; false: that sum + tax. Any other total is kept, with a warning and requires_audit. Left out or null: both sums are accepted, and a computed total is the sum with tax. */
            taxes_included?: boolean | null;
            /** @description Written only; read as sums in analytics. */
            refund_amount?: number | null;
            /** @description The tax in refund_amount, from 0 to the order's tax and to refund_amount. Written only. Left out or null, it is computed: refund_amount x tax / total_amount, rounded half up to four places. A new refund_amount without it has it computed again. */
            refund_tax?: number | null;
            customer_name?: string | null;
            customer_address?: string | null;
            /** @description Written only: no answer about an order shows it. */
            customer_email?: string | null;
            /** @description Written only: no answer about an order shows it. */
            payment_method?: string | null;
            ship_address1?: string | null;
            ship_address2?: string | null;
            ship_city?: string | null;
            ship_state?: string | null;
            ship_zipcode?: string | null;
            ship_country?: string | null;
            is_gift?: boolean | null;
            is_refunded?: boolean | null;
            is_case_closed?: boolean | null;
            is_lost?: boolean | null;
            requires_audit?: boolean | null;
        };
        OrderItemChanges: {
            name?: string;
            /** @description Written only: no answer about an item shows it. */
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
            comment?: string | null;
            id_service?: string | null;
            phone?: string | null;
            is_gift?: boolean | null;
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
        NewFulfillment: {
            /** @description In any case. One that is less far than the parcel has come is recorded, not applied. */
            status?: string;
            tracking_number?: string | null;
            carrier?: string | null;
            /** @description Where the buyer follows the parcel. */
            tracking_url?: string | null;
            /** @description When it left; now, where its status says that it has left. It ships once. */
            shipped_at?: string;
            /** @description When it arrived; now, where its status says so. It is delivered once. */
            delivered_at?: string;
            /** @description What is in it; left out, all of the order that is in no fulfillment yet. */
            items?: {
                order_item_id: string | number;
                /** @description All that is left of it. */
                quantity?: number;
            }[];
        };
        FulfillmentChanges: {
            /** @description In any case. One that is less far than the parcel has come is recorded, not applied. */
            status?: string;
            tracking_number?: string | null;
            carrier?: string | null;
            /** @description Where the buyer follows the parcel. */
            tracking_url?: string | null;
            /** @description When it left; now, where its status says that it has left. It ships once. */
            shipped_at?: string;
            /** @description When it arrived; now, where its status says so. It is delivered once. */
            delivered_at?: string;
        };
        NewWebhook: {
            /**
             * Format: uri
             * @description Publicly reachable https URL, port 443 or 8443, at most 2,048 characters.
             */
            url: string;
            /** @description The events to be told of; repeats count once. */
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated")[];
            description?: string | null;
        };
        WebhookChanges: {
            /**
             * Format: uri
             * @description Publicly reachable https URL, port 443 or 8443, at most 2,048 characters.
             */
            url?: string;
            /** @description The events to be told of; repeats count once. */
            events?: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated")[];
            /** @description False holds deliveries; true takes them up again, and clears the failure state of an endpoint given up. */
            enabled?: boolean;
            description?: string | null;
        };
        RotateWebhookSecret: {
            /**
             * @description How long the old secret signs too, in webhook-signature; 24 where left out.
             * @default 24
             */
            overlap_hours?: number;
        };
        NewRecovery: {
            /** @description Deliveries made at or after; 30 days ago where left out. */
            since?: string;
            /** @description Deliveries made before; now where left out. */
            until?: string;
            /** @description Both where left out. */
            statuses?: ("failed" | "held")[];
            /** @description All where left out. */
            events?: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated")[];
        };
        NewStore: {
            /** @description No two stores share one, in whatever case. */
            name: string;
            /** @description A short name of your own; no two stores share one, in whatever case. */
            code?: string | null;
            /** @enum {string} */
            platform: "etsy" | "shopify" | "amazon" | "ebay" | "tiktok_shop" | "walmart" | "woocommerce" | "shopbase" | "wix" | "bigcommerce" | "custom" | "other";
            type?: ("marketplace" | "storefront" | "social" | "wholesale" | "manual" | "test") | null;
            /** @description ISO 4217; the organization's where a new store is given none. */
            currency?: string;
            /** @description true where a new store is given none. */
            is_active?: boolean;
            /** @description false: the console does not ask for design files of this store's items. true where a new store is given none. */
            uses_designs?: boolean;
        };
        StoreChange: {
            /** @description No two stores share one, in whatever case. */
            name?: string;
            /** @description A short name of your own; no two stores share one, in whatever case. */
            code?: string | null;
            /** @enum {string} */
            platform?: "etsy" | "shopify" | "amazon" | "ebay" | "tiktok_shop" | "walmart" | "woocommerce" | "shopbase" | "wix" | "bigcommerce" | "custom" | "other";
            type?: ("marketplace" | "storefront" | "social" | "wholesale" | "manual" | "test") | null;
            /** @description ISO 4217; the organization's where a new store is given none. */
            currency?: string;
            /** @description true where a new store is given none. */
            is_active?: boolean;
            /** @description false: the console does not ask for design files of this store's items. true where a new store is given none. */
            uses_designs?: boolean;
        };
        NewTicket: {
            subject: string;
            body: string;
            /** @description The order that it is about. */
            order_id?: number | null;
            /** @description open where a new ticket is given none; any status may follow any. */
            status?: string;
            /** @description normal where a new ticket is given none. */
            priority?: string;
            /** @description Where the customer wrote: email, chat, or a word of your own. */
            channel?: string | null;
            customer_name?: string | null;
        };
        TicketChange: {
            subject?: string;
            body?: string;
            /** @description The order that it is about. */
            order_id?: number | null;
            /** @description open where a new ticket is given none; any status may follow any. */
            status?: string;
            /** @description normal where a new ticket is given none. */
            priority?: string;
            /** @description Where the customer wrote: email, chat, or a word of your own. */
            channel?: string | null;
            customer_name?: string | null;
        };
        OrderCreatedEvent: {
            /** @constant */
            event: "order.created";
            event_id: string;
            organization_id: number;
            /** Format: date-time */
            occurred_at: string;
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
            sequence: number;
            order_id: number;
            fulfillment_id: string;
            tracking_number?: string;
            carrier?: string;
            /** Format: date-time */
            delivered_at: string;
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
            /** @description Null: overhead. */
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
            version: number;
            /** Format: date-time */
            date: string;
            currency: string;
            total_amount: number;
            subtotal: number;
            tax: number;
            shipping_cost: number;
            discount: number;
            /** @description Whether the amounts include the tax; null where its source has not said. */
            taxes_included: boolean | null;
            customer_name: string | null;
            customer_address: string | null;
            ship_address1: string | null;
            ship_address2: string | null;
            ship_city: string | null;
            ship_state: string | null;
            ship_zipcode: string | null;
            ship_country: string | null;
            is_gift: boolean | null;
            is_refunded: boolean | null;
            is_case_closed: boolean | null;
            is_lost: boolean | null;
            requires_audit: boolean | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            items: components["schemas"]["OrderItemV2"][];
        };
        OrderItemV2: {
            id: string;
            order_id: string;
            name: string;
            quantity: number;
            price: number;
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
            comment: string | null;
            id_service: string | null;
            phone: string | null;
            order_date: string | null;
            store_name: string | null;
            is_gift: boolean | null;
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
        };
        /** @description Every answer other than success has this body. */
        Error: {
            /** @constant */
            success: false;
            error: {
                /** @enum {string} */
                code: "unauthorized" | "missing_scope" | "https_required" | "ip_not_allowed" | "not_found" | "method_not_allowed" | "validation_error" | "conflict" | "invalid_transition" | "idempotency_in_progress" | "gone" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_conflict" | "rate_limited" | "internal_error" | "service_unavailable";
                message: string;
                details?: ({
                    /** @description The field at fault, as `items[0].price`. */
                    path?: string;
                    /** @description A stable code of the fault. */
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
        HistoryLineV2: {
            id: number;
            order_id: number;
            order_item_id: string | null;
            fulfillment_id: string | null;
            /** @description created, updated, status, item_status, roll_up, fulfillment, or fulfillment_late (recorded, not applied). */
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
        EventFeed: {
            data: components["schemas"]["Event"][];
            /** @description Whether to ask again at once. */
            has_more: boolean;
            /** @description Where to go on from, now or later; given on the last page too. */
            next_cursor: string;
        };
        Event: components["schemas"]["OrderCreatedEventOutput"] | components["schemas"]["OrderUpdatedEventOutput"] | components["schemas"]["OrderStatusChangedEventOutput"] | components["schemas"]["OrderFulfillmentShippedEventOutput"] | components["schemas"]["OrderFulfillmentDeliveredEventOutput"] | components["schemas"]["ExpenseCreatedEventOutput"] | components["schemas"]["TicketCreatedEventOutput"] | components["schemas"]["TicketUpdatedEventOutput"];
        CreatedWebhook: {
            id: string;
            url: string;
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated")[];
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
            /** @description Signs the deliveries. Shown in this answer alone: store it securely. */
            secret: string;
        };
        Webhook: {
            id: string;
            url: string;
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated")[];
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
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated")[];
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
            /** @description Signs the deliveries. Shown in this answer alone: store it securely. */
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
            /** @description Null where the outcome is unknown. */
            duration_ms: number | null;
            response_status: number | null;
            /** @description The first 4 KB of the answer. */
            response_body: string | null;
            error_code: ("timeout" | "connection" | "tls_or_dns" | "redirect" | "http_status" | "blocked_url" | "outcome_unknown" | "cancelled") | null;
        };
        WebhookTest: {
            /** @description Id of the delivery. */
            id: string;
            delivered: boolean;
            response_status: number | null;
            duration_ms: number | null;
            /** @description An error_code of attempts. */
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
            events: ("order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated")[];
            /** @description Deliveries that have been made due again so far. */
            recovered: number;
            /** Format: date-time */
            created_at: string;
            completed_at: string | null;
        };
        StoreV2: {
            id: number;
            name: string;
            code: string | null;
            platform: string;
            currency: string;
            type: string | null;
            is_active: boolean;
            uses_designs: boolean;
            organization_id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
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
        AnalyticsSummary: {
            period: {
                /** @enum {string} */
                name: "today" | "yesterday" | "last_7_days" | "last_30_days" | "last_90_days" | "this_week" | "last_week" | "this_month" | "last_month" | "this_quarter" | "last_quarter" | "this_year" | "last_year" | "all_time" | "custom";
                /** @description First day; null for all_time. */
                from: string | null;
                /** @description Last day, included; null for all_time. */
                to: string | null;
                /** @description The zone whose calendar days are meant. */
                timezone: string;
            };
            /** @description One for each currency with an order or expense in the period, or in the one before where they are compared; by code. */
            currencies: {
                currency: string;
                orders: {
                    /** @description Orders that are not Cancelled. All figures but `cancelled` are of these. */
                    count: number;
                    /** @description Items of these orders. */
                    items: number;
                    /** @description Cancelled orders; they earn nothing and cost nothing. */
                    cancelled: number;
                    /** @description Orders flagged is_refunded. */
                    refunded: number;
                    /** @description Mean total_amount, rounded half-up to the currency's minor unit; null where there is no order. */
                    average_value: number | null;
                };
                /** @description gross, discounts, refunds, shipping and tax are sums of what is stored. They need not add up to net: prices may include tax, and so do refunds. */
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
                    /** @description Sum of (total_amount - tax) - (refund_amount - the tax in it): what remains without tax, whether prices include it or not. A fully refunded order has 0. */
                    net: number;
                };
                /** @description null where there are orders and none of them has a cost; too low where coverage.is_partial. */
                costs: {
                    /** @description Sum over items of cost times quantity; an item without a cost adds nothing. */
                    production: number | null;
                    /** @description All costs: production. */
                    total: number | null;
                };
                /** @description By the date that each expense bears. With `store_id` those of that store alone: no overhead. */
                expenses: {
                    /** @description Every expense that is not payroll. */
                    operating: number;
                    /** @description Expenses of the category payroll. */
                    payroll: number;
                    /** @description operating + payroll. */
                    total: number;
                };
                /** @description null where costs are null; too high where coverage.is_partial. */
                profit: {
                    /** @description revenue.net - costs.total. */
                    gross: number | null;
                    /** @description gross - expenses.total. */
                    net: number | null;
                    /** @description net in percent of revenue.net, rounded half-up to 2 places; null also where revenue.net is not positive. */
                    margin_pct: number | null;
                };
                /** @description How far costs are known. */
                coverage: {
                    /** @description Orders with at least one item that is not Cancelled or Refunded, of which every such item has a cost. */
                    orders_with_cost: number;
                    /** @description The other orders. */
                    orders_missing_cost: number;
                    /** @description Some orders have a cost and some do not: costs are too low, and profit is too high, by what the others lack. */
                    is_partial: boolean;
                };
                /** @description With group_by: every unit of the period in order, or every store that has something, by name. Else empty. */
                series: ({
                    /**
                     * Format: date
                     * @description First day of the unit, within the period.
                     */
                    from: string;
                    /**
                     * Format: date
                     * @description Its last day, included.
                     */
                    to: string;
                    orders: {
                        /** @description Orders that are not Cancelled. All figures but `cancelled` are of these. */
                        count: number;
                        /** @description Items of these orders. */
                        items: number;
                        /** @description Cancelled orders; they earn nothing and cost nothing. */
                        cancelled: number;
                        /** @description Orders flagged is_refunded. */
                        refunded: number;
                        /** @description Mean total_amount, rounded half-up to the currency's minor unit; null where there is no order. */
                        average_value: number | null;
                    };
                    /** @description gross, discounts, refunds, shipping and tax are sums of what is stored. They need not add up to net: prices may include tax, and so do refunds. */
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
                        /** @description Sum of (total_amount - tax) - (refund_amount - the tax in it): what remains without tax, whether prices include it or not. A fully refunded order has 0. */
                        net: number;
                    };
                    /** @description null where there are orders and none of them has a cost; too low where coverage.is_partial. */
                    costs: {
                        /** @description Sum over items of cost times quantity; an item without a cost adds nothing. */
                        production: number | null;
                        /** @description All costs: production. */
                        total: number | null;
                    };
                    /** @description By the date that each expense bears. With `store_id` those of that store alone: no overhead. */
                    expenses: {
                        /** @description Every expense that is not payroll. */
                        operating: number;
                        /** @description Expenses of the category payroll. */
                        payroll: number;
                        /** @description operating + payroll. */
                        total: number;
                    };
                    /** @description null where costs are null; too high where coverage.is_partial. */
                    profit: {
                        /** @description revenue.net - costs.total. */
                        gross: number | null;
                        /** @description gross - expenses.total. */
                        net: number | null;
                        /** @description net in percent of revenue.net, rounded half-up to 2 places; null also where revenue.net is not positive. */
                        margin_pct: number | null;
                    };
                    /** @description How far costs are known. */
                    coverage: {
                        /** @description Orders with at least one item that is not Cancelled or Refunded, of which every such item has a cost. */
                        orders_with_cost: number;
                        /** @description The other orders. */
                        orders_missing_cost: number;
                        /** @description Some orders have a cost and some do not: costs are too low, and profit is too high, by what the others lack. */
                        is_partial: boolean;
                    };
                } | {
                    /** @description Null, and last: expenses that are no store's. */
                    store_id: number | null;
                    store_name: string | null;
                    orders: {
                        /** @description Orders that are not Cancelled. All figures but `cancelled` are of these. */
                        count: number;
                        /** @description Items of these orders. */
                        items: number;
                        /** @description Cancelled orders; they earn nothing and cost nothing. */
                        cancelled: number;
                        /** @description Orders flagged is_refunded. */
                        refunded: number;
                        /** @description Mean total_amount, rounded half-up to the currency's minor unit; null where there is no order. */
                        average_value: number | null;
                    };
                    /** @description gross, discounts, refunds, shipping and tax are sums of what is stored. They need not add up to net: prices may include tax, and so do refunds. */
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
                        /** @description Sum of (total_amount - tax) - (refund_amount - the tax in it): what remains without tax, whether prices include it or not. A fully refunded order has 0. */
                        net: number;
                    };
                    /** @description null where there are orders and none of them has a cost; too low where coverage.is_partial. */
                    costs: {
                        /** @description Sum over items of cost times quantity; an item without a cost adds nothing. */
                        production: number | null;
                        /** @description All costs: production. */
                        total: number | null;
                    };
                    /** @description By the date that each expense bears. With `store_id` those of that store alone: no overhead. */
                    expenses: {
                        /** @description Every expense that is not payroll. */
                        operating: number;
                        /** @description Expenses of the category payroll. */
                        payroll: number;
                        /** @description operating + payroll. */
                        total: number;
                    };
                    /** @description null where costs are null; too high where coverage.is_partial. */
                    profit: {
                        /** @description revenue.net - costs.total. */
                        gross: number | null;
                        /** @description gross - expenses.total. */
                        net: number | null;
                        /** @description net in percent of revenue.net, rounded half-up to 2 places; null also where revenue.net is not positive. */
                        margin_pct: number | null;
                    };
                    /** @description How far costs are known. */
                    coverage: {
                        /** @description Orders with at least one item that is not Cancelled or Refunded, of which every such item has a cost. */
                        orders_with_cost: number;
                        /** @description The other orders. */
                        orders_missing_cost: number;
                        /** @description Some orders have a cost and some do not: costs are too low, and profit is too high, by what the others lack. */
                        is_partial: boolean;
                    };
                })[];
                /** @description With compare: the figures of the period before; null without, and for all_time, which has none. */
                previous: {
                    orders: {
                        /** @description Orders that are not Cancelled. All figures but `cancelled` are of these. */
                        count: number;
                        /** @description Items of these orders. */
                        items: number;
                        /** @description Cancelled orders; they earn nothing and cost nothing. */
                        cancelled: number;
                        /** @description Orders flagged is_refunded. */
                        refunded: number;
                        /** @description Mean total_amount, rounded half-up to the currency's minor unit; null where there is no order. */
                        average_value: number | null;
                    };
                    /** @description gross, discounts, refunds, shipping and tax are sums of what is stored. They need not add up to net: prices may include tax, and so do refunds. */
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
                        /** @description Sum of (total_amount - tax) - (refund_amount - the tax in it): what remains without tax, whether prices include it or not. A fully refunded order has 0. */
                        net: number;
                    };
                    /** @description null where there are orders and none of them has a cost; too low where coverage.is_partial. */
                    costs: {
                        /** @description Sum over items of cost times quantity; an item without a cost adds nothing. */
                        production: number | null;
                        /** @description All costs: production. */
                        total: number | null;
                    };
                    /** @description By the date that each expense bears. With `store_id` those of that store alone: no overhead. */
                    expenses: {
                        /** @description Every expense that is not payroll. */
                        operating: number;
                        /** @description Expenses of the category payroll. */
                        payroll: number;
                        /** @description operating + payroll. */
                        total: number;
                    };
                    /** @description null where costs are null; too high where coverage.is_partial. */
                    profit: {
                        /** @description revenue.net - costs.total. */
                        gross: number | null;
                        /** @description gross - expenses.total. */
                        net: number | null;
                        /** @description net in percent of revenue.net, rounded half-up to 2 places; null also where revenue.net is not positive. */
                        margin_pct: number | null;
                    };
                    /** @description How far costs are known. */
                    coverage: {
                        /** @description Orders with at least one item that is not Cancelled or Refunded, of which every such item has a cost. */
                        orders_with_cost: number;
                        /** @description The other orders. */
                        orders_missing_cost: number;
                        /** @description Some orders have a cost and some do not: costs are too low, and profit is too high, by what the others lack. */
                        is_partial: boolean;
                    };
                } | null;
            }[];
            /** Format: date-time */
            generated_at: string;
        };
        Me: {
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
            scopes: string[];
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
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
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
            /** @description Counts the order's events, from 1 and without a gap. */
            sequence: number;
            order_id: number;
            fulfillment_id: string;
            tracking_number?: string;
            carrier?: string;
            /** Format: date-time */
            delivered_at: string;
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
            /** @description Null: overhead. */
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
        /** @description The caller has this version already (If-None-Match). */
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
        /** @description `unauthorized`: Missing or invalid API key. */
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
        /** @description Names this request in our log; quote it when you ask for help. */
        "X-Request-Id": string;
        /** @description How the limits stand: `"default";r=598;t=31` is 598 requests left, and in 31 s some come back. */
        RateLimit: string;
        /** @description The limits: `"default";q=600;w=60, "burst";q=50;w=1`, and `"daily"` where the credential has a quota. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the same request is worth sending again. */
        "Retry-After": number;
        /** @description How to authenticate: `Bearer` on v2, `ApiKey` on Public V1. */
        "WWW-Authenticate": string;
        /** @description Version of the answer, for If-None-Match and, of a single resource, If-Match. */
        ETag: string;
        /** @description Path of the new resource. */
        Location: string;
        /** @description `true` where this is the kept answer of an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description JSON array of what was accepted although it looks wrong. */
        "X-Warnings": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrdersV2: {
        parameters: {
            query?: {
                /** @description Words that must all match: each the beginning of a word in the order number, external id, customer name, item name, sku or tracking code. */
                q?: string;
                /** @description Another name of `q`. */
                search?: string;
                /** @description One of New, Pending Cost, In Production, Shipped, Complete, Cancelled, in any case. */
                status?: string;
                /** @description Id, code or exact name of a store; an unknown one has no orders. */
                store_id?: string;
                /** @description Only orders made here after this moment. */
                created_after?: string;
                /** @description Only orders made here before this moment. */
                created_before?: string;
                /** @description Only orders changed after this moment. To keep a copy in step, read the event feed instead. */
                updated_after?: string;
                /** @description First day of order dates, included: a whole day in `timezone`. */
                date_from?: string;
                /** @description Last day of order dates, included: a whole day in `timezone`. */
                date_to?: string;
                /** @description IANA name of the zone in which bare dates are read; the organization's where it is left out. */
                timezone?: string;
                /** @description Exact name of a supplier or sub-supplier of any item. */
                supplier_id?: string;
                /** @description Only orders with a live item that has no SKU. */
                missingSku?: boolean;
                /** @description Only orders with a live item that has no design file. */
                missingDesign?: boolean;
                /**
                 * @description The source's own id of an order.
                 * @example 3001
                 */
                external_id?: string;
                /** @description Another name of `missingSku`. */
                missing_sku?: boolean;
                /** @description Another name of `missingDesign`. */
                missing_design?: boolean;
                /** @description `field:asc` or `field:desc`, field being one of date, created_at, updated_at, id; `date:desc` where it is left out. */
                sort?: string;
                /** @description How many on a page, 1 to 200; 50 where it is left out. */
                limit?: number;
                /** @description The `next_cursor` of the page before, asked with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description What to do where the external_id is taken by a different payload; `error` where nothing is said. */
                on_conflict?: "error" | "update" | "skip";
            };
            header?: {
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                    "application/json": components["schemas"]["OrderV2"];
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description ETag of the resource, or its version in quotes, as `"3"`: 412 where it has changed since. */
                "If-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
                /** @description ETag of the resource, or its version in quotes, as `"3"`: 412 where it has changed since. */
                "If-Match"?: string;
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
                    /** @description One of New, Pending Cost, In Production, Shipped, Complete, Cancelled, in any case. */
                    status: string;
                    /** @description Why; needed for a move backwards. */
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
    listOrderHistoryV2: {
        parameters: {
            query?: {
                /**
                 * @description How many on a page, 1 to 200; 50 where it is left out.
                 * @example 2
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before, asked with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
    updateOrderItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
    setOrderItemStatusV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                    /** @description A documented status in any case, or a text of your own. */
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
    listFulfillmentsV2: {
        parameters: {
            query?: {
                /** @description How many on a page, 1 to 200; 50 where it is left out. */
                limit?: number;
                /** @description The `next_cursor` of the page before, asked with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
    getFulfillment: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
    listEvents: {
        parameters: {
            query?: {
                /** @description A next_cursor of this feed; without one it begins with the oldest event. */
                after?: string;
                /**
                 * @description How many on a page, 1 to 200; 50 where it is left out.
                 * @example 2
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before, asked with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                 * @description The endpoint's id again: nothing is deleted without it.
                 * @example we_0Kp4mXwe7QhZ2v7QhZ2v01
                 */
                confirm: string;
            };
            header?: {
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                event?: "order.created" | "order.updated" | "order.status_changed" | "order.fulfillment.shipped" | "order.fulfillment.delivered" | "expense.created" | "ticket.created" | "ticket.updated" | "webhook.test";
                /** @description Only deliveries made at or after this moment. */
                since?: string;
                /** @description Only deliveries made before this moment. */
                until?: string;
                /** @description How many on a page, 1 to 200; 50 where it is left out. */
                limit?: number;
                /** @description next_cursor of the page before, asked with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
    listStoresV2: {
        parameters: {
            query?: {
                /** @description One of etsy, shopify, amazon, ebay, tiktok_shop, walmart, woocommerce, shopbase, wix, bigcommerce, custom, other, in any case. */
                platform?: string;
                /** @description `true`: only stores that are active; `false`: only those that are not. */
                is_active?: boolean;
                /** @description How many on a page, 1 to 200; 50 where it is left out. */
                limit?: number;
                /** @description The `next_cursor` of the page before, asked with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
    listTickets: {
        parameters: {
            query?: {
                /**
                 * @description One of open, pending, resolved, closed, in any case.
                 * @example resolved
                 */
                status?: string;
                /** @description One of low, normal, high, urgent, in any case. */
                priority?: string;
                /** @description Only tickets about this order. */
                order_id?: number;
                /** @description `field:asc` or `field:desc`, field being one of id, updated_at; `id:desc` where it is left out. */
                sort?: string;
                /** @description How many on a page, 1 to 200; 50 where it is left out. */
                limit?: number;
                /** @description The `next_cursor` of the page before, asked with the same filters. */
                cursor?: string;
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                /** @description 1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once. */
                "Idempotency-Key"?: string;
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
    getAnalyticsSummary: {
        parameters: {
            query?: {
                /**
                 * @description Calendar days of `timezone`; last_30_days where it is left out. last_N_days ends today, included; this_<unit> is the unit's first day to today; weeks begin on Monday; custom takes from and to.
                 * @example last_7_days
                 */
                period?: "today" | "yesterday" | "last_7_days" | "last_30_days" | "last_90_days" | "this_week" | "last_week" | "this_month" | "last_month" | "this_quarter" | "last_quarter" | "this_year" | "last_year" | "all_time" | "custom";
                /** @description First day of period=custom. */
                from?: string;
                /** @description Last day of period=custom, included. */
                to?: string;
                /** @description IANA name; the organization's where it is left out. */
                timezone?: string;
                /** @description Id, code or exact name of a store; an unknown one has nothing. */
                store_id?: string;
                /**
                 * @description A currency code of ISO 4217.
                 * @example USD
                 */
                currency?: string;
                /** @description Before last_N_days, a day or custom: as many days right before. Before last_<unit>: the unit before. Before this_<unit>: as many days from the start of the unit before, as far as it goes. */
                compare?: "previous_period";
                /** @description Fills `series`. At most 400 units; all_time can be grouped by store alone. */
                group_by?: "day" | "week" | "month" | "store";
            };
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
    getMeV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an answer to the same request: 304 where it would be the same again. */
                "If-None-Match"?: string;
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
                    "application/json": components["schemas"]["Me"];
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
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
                /** @description Id of the delivery: the same at every attempt. */
                "X-Service-Delivery": string;
                /** @description 1, 2, 3 … */
                "X-Service-Attempt": string;
                /** @description Id of the event: the same at every attempt and every endpoint. */
                "webhook-id": string;
                /** @description Seconds since 1970, of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks signatures, `v1,…`, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Answer within 10 seconds; the body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: a redirect is not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 410 ends all deliveries to the endpoint. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
