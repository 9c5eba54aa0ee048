CREATE TABLE `expenses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`store_id` integer,
	`category` text NOT NULL,
	`category_group` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`date` text NOT NULL,
	`description` text,
	`base_amount` integer,
	`bhxh_amount` integer,
	`bhxh_rate` integer,
	`bhxh_type` text,
	`employee_name` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`store_id`) REFERENCES `stores`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_organization` ON `expenses` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_date` ON `expenses` (`organization_id`,`date`);--> statement-breakpoint
CREATE INDEX `expenses_store_date` ON `expenses` (`organization_id`,`store_id`,`date`);--> statement-breakpoint
CREATE INDEX `expenses_category_date` ON `expenses` (`organization_id`,`category`,`date`);--> statement-breakpoint
CREATE INDEX `expenses_category` ON `expenses` (`organization_id`,"category" collate nocase);--> statement-breakpoint
CREATE INDEX `expenses_amount` ON `expenses` (`organization_id`,`amount`);--> statement-breakpoint
CREATE INDEX `expenses_created` ON `expenses` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `expenses_currency_date` ON `expenses` (`organization_id`,`currency`,`date`);--> statement-breakpoint
CREATE INDEX `expenses_employee_date` ON `expenses` (`organization_id`,"employee_name" collate nocase,`date`) WHERE "expenses"."employee_name" is not null;--> statement-breakpoint
CREATE TABLE `fulfillment_items` (
	`organization_id` integer NOT NULL,
	`fulfillment_id` text NOT NULL,
	`order_item_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `fulfillment_id`, `order_item_id`),
	FOREIGN KEY (`organization_id`,`fulfillment_id`) REFERENCES `fulfillments`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`order_item_id`) REFERENCES `order_items`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "fulfillment_items_quantity_positive" CHECK("fulfillment_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE INDEX `fulfillment_items_item` ON `fulfillment_items` (`organization_id`,`order_item_id`);--> statement-breakpoint
CREATE TABLE `fulfillments` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`status` text NOT NULL,
	`tracking_number` text,
	`carrier` text,
	`tracking_url` text,
	`shipped_at` integer,
	`delivered_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fulfillments_organization` ON `fulfillments` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `fulfillments_order` ON `fulfillments` (`organization_id`,`order_id`,`id`);--> statement-breakpoint
CREATE TABLE `item_rollups` (
	`organization_id` integer NOT NULL,
	`basis` text NOT NULL,
	`bucket` integer NOT NULL,
	`store_id` integer NOT NULL,
	`status` text NOT NULL,
	`missing` integer NOT NULL,
	`items` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `basis`, `bucket`, `store_id`, `status`, `missing`)
);
--> statement-breakpoint
CREATE TABLE `order_rollups` (
	`organization_id` integer NOT NULL,
	`basis` text NOT NULL,
	`bucket` integer NOT NULL,
	`store_id` integer NOT NULL,
	`status` text NOT NULL,
	`missing` integer NOT NULL,
	`currency` text NOT NULL,
	`orders` integer NOT NULL,
	`items` integer NOT NULL,
	`refunded` integer NOT NULL,
	`with_cost` integer NOT NULL,
	`total_amount` integer NOT NULL,
	`subtotal` integer NOT NULL,
	`tax` integer NOT NULL,
	`shipping_cost` integer NOT NULL,
	`discount` integer NOT NULL,
	`refund_amount` integer NOT NULL,
	`production_cost` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `basis`, `bucket`, `store_id`, `status`, `missing`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `sequences` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `write_markers` (
	`operation_id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `write_markers_age` ON `write_markers` (`created_at`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`store_id` integer NOT NULL,
	`order_date` integer NOT NULL,
	`order_day` integer NOT NULL,
	`external_id` text,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`price` integer NOT NULL,
	`cost` integer,
	`status` text NOT NULL,
	`custom_order_id` text,
	`sku` text,
	`custom_sku` text,
	`spu` text,
	`assigned_supplier` text,
	`sub_supplier` text,
	`material` text,
	`material_id` text,
	`design_url` text,
	`tracking_code` text,
	`carrier` text,
	`style` text,
	`type` text,
	`size` text,
	`color` text,
	`variations` text,
	`personalization` text,
	`comment` text,
	`id_service` text,
	`phone` text,
	`is_gift` integer,
	`customer_name` text,
	`customer_address` text,
	`ship_name` text,
	`ship_address1` text,
	`ship_address2` text,
	`ship_city` text,
	`ship_state` text,
	`ship_zipcode` text,
	`ship_country` text,
	`vat_ioss_number` text,
	`missing_sku` integer GENERATED ALWAYS AS ((case when status not in ('Cancelled','Refunded') and coalesce(sku,'') = '' and coalesce(custom_sku,'') = '' then 1 else 0 end)) VIRTUAL NOT NULL,
	`missing_design` integer GENERATED ALWAYS AS ((case when status not in ('Cancelled','Refunded') and coalesce(design_url,'') = '' then 1 else 0 end)) VIRTUAL NOT NULL,
	`missing_cost` integer GENERATED ALWAYS AS ((case when status not in ('Cancelled','Refunded') and cost is null then 1 else 0 end)) VIRTUAL NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_quantity_positive" CHECK("order_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_organization` ON `order_items` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`organization_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `order_items_day` ON `order_items` (`organization_id`,`order_day`);--> statement-breakpoint
CREATE INDEX `order_items_status_day` ON `order_items` (`organization_id`,"status" collate nocase,`order_day`);--> statement-breakpoint
CREATE INDEX `order_items_status` ON `order_items` (`organization_id`,"status" collate nocase);--> statement-breakpoint
CREATE INDEX `order_items_store_day` ON `order_items` (`organization_id`,`store_id`,`order_day`);--> statement-breakpoint
CREATE INDEX `order_items_store` ON `order_items` (`organization_id`,`store_id`);--> statement-breakpoint
CREATE INDEX `order_items_created` ON `order_items` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `order_items_updated` ON `order_items` (`organization_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `order_items_name` ON `order_items` (`organization_id`,"name" collate nocase);--> statement-breakpoint
CREATE INDEX `order_items_sku` ON `order_items` (`organization_id`,"sku" collate nocase);--> statement-breakpoint
CREATE INDEX `order_items_quantity` ON `order_items` (`organization_id`,`quantity`);--> statement-breakpoint
CREATE INDEX `order_items_price` ON `order_items` (`organization_id`,`price`);--> statement-breakpoint
CREATE INDEX `order_items_supplier` ON `order_items` (`organization_id`,"assigned_supplier" collate nocase,`order_day`) WHERE "order_items"."assigned_supplier" is not null;--> statement-breakpoint
CREATE INDEX `order_items_sub_supplier` ON `order_items` (`organization_id`,"sub_supplier" collate nocase,`order_day`) WHERE "order_items"."sub_supplier" is not null;--> statement-breakpoint
CREATE INDEX `order_items_missing_sku` ON `order_items` (`organization_id`,`order_day`) WHERE "order_items"."missing_sku" = 1;--> statement-breakpoint
CREATE INDEX `order_items_missing_design` ON `order_items` (`organization_id`,`order_day`) WHERE "order_items"."missing_design" = 1;--> statement-breakpoint
CREATE INDEX `order_items_missing_cost` ON `order_items` (`organization_id`,`order_day`) WHERE "order_items"."missing_cost" = 1;--> statement-breakpoint
CREATE TABLE `order_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`order_item_id` integer,
	`at` integer NOT NULL,
	`change` text NOT NULL,
	`from_value` text,
	`to_value` text,
	`changed_fields` text,
	`reason` text,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_history_order` ON `order_history` (`organization_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `order_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`author_user_id` integer,
	`author_token_id` integer,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_notes_order` ON `order_notes` (`organization_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`store_id` integer NOT NULL,
	`external_id` text,
	`number` text,
	`status` text NOT NULL,
	`date` integer NOT NULL,
	`currency` text NOT NULL,
	`total_amount` integer NOT NULL,
	`subtotal` integer NOT NULL,
	`tax` integer NOT NULL,
	`shipping_cost` integer NOT NULL,
	`discount` integer NOT NULL,
	`customer_name` text,
	`customer_address` text,
	`ship_address1` text,
	`ship_address2` text,
	`ship_city` text,
	`ship_state` text,
	`ship_zipcode` text,
	`ship_country` text,
	`is_gift` integer,
	`is_refunded` integer,
	`is_case_closed` integer,
	`is_lost` integer,
	`requires_audit` integer,
	`customer_email` text,
	`payment_method` text,
	`refund_amount` integer,
	`production_cost` integer DEFAULT 0 NOT NULL,
	`item_count` integer NOT NULL,
	`missing_sku` integer NOT NULL,
	`missing_design` integer NOT NULL,
	`missing_cost` integer NOT NULL,
	`source_hash` text,
	`version` integer DEFAULT 1 NOT NULL,
	`event_sequence` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`store_id`) REFERENCES `stores`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status_known" CHECK("orders"."status" in ('New','Pending Cost','In Production','Shipped','Complete','Cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_organization` ON `orders` (`organization_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_external` ON `orders` (`organization_id`,`external_id`,`store_id`) WHERE "orders"."external_id" is not null;--> statement-breakpoint
CREATE INDEX `orders_date` ON `orders` (`organization_id`,`date`);--> statement-breakpoint
CREATE INDEX `orders_status_date` ON `orders` (`organization_id`,`status`,`date`);--> statement-breakpoint
CREATE INDEX `orders_store_date` ON `orders` (`organization_id`,`store_id`,`date`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_updated` ON `orders` (`organization_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `orders_total` ON `orders` (`organization_id`,`total_amount`);--> statement-breakpoint
CREATE INDEX `orders_customer` ON `orders` (`organization_id`,"customer_name" collate nocase);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`organization_id`,`status`);--> statement-breakpoint
CREATE INDEX `orders_store` ON `orders` (`organization_id`,`store_id`);--> statement-breakpoint
CREATE INDEX `orders_missing_sku` ON `orders` (`organization_id`,`date`) WHERE "orders"."missing_sku" = 1;--> statement-breakpoint
CREATE INDEX `orders_missing_design` ON `orders` (`organization_id`,`date`) WHERE "orders"."missing_design" = 1;--> statement-breakpoint
CREATE INDEX `orders_missing_cost` ON `orders` (`organization_id`,`date`) WHERE "orders"."missing_cost" = 1;--> statement-breakpoint
CREATE TABLE `credentials` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`previous_hash` text,
	`previous_valid_until` integer,
	`hint` text NOT NULL,
	`scopes` text DEFAULT '[]' NOT NULL,
	`allowed_ips` text DEFAULT '[]' NOT NULL,
	`daily_quota` integer,
	`rate_limit` integer,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credentials_kind" CHECK("credentials"."kind" in ('api_key','api_token'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_secret` ON `credentials` (`secret_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_previous` ON `credentials` (`previous_hash`) WHERE "credentials"."previous_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_organization` ON `credentials` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `user_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "memberships_role" CHECK("memberships"."role" in ('owner','admin','member','viewer'))
);
--> statement-breakpoint
CREATE INDEX `memberships_user` ON `memberships` (`user_id`);--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`timezone` text NOT NULL,
	`roll_up_status` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`name` text,
	`password_hash` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` ("email" collate nocase);--> statement-breakpoint
CREATE TABLE `product_terms` (
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`term` text NOT NULL,
	`product_id` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `kind`, `term`, `product_id`),
	FOREIGN KEY (`organization_id`,`product_id`) REFERENCES `products`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`sku` text,
	`spu` text,
	`title` text NOT NULL,
	`description` text,
	`price` integer DEFAULT 0 NOT NULL,
	`design_link` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`images` text DEFAULT '[]' NOT NULL,
	`videos` text DEFAULT '[]' NOT NULL,
	`stores` text DEFAULT '[]' NOT NULL,
	`platforms` text DEFAULT '[]' NOT NULL,
	`labels` text DEFAULT '[]' NOT NULL,
	`sizes` text DEFAULT '[]' NOT NULL,
	`archived_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_organization` ON `products` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `products_live` ON `products` (`organization_id`) WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `products_sku` ON `products` (`organization_id`,"sku" collate nocase) WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `products_spu` ON `products` (`organization_id`,"spu" collate nocase) WHERE "products"."archived_at" is null and "products"."spu" is not null;--> statement-breakpoint
CREATE INDEX `products_updated` ON `products` (`organization_id`,`updated_at`) WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `products_created` ON `products` (`organization_id`,`created_at`) WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `products_title` ON `products` (`organization_id`,"title" collate nocase) WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`organization_id`,`price`) WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE TABLE `stores` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`code` text,
	`platform` text NOT NULL,
	`type` text,
	`currency` text NOT NULL,
	`is_active` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stores_organization` ON `stores` (`organization_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stores_name` ON `stores` (`organization_id`,"name" collate nocase);--> statement-breakpoint
CREATE UNIQUE INDEX `stores_code` ON `stores` (`organization_id`,"code" collate nocase) WHERE "stores"."code" is not null;--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`priority` text NOT NULL,
	`channel` text,
	`customer_name` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_organization` ON `tickets` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_status` ON `tickets` (`organization_id`,`status`);--> statement-breakpoint
CREATE INDEX `tickets_order` ON `tickets` (`organization_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `tickets_updated` ON `tickets` (`organization_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`organization_id` integer NOT NULL,
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`url` text NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`response_status` integer,
	`response_body` text,
	`error_code` text,
	PRIMARY KEY(`delivery_id`, `number`),
	FOREIGN KEY (`organization_id`,`delivery_id`) REFERENCES `deliveries`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`status` text NOT NULL,
	`trigger` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`lease_token` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`organization_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`event_id`) REFERENCES `events`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deliveries_status_known" CHECK("deliveries"."status" in ('pending','succeeded','failed','held','cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_organization` ON `deliveries` (`organization_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`endpoint_id`,`event_id`) WHERE "deliveries"."trigger" = 'auto';--> statement-breakpoint
CREATE INDEX `deliveries_list` ON `deliveries` (`organization_id`,`endpoint_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`endpoint_id`,`next_attempt_at`,`id`) WHERE "deliveries"."status" = 'pending' and "deliveries"."lease_token" is null;--> statement-breakpoint
CREATE INDEX `deliveries_due_all` ON `deliveries` (`next_attempt_at`) WHERE "deliveries"."status" = 'pending' and "deliveries"."lease_token" is null;--> statement-breakpoint
CREATE INDEX `deliveries_leased` ON `deliveries` (`endpoint_id`,`lease_until`) WHERE "deliveries"."lease_token" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_event` ON `deliveries` (`organization_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_age` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`organization_id` integer NOT NULL,
	`type` text NOT NULL,
	`order_id` integer,
	`body` text NOT NULL,
	`occurred_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_organization` ON `events` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_feed` ON `events` (`organization_id`,`seq`);--> statement-breakpoint
CREATE INDEX `events_age` ON `events` (`occurred_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`url` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`description` text,
	`enabled` integer DEFAULT 1 NOT NULL,
	`status` text NOT NULL,
	`secret` text NOT NULL,
	`secret_hint` text NOT NULL,
	`previous_secret` text,
	`previous_valid_until` integer,
	`last_success_at` integer,
	`last_failure_at` integer,
	`failing_since` integer,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`slow` integer DEFAULT 0 NOT NULL,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhook_endpoints_status_known" CHECK("webhook_endpoints"."status" in ('active','paused','disabled_failing','gone'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_organization` ON `webhook_endpoints` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_live` ON `webhook_endpoints` (`organization_id`,`created_at`,`id`) WHERE "webhook_endpoints"."deleted_at" is null;