// Generated from the OpenAPI document by `npm run openapi`; not edited by hand.

export interface paths {
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders with their items
         * @description Scope: `orders:read`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order with its items
         * @description Scope: `orders:read`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orderItems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List order items
         * @description Scope: `order_items:read`.
         */
        get: operations["listOrderItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orderItems/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order item
         * @description Scope: `order_items:read`.
         */
        get: operations["getOrderItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orderItems/{itemId}/status": {
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
         * @description Setting the same status changes nothing and sends no event. The order's status follows when all its items have changed.
         *
         *     Scope: `order_items:write`. Requires an Idempotency-Key.
         */
        post: operations["setOrderItemStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/notes": {
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
        get: operations["listOrderNotes"];
        put?: never;
        /**
         * Create a note
         * @description Scope: `orders:write`. Requires an Idempotency-Key.
         */
        post: operations["createOrderNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the first tracking record of an order
         * @description Returns the earliest fulfillment with a tracking number, or else the first item with a tracking code. If there is none yet, returns 404 `no_tracking`.
         *
         *     Scope: `orders:read`.
         */
        get: operations["getOrderTracking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/fulfillments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fulfillments of an order, oldest first
         * @description Scope: `orders:read`.
         */
        get: operations["listOrderFulfillments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/history": {
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
        get: operations["listOrderHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products, most recently updated first
         * @description Scope: `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create a product
         * @description Scope: `products:write`. Requires an Idempotency-Key.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
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
        get: operations["getProduct"];
        /**
         * Update a product
         * @description Omitted fields do not change, `null` clears a field, and lists are replaced completely.
         *
         *     Scope: `products:write`. Requires an Idempotency-Key.
         */
        put: operations["updateProduct"];
        post?: never;
        /**
         * Archive a product
         * @description An archived product is no longer in any list, search or count, and a GET of it returns 404.
         *
         *     Scope: `products:write`. Accepts an Idempotency-Key.
         */
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stores by name
         * @description Scope: `stores:read`.
         */
        get: operations["listStores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stores/{id}": {
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
        get: operations["getStore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stores/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a store's statistics
         * @description Scope: `stores:read`.
         */
        get: operations["getStoreStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/expenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List expenses
         * @description Scope: `expenses:read`.
         */
        get: operations["listExpenses"];
        put?: never;
        /**
         * Create an operating or payroll expense
         * @description Scope: `expenses:write`. Accepts an Idempotency-Key.
         */
        post: operations["createExpense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/expenses/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 500 expenses, all or none
         * @description Scope: `expenses:write`. Accepts an Idempotency-Key.
         */
        post: operations["createExpenses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/expenses/{id}": {
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
        get: operations["getExpense"];
        /**
         * Update an expense
         * @description Omitted fields do not change, and `null` clears a field.
         *
         *     Scope: `expenses:write`. Accepts an Idempotency-Key.
         */
        put: operations["updateExpense"];
        post?: never;
        /**
         * Delete an expense
         * @description Scope: `expenses:write`. Ignores the Idempotency-Key.
         */
        delete: operations["deleteExpense"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
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
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the health of the service
         * @description Returns 503 `service_unavailable` if a database does not respond, is full, lacks a migration of this release or is in maintenance. Each detail has the reason, the number of the database and the release. Organizations in other databases are not affected, unless it is database 0, which has the directory. `warnings` names databases that are at least 70% full.
         *
         *     Needs no credential.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service runs
         * @description Returns 200 whenever the Worker runs, also if its databases do not respond or are in maintenance. It asks no database.
         *
         *     Needs no credential.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The sort field. Default: `orderDate`. Other names of fields: order_date, date, order_id, store_name, created_at, updated_at.
         * @enum {string}
         */
        OrderItemSortField: "orderDate" | "id" | "orderId" | "name" | "sku" | "status" | "storeName" | "quantity" | "price" | "createdAt" | "updatedAt";
        /**
         * @description The sort direction. Default: `desc`. Case is ignored.
         * @enum {string}
         */
        SortDirection: "asc" | "desc";
        NewProduct: {
            title: string;
            /** @description Does not have to be unique. A SKU that another product has gets a warning. */
            sku?: string | null;
            spu?: string | null;
            description?: string | null;
            /** @description Default for a new product: 0. */
            price?: number;
            design_link?: string | null;
            tags?: string[] | null;
            images?: string[] | null;
            /** @description Stores that sell the product. Use a store's name or code to include the product in its statistics. */
            stores?: string[] | null;
            platforms?: string[] | null;
        };
        ProductChange: {
            title?: string;
            /** @description Does not have to be unique. A SKU that another product has gets a warning. */
            sku?: string | null;
            spu?: string | null;
            description?: string | null;
            /** @description Default for a new product: 0. */
            price?: number;
            design_link?: string | null;
            tags?: string[] | null;
            images?: string[] | null;
            /** @description Stores that sell the product. Use a store's name or code to include the product in its statistics. */
            stores?: string[] | null;
            platforms?: string[] | null;
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
        Order: {
            id: number;
            storeName: string;
            /** Format: date-time */
            date: string;
            currency: string;
            totalAmount: number;
            subtotal: number;
            tax: number;
            shippingCost: number;
            discount: number;
            customerName: string | null;
            customerAddress: string | null;
            shipAddress1: string | null;
            shipAddress2: string | null;
            shipCity: string | null;
            shipState: string | null;
            shipZipcode: string | null;
            shipCountry: string | null;
            isGift: boolean | null;
            isRefunded: boolean | null;
            isCaseClosed: boolean | null;
            isLost: boolean | null;
            requiresAudit: boolean | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            items: components["schemas"]["OrderItem"][];
            /** @enum {string} */
            status?: "New" | "Pending Cost" | "In Production" | "Shipped" | "Complete" | "Cancelled";
            number?: string | null;
            external_id?: string | null;
            fulfillments?: components["schemas"]["Fulfillment"][];
            version?: number;
        };
        OrderItem: {
            id: string;
            orderId: string;
            name: string;
            quantity: number;
            price: number;
            customOrderId: string | null;
            sku: string | null;
            customSku: string | null;
            spu: string | null;
            status: string | null;
            assignedSupplier: string | null;
            subSupplier: string | null;
            material: string | null;
            materialId: string | null;
            designUrl: string | null;
            trackingCode: string | null;
            carrier: string | null;
            style: string | null;
            type: string | null;
            size: string | null;
            color: string | null;
            variations: string | null;
            personalization: string | null;
            comment: string | null;
            idService: string | null;
            phone: string | null;
            orderDate: string | null;
            storeName: string | null;
            isGift: boolean | null;
            customerName: string | null;
            customerAddress: string | null;
            shipName: string | null;
            shipAddress1: string | null;
            shipAddress2: string | null;
            shipCity: string | null;
            shipState: string | null;
            shipZipcode: string | null;
            shipCountry: string | null;
            vatIossNumber: string | null;
        };
        Fulfillment: {
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
        Pagination: {
            page: number;
            page_size: number;
            total: number;
            total_pages: number;
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
        OrderTracking: {
            tracking_number: string;
            carrier: string | null;
            /** @enum {string} */
            status: "label_created" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "delivered" | "delivery_attempted" | "exception" | "returned_to_sender" | "lost" | "cancelled" | "unknown";
            /** Format: date-time */
            last_updated: string;
        };
        HistoryLine: {
            id: number;
            order_id: number;
            order_item_id: string | null;
            fulfillment_id: string | null;
            change: string;
            from: string | null;
            to: string | null;
            changed_fields: string[];
            reason: string | null;
            /** @enum {string} */
            actor_type: "credential" | "user" | "supplier" | "buyer" | "system";
            actor_id: number | null;
            actor_name: string;
            /** Format: date-time */
            created_at: string;
        };
        Product: {
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
        };
        Store: {
            id: number;
            name: string;
            code: string | null;
            /** @enum {string} */
            platform: "etsy" | "shopify" | "amazon" | "ebay" | "tiktok_shop" | "walmart" | "woocommerce" | "shopbase" | "wix" | "bigcommerce" | "custom" | "other";
            currency: string;
            type: ("marketplace" | "storefront" | "social" | "wholesale" | "manual" | "test") | null;
            is_active: boolean;
            organization_id: number;
        };
        StoreStatistics: {
            /** @description All orders of the store, including cancelled ones. */
            total_orders: number;
            /** @description Products that are not archived and have the store's name or code in their stores. */
            active_products: number;
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
            scopes: ("orders:read" | "orders:write" | "order_items:read" | "order_items:write" | "products:read" | "products:write" | "stores:read" | "expenses:read" | "expenses:write")[];
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
        /** @description `conflict`: The request conflicts with the present state of the resource. */
        Conflict: {
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
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description Search words that must all match. Each is the beginning of a word in the order number, external id, names, city, postal code, tags, item name, SKU or tracking code.
                 * @example ann
                 */
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
                /** @description Default: `date:desc`. The direction is `desc` if it is omitted, and its case is ignored. Other names of fields: created_at, updated_at, total_amount, customer_name, store_name. */
                sort?: "date:asc" | "date:desc" | "createdAt:asc" | "createdAt:desc" | "updatedAt:asc" | "updatedAt:desc" | "totalAmount:asc" | "totalAmount:desc" | "customerName:asc" | "customerName:desc" | "storeName:asc" | "storeName:desc" | "status:asc" | "status:desc" | "id:asc" | "id:desc";
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Page size, 1 to 200. Default: 50. */
                page_size?: number;
                /** @description Alias of `page_size`. */
                limit?: number;
                /** @description Fields to add, separated by commas. */
                include?: ("status" | "number" | "external_id" | "fulfillments" | "version")[];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Order"][];
                        meta: {
                            request_id: string;
                            pagination?: components["schemas"]["Pagination"];
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    getOrder: {
        parameters: {
            query?: {
                /** @description Fields to add, separated by commas. */
                include?: ("status" | "number" | "external_id" | "fulfillments" | "version")[];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Order"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    listOrderItems: {
        parameters: {
            query?: {
                /** @description Search words that must all match. Each is the beginning of a word in the order number, external id, customer name, item name, SKU or tracking code. */
                search?: string;
                /** @description Alias of `search`. */
                q?: string;
                /**
                 * @description A status, ignoring case.
                 * @example Delivered
                 */
                status?: string;
                /** @description Id, code or exact name of a store. An unknown store matches no items. */
                store_name?: string;
                /** @description Alias of `store_name`. */
                storeName?: string;
                /** @description Alias of `store_name`. */
                store?: string;
                /** @description Alias of `store_name`. */
                store_id?: string;
                /** @description First day of order dates, included. */
                date_from?: string;
                /** @description Alias of `date_from`. */
                dateFrom?: string;
                /** @description Alias of `date_from`. */
                start_date?: string;
                /** @description Alias of `date_from`. */
                startDate?: string;
                /** @description Last day of order dates, included. */
                date_to?: string;
                /** @description Alias of `date_to`. */
                dateTo?: string;
                /** @description Alias of `date_to`. */
                end_date?: string;
                /** @description Alias of `date_to`. */
                endDate?: string;
                /** @description IANA time zone in which dates and times without an offset are read. Default: the organization's. */
                timezone?: string;
                /** @description Exact name of a supplier or sub-supplier. Of a supplier with a record, also its code or id. */
                supplier_id?: string;
                /** @description Alias of `supplier_id`. */
                supplier?: string;
                /** @description Only live items without a SKU. */
                missingSku?: boolean;
                /** @description Only live items without a design file. */
                missingDesign?: boolean;
                /** @description Only live items without a cost. */
                missingCost?: boolean;
                /** @description The sort field. Default: `orderDate`. Other names of fields: order_date, date, order_id, store_name, created_at, updated_at. */
                sort_by?: components["schemas"]["OrderItemSortField"];
                /** @description Alias of `sort_by`. */
                sortBy?: components["schemas"]["OrderItemSortField"];
                /** @description The sort direction. Default: `desc`. Case is ignored. */
                sort_dir?: components["schemas"]["SortDirection"];
                /** @description Alias of `sort_dir`. */
                sortDir?: components["schemas"]["SortDirection"];
                /** @description Alias of `sort_dir`. */
                order?: components["schemas"]["SortDirection"];
                /** @description Default: `orderDate:desc`. The direction is `desc` if it is omitted, and its case is ignored. Other names of fields: order_date, date, order_id, store_name, created_at, updated_at. */
                sort?: "orderDate:asc" | "orderDate:desc" | "id:asc" | "id:desc" | "orderId:asc" | "orderId:desc" | "name:asc" | "name:desc" | "sku:asc" | "sku:desc" | "status:asc" | "status:desc" | "storeName:asc" | "storeName:desc" | "quantity:asc" | "quantity:desc" | "price:asc" | "price:desc" | "createdAt:asc" | "createdAt:desc" | "updatedAt:asc" | "updatedAt:desc";
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Page size, 1 to 200. Default: 50. */
                page_size?: number;
                /** @description Alias of `page_size`. */
                pageSize?: number;
                /** @description Alias of `page_size`. */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderItem"][];
                        meta: {
                            request_id: string;
                            pagination?: components["schemas"]["Pagination"];
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    getOrderItem: {
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
                 * @description Id of an order item.
                 * @example 1
                 */
                itemId: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderItem"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    setOrderItemStatus: {
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
                itemId: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderItem"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    listOrderNotes: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Page size, 1 to 200. Default: 50. */
                page_size?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderNote"][];
                        meta: {
                            request_id: string;
                            pagination?: components["schemas"]["Pagination"];
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    createOrderNote: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderNote"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    getOrderTracking: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OrderTracking"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    listOrderFulfillments: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Fulfillment"][];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    listOrderHistory: {
        parameters: {
            query?: {
                /**
                 * @description Page number, starting at 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Page size, 1 to 200. Default: 50.
                 * @example 2
                 */
                page_size?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["HistoryLine"][];
                        meta: {
                            request_id: string;
                            pagination?: components["schemas"]["Pagination"];
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    listProducts: {
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
                /** @description Default: `updated_at:desc`. The direction is `desc` if it is omitted, and its case is ignored. Other names of fields: updatedAt, createdAt. */
                sort?: "updated_at:asc" | "updated_at:desc" | "created_at:asc" | "created_at:desc" | "title:asc" | "title:desc" | "sku:asc" | "sku:desc" | "price:asc" | "price:desc" | "id:asc" | "id:desc";
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Page size, 1 to 200. Default: 50. */
                page_size?: number;
                /** @description Alias of `page_size`. */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Product"][];
                        meta: {
                            request_id: string;
                            pagination?: components["schemas"]["Pagination"];
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    createProduct: {
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
                "application/json": components["schemas"]["NewProduct"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Product"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    getProduct: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Product"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    updateProduct: {
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
                "application/json": components["schemas"]["ProductChange"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Product"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    deleteProduct: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            deleted: boolean;
                        };
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    listStores: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Page size, 1 to 200. Default: 50. */
                page_size?: number;
                /** @description Alias of `page_size`. */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Store"][];
                        meta: {
                            request_id: string;
                            pagination?: components["schemas"]["Pagination"];
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    getStore: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Store"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    getStoreStatistics: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["StoreStatistics"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    listExpenses: {
        parameters: {
            query?: {
                /**
                 * @description A category, ignoring case and spacing.
                 * @example advertising
                 */
                category?: string;
                /** @description Id, code or exact name of a store. An unknown store matches no expenses. */
                store_id?: string;
                /** @description First day, included. */
                date_from?: string;
                /** @description Last day, included. */
                date_to?: string;
                /** @description Exact name, ignoring case. */
                employee_name?: string;
                /** @description ISO 4217 code. Case is ignored. */
                currency?: string;
                /** @description Default: `date:desc`. The direction is `desc` if it is omitted, and its case is ignored. Other names of fields: created_at. */
                sort?: "date:asc" | "date:desc" | "amount:asc" | "amount:desc" | "category:asc" | "category:desc" | "createdAt:asc" | "createdAt:desc" | "id:asc" | "id:desc";
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Page size, 1 to 200. Default: 50. */
                page_size?: number;
                /** @description Alias of `page_size`. */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Expense"][];
                        meta: {
                            request_id: string;
                            pagination?: components["schemas"]["Pagination"];
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    createExpense: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Expense"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    createExpenses: {
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
                    expenses: components["schemas"]["NewExpense"][];
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @constant */
                            success: true;
                            count: number;
                        };
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    getExpense: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Expense"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    updateExpense: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Expense"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
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
    deleteExpense: {
        parameters: {
            query?: never;
            header?: {
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
                    "X-Consistency-Token": components["headers"]["X-Consistency-Token"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @constant */
                            deleted: true;
                        };
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IpNotAllowedOrMissingScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Me"];
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
                    };
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
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @constant */
                            status: "ok";
                            release: string;
                            warnings: {
                                /** @constant */
                                code: "database_almost_full";
                                message: string;
                                database: number;
                            }[];
                        };
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @constant */
                            status: "ok";
                            release: string;
                        };
                        meta: {
                            request_id: string;
                            /** @description Warnings about input that was accepted although it looks wrong. */
                            warnings?: string[];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
