-- The schema of every database. src/tenants/tables.ts declares the tables and indexes. The search tables and the triggers are declared only here.
-- The platform splits this file into statements by itself, so npm run check allows only what its splitter understands.

-- ---- Organizations, credentials and members ----
-- The tenants. Every other row of business data names one of them.
CREATE TABLE `organizations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`timezone` text NOT NULL,
	`roll_up_status` integer DEFAULT 1 NOT NULL,
	`database` integer DEFAULT 0 NOT NULL,
	`restored_at` integer,
	`closed_for` text,
	`closed_at` integer,
	`removal_position` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
-- API keys and tokens. Secrets are stored as SHA-256 hashes.
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
	`supplier_id` text,
	`allowed_ips` text DEFAULT '[]' NOT NULL,
	`daily_quota` integer,
	`rate_limit` integer,
	`reads` text DEFAULT 'primary' NOT NULL,
	`region` text,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- People who sign in to the console. One person can be a member of several organizations.
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`name` text,
	`password_hash` text,
	`verified_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
-- Who may use the console of an organization, and in which role.
CREATE TABLE `memberships` (
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`role` text NOT NULL,
	`money` integer DEFAULT 0 NOT NULL,
	`first_steps_hidden_at` integer,
	`created_at` integer NOT NULL,
	`last_active_at` integer,
	PRIMARY KEY(`organization_id`, `user_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Invitations to an organization, by email address.
CREATE TABLE `member_invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`organization_id` integer NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`money` integer DEFAULT 0 NOT NULL,
	`replaces_user_id` integer,
	`invited_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replaces_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Links with which a person sets a password.
CREATE TABLE `invitations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Accounts of people at an OpenID Connect provider.
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- One-time passwords of an app, which a sign-in with the password needs too, if a person has turned them on.
CREATE TABLE `second_factors` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Codes for people who have lost the app. A code that was used is deleted.
CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Signed-in browsers.
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`method` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Failed sign-ins by address, which delay further attempts.
CREATE TABLE `sign_in_failures` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
-- Who changed settings, credentials, members, endpoints and connections.
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`actor_name_folded` text,
	`action` text NOT NULL,
	`target_id` text NOT NULL,
	`target_name` text NOT NULL,
	`target_name_folded` text,
	`details` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- ---- Stores and products ----
-- The shops of an organization. Every order belongs to one.
CREATE TABLE `stores` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`code` text,
	`platform` text NOT NULL,
	`type` text,
	`currency` text NOT NULL,
	`is_active` integer DEFAULT 1 NOT NULL,
	`uses_designs` integer DEFAULT 1 NOT NULL,
	`send_blockers` text,
	`ship_blockers` text,
	`return_address` text,
	`import_map` text,
	`name_sort_key` text,
	`name_folded` text,
	`code_folded` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Who makes the goods.
CREATE TABLE `suppliers` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`code` text,
	`currency` text NOT NULL,
	`contact_name` text,
	`contact_email` text,
	`contact_phone` text,
	`file_columns` text,
	`default_shipping` text NOT NULL,
	`lead_time_days` integer,
	`is_active` integer DEFAULT 1 NOT NULL,
	`name_sort_key` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "suppliers_file_columns_json" CHECK(json_valid("suppliers"."file_columns"))
);
--> statement-breakpoint
-- The folded texts that refer to a supplier: its name, code and id.
CREATE TABLE `supplier_terms` (
	`organization_id` integer NOT NULL,
	`term` text NOT NULL,
	`supplier_id` text NOT NULL,
	PRIMARY KEY(`organization_id`, `term`),
	FOREIGN KEY (`organization_id`,`supplier_id`) REFERENCES `suppliers`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
-- What suppliers charge for one unit of a SKU.
CREATE TABLE `supplier_costs` (
	`organization_id` integer NOT NULL,
	`supplier_id` text NOT NULL,
	`sku_key` text NOT NULL,
	`sku` text NOT NULL,
	`unit_cost` integer NOT NULL,
	`currency` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `supplier_id`, `sku_key`),
	FOREIGN KEY (`organization_id`,`supplier_id`) REFERENCES `suppliers`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
-- The catalog. A deleted product is archived.
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`sku` text,
	`spu` text,
	`title` text NOT NULL,
	`description` text,
	`price` integer DEFAULT 0 NOT NULL,
	`design_link` text,
	`cost` integer,
	`cost_currency` text,
	`supplier` text,
	`material` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`images` text DEFAULT '[]' NOT NULL,
	`videos` text DEFAULT '[]' NOT NULL,
	`stores` text DEFAULT '[]' NOT NULL,
	`platforms` text DEFAULT '[]' NOT NULL,
	`labels` text DEFAULT '[]' NOT NULL,
	`sizes` text DEFAULT '[]' NOT NULL,
	`metadata` text,
	`archived_at` integer,
	`title_sort_key` text,
	`sku_sort_key` text,
	`sku_folded` text,
	`spu_folded` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "products_metadata_json" CHECK(json_valid("products"."metadata"))
);
--> statement-breakpoint
-- The tags, stores and platforms of products, for filters.
CREATE TABLE `product_terms` (
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`term` text NOT NULL,
	`product_id` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `kind`, `term`, `product_id`),
	FOREIGN KEY (`organization_id`,`product_id`) REFERENCES `products`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
-- ---- Orders ----
-- Their ids come from sequences, so that one batch can insert an order and everything that refers to it.
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`store_id` integer NOT NULL,
	`external_id` text,
	`status` text NOT NULL,
	`date` integer NOT NULL,
	`currency` text NOT NULL,
	`total_amount` integer NOT NULL,
	`subtotal` integer NOT NULL,
	`tax` integer NOT NULL,
	`shipping_cost` integer NOT NULL,
	`discount` integer NOT NULL,
	`fees` integer,
	`number` text,
	`customer_name` text,
	`customer_address` text,
	`customer_email` text,
	`customer_phone` text,
	`payment_method` text,
	`ship_name` text,
	`ship_company` text,
	`ship_address1` text,
	`ship_address2` text,
	`ship_city` text,
	`ship_state` text,
	`ship_zipcode` text,
	`ship_country` text,
	`ship_by_date` text,
	`shipping_service` text,
	`buyer_note` text,
	`gift_message` text,
	`source_status` text,
	`discount_codes` text,
	`tags` text,
	`assignee` text,
	`metadata` text,
	`customer_name_sort_key` text,
	`ship_country_folded` text,
	`shipping_service_folded` text,
	`tags_folded_list` text,
	`is_gift` integer,
	`is_refunded` integer,
	`is_case_closed` integer,
	`is_lost` integer,
	`requires_audit` integer,
	`audit_reasons` text,
	`refund_amount` integer,
	`taxes_included` integer,
	`refund_tax` integer,
	`refunded_tax` integer NOT NULL,
	`production_cost` integer DEFAULT 0 NOT NULL,
	`item_count` integer NOT NULL,
	`units` integer NOT NULL,
	`text_bytes` integer NOT NULL,
	`missing_sku` integer NOT NULL,
	`missing_design` integer NOT NULL,
	`missing_cost` integer NOT NULL,
	`has_cost` integer NOT NULL,
	`fulfillment_state` text DEFAULT 'none' NOT NULL,
	`hold_reason` text,
	`hold_until` integer,
	`source_updated_at` integer,
	`source_hash` text,
	`version` integer DEFAULT 1 NOT NULL,
	`event_sequence` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`store_id`) REFERENCES `stores`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_metadata_json" CHECK(json_valid("orders"."metadata"))
);
--> statement-breakpoint
-- The store and the date of the order are copied here, because lists of items filter and sort by them.
CREATE TABLE `order_items` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`store_id` integer NOT NULL,
	`order_date` integer NOT NULL,
	`external_id` text,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`price` integer NOT NULL,
	`tax` integer,
	`cost` integer,
	`status` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
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
	`properties` text,
	`metadata` text,
	`comment` text,
	`id_service` text,
	`phone` text,
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
	`is_gift` integer,
	`requires_shipping` integer,
	`is_goods` integer DEFAULT 1 NOT NULL,
	`shipped_quantity` integer DEFAULT 0 NOT NULL,
	`cancelled_quantity` integer DEFAULT 0 NOT NULL,
	`refunded_quantity` integer DEFAULT 0 NOT NULL,
	`supplier_quantity` integer DEFAULT 0 NOT NULL,
	`supplier_cost` integer DEFAULT 0 NOT NULL,
	`is_removed` integer DEFAULT 0 NOT NULL,
	`hold_reason` text,
	`hold_until` integer,
	`missing_sku` integer GENERATED ALWAYS AS ((is_goods = 1 and status not in ('Cancelled','Refunded') and coalesce(sku,'') = '' and coalesce(custom_sku,'') = '')) VIRTUAL NOT NULL,
	`missing_design` integer GENERATED ALWAYS AS ((is_goods = 1 and status not in ('Cancelled','Refunded') and coalesce(design_url,'') = '')) VIRTUAL NOT NULL,
	`missing_cost` integer GENERATED ALWAYS AS ((is_goods = 1 and status not in ('Cancelled','Refunded') and cost is null and supplier_quantity < quantity)) VIRTUAL NOT NULL,
	`name_sort_key` text,
	`sku_sort_key` text,
	`status_sort_key` text,
	`status_folded` text,
	`sku_folded` text,
	`assigned_supplier_folded` text,
	`sub_supplier_folded` text,
	`order_closed` integer NOT NULL,
	`count_parity` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_quantity_positive" CHECK("order_items"."quantity" > 0),
	CONSTRAINT "order_items_properties_json" CHECK(json_valid("order_items"."properties")),
	CONSTRAINT "order_items_metadata_json" CHECK(json_valid("order_items"."metadata"))
);
--> statement-breakpoint
-- The tags of orders in lower case. Triggers on orders maintain this table.
CREATE TABLE `order_tags` (
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`tag` text NOT NULL,
	`date` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `order_id`, `tag`),
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
-- Notes that people and integrations write about an order.
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
-- Every change of an order: who, when, what and why.
CREATE TABLE `order_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`order_item_id` integer,
	`fulfillment_id` text,
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
-- Shipments of an order.
CREATE TABLE `fulfillments` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`status` text NOT NULL,
	`tracking_number` text,
	`tracking_number_normalized` text,
	`carrier` text,
	`tracking_url` text,
	`shipped_at` integer,
	`delivered_at` integer,
	`status_at` integer,
	`source_id` text,
	`sending_tracking` text,
	`sent_tracking` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
-- How many of which items are in a fulfillment.
CREATE TABLE `fulfillment_items` (
	`organization_id` integer NOT NULL,
	`fulfillment_id` text NOT NULL,
	`order_item_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `fulfillment_id`, `order_item_id`),
	FOREIGN KEY (`organization_id`,`fulfillment_id`) REFERENCES `fulfillments`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`order_item_id`) REFERENCES `order_items`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "fulfillment_items_quantity_positive" CHECK("fulfillment_items"."quantity" > 0)
) WITHOUT ROWID;
--> statement-breakpoint
-- Refunds of an order that were recorded here or made on its platform.
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`tax` integer NOT NULL,
	`shipping` integer NOT NULL,
	`items` text NOT NULL,
	`reason` text,
	`source_id` text,
	`actor_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_items_json" CHECK(json_valid("refunds"."items"))
);
--> statement-breakpoint
-- The versions of what buyers are asked to approve.
CREATE TABLE `proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`order_item_id` integer NOT NULL,
	`version` integer NOT NULL,
	`file_id` text NOT NULL,
	`state` text NOT NULL,
	`comment` text,
	`sent_at` integer,
	`decided_at` integer,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_item_id`) REFERENCES `order_items`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`file_id`) REFERENCES `files`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- What suppliers are to make.
CREATE TABLE `supplier_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`supplier_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`shipping` text NOT NULL,
	`due_date` text,
	`reason` text,
	`sent_at` integer,
	`accepted_at` integer,
	`shipped_at` integer,
	`invoice_number` text,
	`paid_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`supplier_id`) REFERENCES `suppliers`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- The items of supplier orders, with the quantities that each has.
CREATE TABLE `supplier_order_lines` (
	`organization_id` integer NOT NULL,
	`supplier_order_id` text NOT NULL,
	`order_item_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`unit_cost` integer,
	`charged_cost` integer,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`is_allocated` integer DEFAULT 0 NOT NULL,
	`reject_reason` text,
	`shipped_quantity` integer DEFAULT 0 NOT NULL,
	`shipments` text DEFAULT '[]' NOT NULL,
	`status_before` text NOT NULL,
	`snapshot` text NOT NULL,
	PRIMARY KEY(`organization_id`, `supplier_order_id`, `order_item_id`),
	FOREIGN KEY (`organization_id`,`supplier_order_id`) REFERENCES `supplier_orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`order_item_id`) REFERENCES `order_items`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "supplier_order_lines_quantity_positive" CHECK("supplier_order_lines"."quantity" > 0),
	CONSTRAINT "supplier_order_lines_snapshot_json" CHECK(json_valid("supplier_order_lines"."snapshot")),
	CONSTRAINT "supplier_order_lines_shipments_json" CHECK(json_valid("supplier_order_lines"."shipments"))
) WITHOUT ROWID;
--> statement-breakpoint
-- Links to public pages. Only a SHA-256 of the token is stored.
CREATE TABLE `links` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`subject_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
-- Designs and attachments of orders, whose bytes are in a bucket.
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`object_key` text NOT NULL,
	`preview_key` text,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`width` integer,
	`height` integer,
	`order_id` integer,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- The versions of the design of an item.
CREATE TABLE `item_designs` (
	`organization_id` integer NOT NULL,
	`order_item_id` integer NOT NULL,
	`version` integer NOT NULL,
	`file_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `order_item_id`, `version`),
	FOREIGN KEY (`organization_id`,`order_item_id`) REFERENCES `order_items`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`file_id`) REFERENCES `files`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Filters of the order list that people saved under a name.
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- ---- Expenses ----
-- Operating expenses and payroll.
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
	`category_sort_key` text,
	`category_folded` text,
	`employee_name_folded` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`store_id`) REFERENCES `stores`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- ---- Tickets ----
-- Questions and complaints of customers.
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`number` integer NOT NULL,
	`order_id` integer,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`priority` text NOT NULL,
	`channel` text,
	`customer_name` text,
	`assignee` text,
	`due_date` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Internal notes of a ticket, and messages to the buyer.
CREATE TABLE `ticket_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`author_user_id` integer,
	`author_token_id` integer,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`sent_by_name` text,
	FOREIGN KEY (`organization_id`,`ticket_id`) REFERENCES `tickets`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Every change of a field of a ticket: who, when and what.
CREATE TABLE `ticket_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`at` integer NOT NULL,
	`field` text NOT NULL,
	`from_value` text,
	`to_value` text,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	FOREIGN KEY (`organization_id`,`ticket_id`) REFERENCES `tickets`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Texts with placeholders for replies.
CREATE TABLE `ticket_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text,
	`body` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- ---- Events and webhooks ----
-- What happened, in the order of commits. The event feed and the webhooks read it.
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
-- Up to which event the feed of an organization has been purged.
CREATE TABLE `event_floors` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`purged_to` integer NOT NULL
);
--> statement-breakpoint
-- Where webhooks are sent, and how well that works.
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`url` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`description` text,
	`supplier_id` text,
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
	`probe_after` integer,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- One event for one endpoint. A queue message only says that a delivery is due.
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`status` text NOT NULL,
	`trigger` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_from` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`lease_token` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`organization_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`,`event_id`) REFERENCES `events`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
-- Each request of a delivery and its response.
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
) WITHOUT ROWID;
--> statement-breakpoint
-- Running requests to deliver the events of a time range again.
CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`endpoint_id` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	`statuses` text DEFAULT '[]' NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`status` text NOT NULL,
	`recovered` integer DEFAULT 0 NOT NULL,
	`at_created` integer NOT NULL,
	`at_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`organization_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- ---- Connections to shops and carriers ----
-- A shop that delivers orders to a store, or a carrier service that reports on shipments.
CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`store_id` integer,
	`platform` text NOT NULL,
	`status` text NOT NULL,
	`secret` text NOT NULL,
	`secret_hint` text NOT NULL,
	`previous_secret` text,
	`previous_valid_until` integer,
	`shop_url` text,
	`api_credentials` text,
	`api_hint` text,
	`last_event_at` integer,
	`last_error` text,
	`last_error_at` integer,
	`last_reconciled_at` integer,
	`reconciled_to` integer,
	`reconcile_cursor` text,
	`reconcile_at` integer,
	`gaps_found` integer DEFAULT 0 NOT NULL,
	`gaps_filled` integer DEFAULT 0 NOT NULL,
	`backfill_status` text,
	`backfill_since` integer,
	`backfill_cursor` text,
	`backfill_orders` integer DEFAULT 0 NOT NULL,
	`webhooks_url` text,
	`webhooks_registered_at` integer,
	`sends_fulfillments` integer DEFAULT 0 NOT NULL,
	`property_map` text,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`store_id`) REFERENCES `stores`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- What shops and carrier services have delivered, until it is processed, and for a while after that.
CREATE TABLE `connection_inbox` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`connection_id` text NOT NULL,
	`event_key` text NOT NULL,
	`topic` text NOT NULL,
	`source_order_id` text,
	`body` text,
	`tracking_number` text,
	`carrier` text,
	`fulfillment_status` text,
	`occurred_at` integer,
	`status` text NOT NULL,
	`reason` text,
	`order_id` integer,
	`seq` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	FOREIGN KEY (`organization_id`,`connection_id`) REFERENCES `connections`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- ---- Counts and roll-ups, which triggers maintain ----
-- Totals of lists by filter and day. Pages far into a list are found by them.
CREATE TABLE `list_counts` (
	`organization_id` integer NOT NULL,
	`list` text NOT NULL,
	`filter` text NOT NULL,
	`basis` text NOT NULL,
	`bucket` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `list`, `filter`, `basis`, `bucket`)
) WITHOUT ROWID;
--> statement-breakpoint
-- For each day of order dates, the range of creation times and of the delay between the two.
CREATE TABLE `order_days` (
	`organization_id` integer NOT NULL,
	`day` integer NOT NULL,
	`first_created` integer NOT NULL,
	`last_created` integer NOT NULL,
	`least_lag` integer NOT NULL,
	`greatest_lag` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Sums of orders by day and hour, for analytics.
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
	`refunded_tax` integer NOT NULL,
	`production_cost` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `basis`, `bucket`, `status`, `store_id`, `missing`, `currency`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Counts of items by day, for statistics.
CREATE TABLE `item_rollups` (
	`organization_id` integer NOT NULL,
	`basis` text NOT NULL,
	`bucket` integer NOT NULL,
	`store_id` integer NOT NULL,
	`status` text NOT NULL,
	`missing` integer NOT NULL,
	`items` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `basis`, `bucket`, `status`, `store_id`, `missing`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Sums of expenses by day, for analytics.
CREATE TABLE `expense_rollups` (
	`organization_id` integer NOT NULL,
	`date` text NOT NULL,
	`store_id` integer NOT NULL,
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`expenses` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `date`, `store_id`, `kind`, `currency`)
) WITHOUT ROWID;
--> statement-breakpoint
-- How many files an organization has, and of how many bytes.
CREATE TABLE `file_totals` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`files` integer NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
-- ---- Writes, moves, erasures ----
-- The last ids given out for orders, items and expenses.
CREATE TABLE `sequences` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
-- The operation id of each write with an idempotency key, and its result. A second commit of the same operation fails.
CREATE TABLE `write_markers` (
	`operation_id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
-- Organizations that are being moved to another database.
CREATE TABLE `moves` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`source` integer NOT NULL,
	`target` integer NOT NULL,
	`step` text NOT NULL,
	`position` text,
	`problem` text,
	`started_at` integer NOT NULL,
	`switched_at` integer,
	`lease_token` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Organizations whose jobs do not run in this database, because they are moving or have moved.
CREATE TABLE `halted_organizations` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`closed_until` integer DEFAULT 0 NOT NULL,
	`token` text NOT NULL
);
--> statement-breakpoint
-- Rows that changed while their organization is being copied.
CREATE TABLE `row_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`table_name` text NOT NULL,
	`key` text NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
-- Requests to erase the personal data of a person.
CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`person` text,
	`position` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- After how many days an organization erases personal data.
CREATE TABLE `retention_settings` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`customer_days` integer,
	`event_days` integer,
	`position` text,
	`applied_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- The last runs of the jobs of each cron.
CREATE TABLE `cron_runs` (
	`cron` text PRIMARY KEY NOT NULL,
	`jobs` text NOT NULL
);
--> statement-breakpoint
-- ---- Text search ----
-- Each word is stored with its organization in front, so that a search reads only entries of its own organization. The beginnings of a word
-- are entries too, so that a search asks for exact terms. The row id is that of the order, the item or the product.
CREATE VIRTUAL TABLE order_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '~_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE item_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '~_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE product_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '~_'");
--> statement-breakpoint
-- How many rows have a term.
CREATE VIRTUAL TABLE order_words USING fts5vocab(order_search, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE item_words USING fts5vocab(item_search, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE product_words USING fts5vocab(product_search, 'row');
--> statement-breakpoint
-- ---- Indexes ----
-- Closed organizations whose data is to be deleted.
CREATE INDEX `organizations_closed` ON `organizations` (`closed_for`,`closed_at`) WHERE "organizations"."closed_for" is not null;
--> statement-breakpoint
-- Authentication finds a credential by the hash of its secret.
CREATE UNIQUE INDEX `credentials_secret` ON `credentials` (`secret_hash`);
--> statement-breakpoint
-- After a rotation, the previous secret stays valid for a while.
CREATE UNIQUE INDEX `credentials_previous` ON `credentials` (`previous_hash`) WHERE "credentials"."previous_hash" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_organization` ON `credentials` (`organization_id`,`id`);
--> statement-breakpoint
-- Lists of API keys and of API tokens.
CREATE INDEX `credentials_kind_id` ON `credentials` (`organization_id`,`kind`,`id`);
--> statement-breakpoint
-- Counts the credentials in use.
CREATE INDEX `credentials_live` ON `credentials` (`organization_id`) WHERE "credentials"."revoked_at" is null;
--> statement-breakpoint
-- Sign-in finds a person by email address.
CREATE INDEX `users_address` ON `users` ("email" collate nocase);
--> statement-breakpoint
-- Only one person can have a verified address.
CREATE UNIQUE INDEX `users_verified_address` ON `users` ("email" collate nocase) WHERE "users"."verified_by" is not null;
--> statement-breakpoint
-- Sign-in with a password.
CREATE INDEX `users_password` ON `users` ("email" collate nocase) WHERE "users"."password_hash" is not null;
--> statement-breakpoint
-- The organizations of a person.
CREATE INDEX `memberships_user` ON `memberships` (`user_id`);
--> statement-breakpoint
-- An invitation is found by the hash of its token.
CREATE UNIQUE INDEX `member_invitations_token` ON `member_invitations` (`token_hash`);
--> statement-breakpoint
-- The invitations of an address, which an answered one replaces.
CREATE INDEX `member_invitations_address` ON `member_invitations` (`organization_id`,"email" collate nocase);
--> statement-breakpoint
-- The purge of expired invitations.
CREATE INDEX `member_invitations_end` ON `member_invitations` (`expires_at`);
--> statement-breakpoint
-- A new link replaces the previous ones of a person.
CREATE INDEX `invitations_user` ON `invitations` (`user_id`);
--> statement-breakpoint
-- The purge of expired links.
CREATE INDEX `invitations_end` ON `invitations` (`expires_at`);
--> statement-breakpoint
-- The provider accounts of a person.
CREATE INDEX `identities_user` ON `identities` (`user_id`);
--> statement-breakpoint
-- The sessions of a person.
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);
--> statement-breakpoint
-- The purge of expired sessions.
CREATE INDEX `sessions_end` ON `sessions` (`expires_at`);
--> statement-breakpoint
-- The purge of old failures.
CREATE INDEX `sign_in_failures_age` ON `sign_in_failures` (`last_at`);
--> statement-breakpoint
-- The list, newest first.
CREATE INDEX `audit_log_time` ON `audit_log` (`organization_id`,`at`,`id`);
--> statement-breakpoint
-- Foreign keys of an organization refer to this pair, so that a row can never belong to the data of another organization.
CREATE UNIQUE INDEX `stores_organization` ON `stores` (`organization_id`,`id`);
--> statement-breakpoint
-- Names of stores are unique, without regard to case.
CREATE UNIQUE INDEX `stores_name` ON `stores` (`organization_id`,(case when name_folded is null then name else name_folded end) collate nocase);
--> statement-breakpoint
-- The list by name.
CREATE INDEX `stores_name_order` ON `stores` (`organization_id`,(case when "name_sort_key" is null then "name" else "name_sort_key" end) collate nocase);
--> statement-breakpoint
-- Codes of stores are unique, without regard to case.
CREATE UNIQUE INDEX `stores_code` ON `stores` (`organization_id`,(case when code_folded is null then code else code_folded end) collate nocase) WHERE "stores"."code" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `suppliers_organization` ON `suppliers` (`organization_id`,`id`);
--> statement-breakpoint
CREATE INDEX `suppliers_name_order` ON `suppliers` (`organization_id`,(case when "name_sort_key" is null then "name" else "name_sort_key" end) collate nocase);
--> statement-breakpoint
CREATE INDEX `supplier_terms_supplier` ON `supplier_terms` (`organization_id`,`supplier_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_organization` ON `products` (`organization_id`,`id`);
--> statement-breakpoint
-- Counts the products.
CREATE INDEX `products_live` ON `products` (`organization_id`) WHERE "products"."archived_at" is null;
--> statement-breakpoint
-- Filter by SKU, and the product that matches an item.
CREATE INDEX `products_sku` ON `products` (`organization_id`,(case when sku_folded is null then sku else sku_folded end) collate nocase) WHERE "products"."archived_at" is null;
--> statement-breakpoint
-- Sort by SKU.
CREATE INDEX `products_sku_order` ON `products` (`organization_id`,(case when "sku_sort_key" is null then "sku" else "sku_sort_key" end) collate nocase) WHERE "products"."archived_at" is null;
--> statement-breakpoint
-- Filter by SPU.
CREATE INDEX `products_spu` ON `products` (`organization_id`,(case when spu_folded is null then spu else spu_folded end) collate nocase) WHERE "products"."archived_at" is null and "products"."spu" is not null;
--> statement-breakpoint
-- Sort and filter by change time.
CREATE INDEX `products_updated` ON `products` (`organization_id`,`updated_at`) WHERE "products"."archived_at" is null;
--> statement-breakpoint
-- Sort by creation time.
CREATE INDEX `products_created` ON `products` (`organization_id`,`created_at`) WHERE "products"."archived_at" is null;
--> statement-breakpoint
-- Sort by title.
CREATE INDEX `products_title` ON `products` (`organization_id`,(case when "title_sort_key" is null then "title" else "title_sort_key" end) collate nocase) WHERE "products"."archived_at" is null;
--> statement-breakpoint
-- Sort by price.
CREATE INDEX `products_price` ON `products` (`organization_id`,`price`) WHERE "products"."archived_at" is null;
--> statement-breakpoint
-- Foreign keys refer to this pair. Sort by id.
CREATE UNIQUE INDEX `orders_organization` ON `orders` (`organization_id`,`id`);
--> statement-breakpoint
-- An order is ingested once per store and external id.
CREATE UNIQUE INDEX `orders_external` ON `orders` (`organization_id`,`external_id`,`store_id`) WHERE "orders"."external_id" is not null;
--> statement-breakpoint
-- The list by date, which is its default.
CREATE INDEX `orders_date` ON `orders` (`organization_id`,`date`);
--> statement-breakpoint
-- Filter by status, sorted by date.
CREATE INDEX `orders_status_date` ON `orders` (`organization_id`,`status`,`date`);
--> statement-breakpoint
-- Filter by store, sorted by date.
CREATE INDEX `orders_store_date` ON `orders` (`organization_id`,`store_id`,`date`);
--> statement-breakpoint
-- Sort and filter by creation time.
CREATE INDEX `orders_created` ON `orders` (`organization_id`,`created_at`);
--> statement-breakpoint
-- Sort and filter by change time.
CREATE INDEX `orders_updated` ON `orders` (`organization_id`,`updated_at`);
--> statement-breakpoint
-- Filter by assignee.
CREATE INDEX `orders_assignee` ON `orders` (`organization_id`,`assignee`,`date`) WHERE "orders"."assignee" is not null;
--> statement-breakpoint
-- Filter by country.
CREATE INDEX `orders_ship_country` ON `orders` (`organization_id`,(case when ship_country_folded is null then ship_country else ship_country_folded end) collate nocase,`date`) WHERE "orders"."ship_country" is not null;
--> statement-breakpoint
-- Filter by shipping service.
CREATE INDEX `orders_shipping_service` ON `orders` (`organization_id`,(case when shipping_service_folded is null then shipping_service else shipping_service_folded end) collate nocase,`date`) WHERE "orders"."shipping_service" is not null;
--> statement-breakpoint
-- Open orders by ship-by date, and then all others.
CREATE INDEX `orders_due` ON `orders` (`organization_id`,(case when ship_by_date is not null and (status = 'New' or status = 'Pending Cost' or status = 'In Production') then ship_by_date else '~' end));
--> statement-breakpoint
-- Sort by total.
CREATE INDEX `orders_total` ON `orders` (`organization_id`,`total_amount`);
--> statement-breakpoint
-- The orders of each day by profit, which analytics merges.
CREATE INDEX `orders_profit` ON `orders` (`organization_id`,`currency`,(date / 86400000),(case when status = 'Cancelled' then 0 - production_cost when has_cost = 1 then total_amount - tax - (case when refund_amount is null then 0 else refund_amount end) + refunded_tax - production_cost end)) WHERE (status <> 'Cancelled' or production_cost <> 0);
--> statement-breakpoint
-- Sort by customer.
CREATE INDEX `orders_customer` ON `orders` (`organization_id`,(case when "customer_name_sort_key" is null then "customer_name" else "customer_name_sort_key" end) collate nocase);
--> statement-breakpoint
-- Filter by a missing SKU.
CREATE INDEX `orders_missing_sku` ON `orders` (`organization_id`,`date`) WHERE "orders"."missing_sku" = 1;
--> statement-breakpoint
-- Filter by a missing design file.
CREATE INDEX `orders_missing_design` ON `orders` (`organization_id`,`date`) WHERE "orders"."missing_design" = 1;
--> statement-breakpoint
-- Filter by partly shipped orders, sorted by order date.
CREATE INDEX `orders_partly_shipped` ON `orders` (`organization_id`,`date`) WHERE "orders"."fulfillment_state" = 'partial';
--> statement-breakpoint
-- Filter by orders that need an audit.
CREATE INDEX `orders_requires_audit` ON `orders` (`organization_id`,`date`) WHERE "orders"."requires_audit" = 1;
--> statement-breakpoint
-- Filter by orders on hold.
CREATE INDEX `orders_held` ON `orders` (`organization_id`,`date`) WHERE "orders"."hold_reason" is not null;
--> statement-breakpoint
-- Foreign keys refer to this pair. Sort by id.
CREATE UNIQUE INDEX `order_items_organization` ON `order_items` (`organization_id`,`id`);
--> statement-breakpoint
-- The items of an order. Sort by order.
CREATE INDEX `order_items_order` ON `order_items` (`organization_id`,`order_id`);
--> statement-breakpoint
-- The list by order date, which is its default.
CREATE INDEX `order_items_date` ON `order_items` (`organization_id`,`order_date`);
--> statement-breakpoint
-- Filter by status, sorted by order date.
CREATE INDEX `order_items_status_date` ON `order_items` (`organization_id`,(case when status_folded is null then status else status_folded end) collate nocase,`order_date`);
--> statement-breakpoint
-- Filter by store, sorted by order date.
CREATE INDEX `order_items_store_date` ON `order_items` (`organization_id`,`store_id`,`order_date`);
--> statement-breakpoint
-- Sort by creation time.
CREATE INDEX `order_items_created` ON `order_items` (`organization_id`,`created_at`);
--> statement-breakpoint
-- Sort by change time.
CREATE INDEX `order_items_updated` ON `order_items` (`organization_id`,`updated_at`);
--> statement-breakpoint
-- Filter by supplier.
CREATE INDEX `order_items_supplier` ON `order_items` (`organization_id`,(case when assigned_supplier_folded is null then assigned_supplier else assigned_supplier_folded end) collate nocase,`order_date`) WHERE "order_items"."assigned_supplier" is not null;
--> statement-breakpoint
-- Filter by supplier, which also matches the sub-supplier.
CREATE INDEX `order_items_sub_supplier` ON `order_items` (`organization_id`,(case when sub_supplier_folded is null then sub_supplier else sub_supplier_folded end) collate nocase,`order_date`) WHERE "order_items"."sub_supplier" is not null;
--> statement-breakpoint
-- Filter by a missing SKU.
CREATE INDEX `order_items_missing_sku` ON `order_items` (`organization_id`,`order_date`) WHERE coalesce(sku,'') = '' and coalesce(custom_sku,'') = '';
--> statement-breakpoint
-- Filter by a missing design file.
CREATE INDEX `order_items_missing_design` ON `order_items` (`organization_id`,`order_date`) WHERE coalesce(design_url,'') = '';
--> statement-breakpoint
-- Filter by a missing cost.
CREATE INDEX `order_items_missing_cost` ON `order_items` (`organization_id`,`order_date`) WHERE cost is null and supplier_quantity < quantity;
--> statement-breakpoint
-- Items that still have to be made and have no SKU.
CREATE INDEX `order_items_needs_sku` ON `order_items` (`organization_id`,`order_date`) WHERE "order_items"."missing_sku" = 1 and "order_items"."order_closed" = 0 and "order_items"."status" not in ('Shipped','Delivered');
--> statement-breakpoint
-- Items that may have to be sent to a supplier.
CREATE INDEX `order_items_to_send` ON `order_items` (`organization_id`,`order_date`) WHERE order_closed = 0 and is_goods = 1 and (progress < 2 or status not in ('Shipped', 'Delivered', 'Cancelled', 'Refunded') and quantity > shipped_quantity + cancelled_quantity);
--> statement-breakpoint
-- Filter by orders with an item on hold.
CREATE INDEX `order_items_held` ON `order_items` (`organization_id`,`order_id`) WHERE "order_items"."hold_reason" is not null;
--> statement-breakpoint
-- Items that still have to be made and have no design file.
CREATE INDEX `order_items_needs_design` ON `order_items` (`organization_id`,`store_id`,`order_date`) WHERE "order_items"."missing_design" = 1 and "order_items"."order_closed" = 0 and "order_items"."status" not in ('Shipped','Delivered');
--> statement-breakpoint
-- Items to which the catalog may add something.
CREATE INDEX `order_items_to_match` ON `order_items` (`organization_id`,(case when sku_folded is null then sku else sku_folded end) collate nocase) WHERE order_closed = 0 and is_goods = 1 and sku <> '' and (cost is null or coalesce(design_url,'') = '' or coalesce(assigned_supplier,'') = '' or coalesce(material,'') = '');
--> statement-breakpoint
-- Filter of orders by tag, sorted by date.
CREATE INDEX `order_tags_date` ON `order_tags` (`organization_id`,`tag`,`date`,`order_id`);
--> statement-breakpoint
-- The notes of an order.
CREATE INDEX `order_notes_order` ON `order_notes` (`organization_id`,`order_id`);
--> statement-breakpoint
-- The history of an order.
CREATE INDEX `order_history_order` ON `order_history` (`organization_id`,`order_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `fulfillments_organization` ON `fulfillments` (`organization_id`,`id`);
--> statement-breakpoint
-- The fulfillments of an order.
CREATE INDEX `fulfillments_order` ON `fulfillments` (`organization_id`,`order_id`,`id`);
--> statement-breakpoint
-- A carrier report finds fulfillments by tracking number.
CREATE INDEX `fulfillments_tracking` ON `fulfillments` (`organization_id`,`tracking_number_normalized`) WHERE "fulfillments"."tracking_number_normalized" is not null;
--> statement-breakpoint
-- Fulfillments by the time of shipment, for connections that send them to the shop.
CREATE INDEX `fulfillments_shipped` ON `fulfillments` (`organization_id`,`shipped_at`,`id`) WHERE "fulfillments"."shipped_at" is not null;
--> statement-breakpoint
-- The quantities of an item that are in fulfillments.
CREATE INDEX `fulfillment_items_item` ON `fulfillment_items` (`order_item_id`);
--> statement-breakpoint
-- Copies of an organization read its refunds by their ids.
CREATE UNIQUE INDEX `refunds_organization` ON `refunds` (`organization_id`,`id`);
--> statement-breakpoint
-- The refunds of an order.
CREATE INDEX `refunds_order` ON `refunds` (`organization_id`,`order_id`,`id`);
--> statement-breakpoint
-- Copies of an organization read its proofs by their ids. The list of proofs, newest first.
CREATE UNIQUE INDEX `proofs_organization` ON `proofs` (`organization_id`,`id`);
--> statement-breakpoint
-- The versions of the proof of an item.
CREATE UNIQUE INDEX `proofs_version` ON `proofs` (`organization_id`,`order_item_id`,`version`);
--> statement-breakpoint
-- An item has one current proof, which its blockers need.
CREATE UNIQUE INDEX `proofs_current` ON `proofs` (`organization_id`,`order_item_id`) WHERE "proofs"."state" <> 'superseded';
--> statement-breakpoint
-- The proofs of an order.
CREATE INDEX `proofs_order` ON `proofs` (`organization_id`,`order_id`,`id`);
--> statement-breakpoint
-- The proofs that wait for their buyers.
CREATE INDEX `proofs_state` ON `proofs` (`organization_id`,`state`,`id`);
--> statement-breakpoint
-- The proofs that are a file.
CREATE INDEX `proofs_file` ON `proofs` (`organization_id`,`file_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `supplier_orders_organization` ON `supplier_orders` (`organization_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `supplier_orders_number` ON `supplier_orders` (`organization_id`,`number`);
--> statement-breakpoint
CREATE INDEX `supplier_orders_supplier` ON `supplier_orders` (`organization_id`,`supplier_id`,`id`);
--> statement-breakpoint
CREATE INDEX `supplier_orders_state` ON `supplier_orders` (`organization_id`,`state`,`id`);
--> statement-breakpoint
-- What is owed to suppliers.
CREATE INDEX `supplier_orders_unpaid` ON `supplier_orders` (`organization_id`,`sent_at`) WHERE "supplier_orders"."paid_at" is null and "supplier_orders"."state" not in ('draft', 'rejected', 'cancelled');
--> statement-breakpoint
-- The supplier orders that have an item.
CREATE INDEX `supplier_order_lines_item` ON `supplier_order_lines` (`order_item_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `links_organization` ON `links` (`organization_id`,`id`);
--> statement-breakpoint
-- A request with a link finds it by the hash of its token.
CREATE UNIQUE INDEX `links_token` ON `links` (`organization_id`,`token_hash`);
--> statement-breakpoint
-- The purge of ended links.
CREATE INDEX `links_expires` ON `links` (`expires_at`);
--> statement-breakpoint
-- The links of a supplier, a supplier order or an order.
CREATE INDEX `links_subject` ON `links` (`organization_id`,`purpose`,`subject_id`,`id`);
--> statement-breakpoint
-- Names of views are unique, without regard to case.
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`organization_id`,(case when name_folded is null then name else name_folded end) collate nocase);
--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_organization` ON `expenses` (`organization_id`,`id`);
--> statement-breakpoint
-- The list by date, which is its default.
CREATE INDEX `expenses_date` ON `expenses` (`organization_id`,`date`);
--> statement-breakpoint
-- Filter by store.
CREATE INDEX `expenses_store_date` ON `expenses` (`organization_id`,`store_id`,`date`);
--> statement-breakpoint
-- Filter by category, sorted by date.
CREATE INDEX `expenses_category_date` ON `expenses` (`organization_id`,`category`,`date`);
--> statement-breakpoint
-- Filter by category, without regard to case.
CREATE INDEX `expenses_category` ON `expenses` (`organization_id`,(case when category_folded is null then category else category_folded end) collate nocase);
--> statement-breakpoint
-- Sort by category.
CREATE INDEX `expenses_category_order` ON `expenses` (`organization_id`,(case when "category_sort_key" is null then "category" else "category_sort_key" end) collate nocase);
--> statement-breakpoint
-- Sort by amount.
CREATE INDEX `expenses_amount` ON `expenses` (`organization_id`,`amount`);
--> statement-breakpoint
-- Sort by creation time.
CREATE INDEX `expenses_created` ON `expenses` (`organization_id`,`created_at`);
--> statement-breakpoint
-- Filter by currency.
CREATE INDEX `expenses_currency_date` ON `expenses` (`organization_id`,`currency`,`date`);
--> statement-breakpoint
-- Filter by employee.
CREATE INDEX `expenses_employee_date` ON `expenses` (`organization_id`,(case when employee_name_folded is null then employee_name else employee_name_folded end) collate nocase,`date`) WHERE "expenses"."employee_name" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_organization` ON `tickets` (`organization_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_number` ON `tickets` (`organization_id`,`number`);
--> statement-breakpoint
-- Filter by status.
CREATE INDEX `tickets_status` ON `tickets` (`organization_id`,`status`);
--> statement-breakpoint
-- Filter by status, sorted by change time.
CREATE INDEX `tickets_status_updated` ON `tickets` (`organization_id`,`status`,`updated_at`);
--> statement-breakpoint
-- Filter by priority.
CREATE INDEX `tickets_priority` ON `tickets` (`organization_id`,`priority`);
--> statement-breakpoint
-- Filter by priority, sorted by change time.
CREATE INDEX `tickets_priority_updated` ON `tickets` (`organization_id`,`priority`,`updated_at`);
--> statement-breakpoint
-- Filter by status and priority.
CREATE INDEX `tickets_status_priority` ON `tickets` (`organization_id`,`status`,`priority`);
--> statement-breakpoint
-- Filter by status and priority, sorted by change time.
CREATE INDEX `tickets_status_priority_updated` ON `tickets` (`organization_id`,`status`,`priority`,`updated_at`);
--> statement-breakpoint
-- The tickets of an order.
CREATE INDEX `tickets_order` ON `tickets` (`organization_id`,`order_id`);
--> statement-breakpoint
-- The list by change time, which is its default.
CREATE INDEX `tickets_updated` ON `tickets` (`organization_id`,`updated_at`);
--> statement-breakpoint
-- Filter by assignee.
CREATE INDEX `tickets_assignee` ON `tickets` (`organization_id`,"assignee" collate nocase) WHERE "tickets"."assignee" is not null;
--> statement-breakpoint
-- Filter by assignee, sorted by change time.
CREATE INDEX `tickets_assignee_updated` ON `tickets` (`organization_id`,"assignee" collate nocase,`updated_at`) WHERE "tickets"."assignee" is not null;
--> statement-breakpoint
-- Filter by assignee and status.
CREATE INDEX `tickets_assignee_status` ON `tickets` (`organization_id`,"assignee" collate nocase,`status`) WHERE "tickets"."assignee" is not null;
--> statement-breakpoint
-- Filter by assignee and status, sorted by change time.
CREATE INDEX `tickets_assignee_status_updated` ON `tickets` (`organization_id`,"assignee" collate nocase,`status`,`updated_at`) WHERE "tickets"."assignee" is not null;
--> statement-breakpoint
-- Tickets that are due, as long as they have to be answered.
CREATE INDEX `tickets_due` ON `tickets` (`organization_id`,`due_date`) WHERE "tickets"."due_date" is not null and "tickets"."status" in ('open', 'pending');
--> statement-breakpoint
-- The thread of a ticket.
CREATE INDEX `ticket_messages_ticket` ON `ticket_messages` (`organization_id`,`ticket_id`);
--> statement-breakpoint
CREATE INDEX `ticket_history_ticket` ON `ticket_history` (`organization_id`,`ticket_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_templates_name` ON `ticket_templates` (`organization_id`,(case when name_folded is null then name else name_folded end) collate nocase);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_organization` ON `events` (`organization_id`,`id`);
--> statement-breakpoint
-- The feed.
CREATE INDEX `events_feed` ON `events` (`organization_id`,`seq`);
--> statement-breakpoint
-- The purge of old events.
CREATE INDEX `events_age` ON `events` (`occurred_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_organization` ON `webhook_endpoints` (`organization_id`,`id`);
--> statement-breakpoint
-- The list of endpoints, and the endpoints to which an event is delivered.
CREATE INDEX `webhook_endpoints_live` ON `webhook_endpoints` (`organization_id`,`created_at`,`id`) WHERE "webhook_endpoints"."deleted_at" is null;
--> statement-breakpoint
-- Foreign keys refer to this pair. The purge of an organization with a shorter retention.
CREATE UNIQUE INDEX `deliveries_organization` ON `deliveries` (`organization_id`,`id`);
--> statement-breakpoint
-- An event has one delivery to an endpoint, which redeliveries use too. The purge finds the events without deliveries.
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`organization_id`,`event_id`,`endpoint_id`);
--> statement-breakpoint
-- The list of an endpoint.
CREATE INDEX `deliveries_list` ON `deliveries` (`organization_id`,`endpoint_id`,`created_at`,`id`);
--> statement-breakpoint
-- Filter by status. Most deliveries have succeeded, so those are read from the list, past the few that have not.
CREATE INDEX `deliveries_status` ON `deliveries` (`organization_id`,`endpoint_id`,`status`,`created_at`,`id`) WHERE "deliveries"."status" <> 'succeeded';
--> statement-breakpoint
-- Filter by event type.
CREATE INDEX `deliveries_type` ON `deliveries` (`organization_id`,`endpoint_id`,`event_type`,`created_at`,`id`);
--> statement-breakpoint
-- The next delivery of an endpoint.
CREATE INDEX `deliveries_due` ON `deliveries` (`endpoint_id`,`next_attempt_at`,`id`) WHERE "deliveries"."status" = 'pending' and "deliveries"."lease_token" is null;
--> statement-breakpoint
-- The deliveries of an endpoint that are being sent.
CREATE INDEX `deliveries_leased` ON `deliveries` (`endpoint_id`,`lease_until`) WHERE "deliveries"."lease_token" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `recoveries_organization` ON `recoveries` (`organization_id`,`id`);
--> statement-breakpoint
-- Recoveries that are running.
CREATE INDEX `recoveries_status` ON `recoveries` (`status`,`created_at`);
--> statement-breakpoint
-- The recoveries of an endpoint.
CREATE INDEX `recoveries_endpoint` ON `recoveries` (`organization_id`,`endpoint_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_organization` ON `connections` (`organization_id`,`id`);
--> statement-breakpoint
-- A store has at most one connection.
CREATE UNIQUE INDEX `connections_store` ON `connections` (`organization_id`,`store_id`) WHERE "connections"."deleted_at" is null;
--> statement-breakpoint
-- Connections whose shop is to be read.
CREATE INDEX `connections_due` ON `connections` (`reconcile_at`) WHERE "connections"."reconcile_at" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `connection_inbox_organization` ON `connection_inbox` (`organization_id`,`id`);
--> statement-breakpoint
-- A repeated delivery of a shop is stored once.
CREATE UNIQUE INDEX `connection_inbox_event` ON `connection_inbox` (`organization_id`,`connection_id`,`event_key`);
--> statement-breakpoint
-- The list of a connection.
CREATE INDEX `connection_inbox_list` ON `connection_inbox` (`organization_id`,`connection_id`,`received_at`,`id`);
--> statement-breakpoint
-- Filter by status.
CREATE INDEX `connection_inbox_status` ON `connection_inbox` (`organization_id`,`connection_id`,`status`,`received_at`,`id`);
--> statement-breakpoint
-- The oldest rows of an inbox that is full.
CREATE INDEX `connection_inbox_seq` ON `connection_inbox` (`organization_id`,`connection_id`,`seq`);
--> statement-breakpoint
-- What a shop has delivered about an order.
CREATE INDEX `connection_inbox_order` ON `connection_inbox` (`organization_id`,`order_id`,`id`) WHERE "connection_inbox"."order_id" is not null;
--> statement-breakpoint
-- Rows to be processed.
CREATE INDEX `connection_inbox_due` ON `connection_inbox` (`next_attempt_at`) WHERE "connection_inbox"."status" = 'pending';
--> statement-breakpoint
-- The purge of old rows.
CREATE INDEX `connection_inbox_age` ON `connection_inbox` (`received_at`);
--> statement-breakpoint
-- The purge of old markers of forms. Those of other operations are found by their ids, which begin with the time.
CREATE INDEX `write_markers_forms` ON `write_markers` (`created_at`) WHERE substr(operation_id, 1, 3) <> 'op_';
--> statement-breakpoint
-- The files of an organization, newest first.
CREATE UNIQUE INDEX `files_organization` ON `files` (`organization_id`,`id`);
--> statement-breakpoint
-- Each object belongs to one file.
CREATE UNIQUE INDEX `files_object` ON `files` (`object_key`);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_preview` ON `files` (`preview_key`);
--> statement-breakpoint
-- The attachments of an order.
CREATE INDEX `files_order` ON `files` (`organization_id`,`order_id`,`id`);
--> statement-breakpoint
-- The files of a role, newest first.
CREATE INDEX `files_role` ON `files` (`organization_id`,`role`,`id`);
--> statement-breakpoint
-- The items whose design a file is.
CREATE INDEX `item_designs_file` ON `item_designs` (`organization_id`,`file_id`);
--> statement-breakpoint
-- Moves that are not done.
CREATE INDEX `moves_step` ON `moves` (`step`);
--> statement-breakpoint
-- The changes to be copied, in order.
CREATE INDEX `row_changes_organization` ON `row_changes` (`organization_id`,`seq`);
--> statement-breakpoint
-- The list of an organization.
CREATE INDEX `erasures_organization` ON `erasures` (`organization_id`,`id`);
--> statement-breakpoint
-- Erasures to be continued.
CREATE INDEX `erasures_unfinished` ON `erasures` (`organization_id`) WHERE "erasures"."finished_at" is null;
--> statement-breakpoint
-- ---- Triggers ----
-- Sums of orders by day and hour. What a row counted for is subtracted, and what it counts for now is added.
CREATE TRIGGER orders_rolled_up_insert AFTER INSERT ON orders BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, new.status, b.column3, new.currency,
    1, new.units, coalesce(new.is_refunded, 0), new.has_cost, new.total_amount, new.subtotal, new.tax,
      new.shipping_cost, new.discount, coalesce(new.refund_amount, 0), new.refunded_tax, new.production_cost
  FROM (VALUES
    ('all', 0, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_day', new.created_at / 86400000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_hour', new.created_at / 3600000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('date_day', new.date / 86400000, 0),
    ('date_hour', new.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded,
      with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal,
      tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount,
      refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax,
      production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
CREATE TRIGGER orders_rolled_up_update AFTER UPDATE OF store_id, status, currency, date, created_at, units, is_refunded, missing_sku,
  missing_design, missing_cost, has_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax,
  production_cost ON orders
WHEN (old.store_id, old.status, old.currency, old.date, old.created_at, old.units, old.is_refunded, old.missing_sku, old.missing_design,
  old.missing_cost, old.has_cost, old.total_amount, old.subtotal, old.tax, old.shipping_cost, old.discount, old.refund_amount,
  old.refunded_tax, old.production_cost) IS NOT (new.store_id, new.status, new.currency, new.date, new.created_at, new.units, new.is_refunded,
  new.missing_sku, new.missing_design, new.missing_cost, new.has_cost, new.total_amount, new.subtotal, new.tax, new.shipping_cost,
  new.discount, new.refund_amount, new.refunded_tax, new.production_cost)
BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, old.status, b.column3, old.currency,
    -1, -old.units, -coalesce(old.is_refunded, 0), -old.has_cost, -old.total_amount, -old.subtotal,
      -old.tax, -old.shipping_cost, -old.discount, -coalesce(old.refund_amount, 0), -old.refunded_tax, -old.production_cost
  FROM (VALUES
    ('all', 0, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_day', old.created_at / 86400000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_hour', old.created_at / 3600000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('date_day', old.date / 86400000, 0),
    ('date_hour', old.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded,
      with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal,
      tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount,
      refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax,
      production_cost = production_cost + excluded.production_cost;
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, new.status, b.column3, new.currency,
    1, new.units, coalesce(new.is_refunded, 0), new.has_cost, new.total_amount, new.subtotal, new.tax,
      new.shipping_cost, new.discount, coalesce(new.refund_amount, 0), new.refunded_tax, new.production_cost
  FROM (VALUES
    ('all', 0, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_day', new.created_at / 86400000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_hour', new.created_at / 3600000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('date_day', new.date / 86400000, 0),
    ('date_hour', new.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded,
      with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal,
      tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount,
      refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax,
      production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
CREATE TRIGGER orders_rolled_up_delete AFTER DELETE ON orders BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, old.status, b.column3, old.currency,
    -1, -old.units, -coalesce(old.is_refunded, 0), -old.has_cost, -old.total_amount, -old.subtotal,
      -old.tax, -old.shipping_cost, -old.discount, -coalesce(old.refund_amount, 0), -old.refunded_tax, -old.production_cost
  FROM (VALUES
    ('all', 0, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_day', old.created_at / 86400000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_hour', old.created_at / 3600000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('date_day', old.date / 86400000, 0),
    ('date_hour', old.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded,
      with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal,
      tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount,
      refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax,
      production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
-- How many orders the order list has, and how many of each day with the filters by status, store and missing field. The range of creation
-- times of each day. Totals by status and store are in order_rollups.
CREATE TRIGGER orders_counted_insert AFTER INSERT ON orders BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', column1, column2, column3, 1
  FROM (VALUES ('', 'all', 0), ('', 'date_day', new.date / 86400000), ('', 'created_day', new.created_at / 86400000), ('', 'created_hour',
    new.created_at / 3600000), ('status:' || new.status, 'date_day', new.date / 86400000), ('store:' || new.store_id, 'date_day',
    new.date / 86400000), (iif(new.missing_sku, 'missing_sku', NULL), 'all', 0), (iif(new.missing_design, 'missing_design', NULL), 'all', 0),
    (iif(new.missing_sku, 'missing_sku', NULL), 'date_day', new.date / 86400000), (iif(new.missing_design, 'missing_design',
    NULL), 'date_day', new.date / 86400000))
  WHERE column1 IS NOT NULL
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
  INSERT INTO order_days (organization_id, day, first_created, last_created, least_lag, greatest_lag)
  VALUES (new.organization_id, new.date / 86400000, new.created_at, new.created_at, new.created_at - new.date, new.created_at - new.date)
  ON CONFLICT (organization_id, day) DO UPDATE SET first_created = min(first_created, excluded.first_created), last_created = max(last_created,
    excluded.last_created),
    least_lag = min(least_lag, excluded.least_lag), greatest_lag = max(greatest_lag, excluded.greatest_lag)
    WHERE excluded.first_created < first_created OR excluded.last_created > last_created OR excluded.least_lag < least_lag OR excluded.greatest_lag > greatest_lag;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_update AFTER UPDATE OF store_id, status, date, created_at, missing_sku, missing_design ON orders
WHEN (old.store_id, old.status, old.date, old.created_at, old.missing_sku, old.missing_design) IS NOT (new.store_id, new.status, new.date,
  new.created_at, new.missing_sku, new.missing_design)
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', filter, basis, bucket, sum(n) FROM (
    SELECT column1 AS filter, column2 AS basis, column3 AS bucket, -1 AS n
    FROM (VALUES ('', 'all', 0), ('', 'date_day', old.date / 86400000), ('', 'created_day', old.created_at / 86400000), ('', 'created_hour',
      old.created_at / 3600000), ('status:' || old.status, 'date_day', old.date / 86400000), ('store:' || old.store_id, 'date_day',
      old.date / 86400000), (iif(old.missing_sku, 'missing_sku', NULL), 'all', 0), (iif(old.missing_design, 'missing_design', NULL), 'all', 0),
    (iif(old.missing_sku, 'missing_sku', NULL), 'date_day', old.date / 86400000), (iif(old.missing_design, 'missing_design',
      NULL), 'date_day', old.date / 86400000))
    WHERE column1 IS NOT NULL
    UNION ALL SELECT column1, column2, column3, 1
    FROM (VALUES ('', 'all', 0), ('', 'date_day', new.date / 86400000), ('', 'created_day', new.created_at / 86400000), ('', 'created_hour',
      new.created_at / 3600000), ('status:' || new.status, 'date_day', new.date / 86400000), ('store:' || new.store_id, 'date_day',
      new.date / 86400000), (iif(new.missing_sku, 'missing_sku', NULL), 'all', 0), (iif(new.missing_design, 'missing_design', NULL), 'all', 0),
    (iif(new.missing_sku, 'missing_sku', NULL), 'date_day', new.date / 86400000), (iif(new.missing_design, 'missing_design',
      NULL), 'date_day', new.date / 86400000))
    WHERE column1 IS NOT NULL
  ) GROUP BY filter, basis, bucket HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
  INSERT INTO order_days (organization_id, day, first_created, last_created, least_lag, greatest_lag)
  VALUES (new.organization_id, new.date / 86400000, new.created_at, new.created_at, new.created_at - new.date, new.created_at - new.date)
  ON CONFLICT (organization_id, day) DO UPDATE SET first_created = min(first_created, excluded.first_created), last_created = max(last_created,
    excluded.last_created),
    least_lag = min(least_lag, excluded.least_lag), greatest_lag = max(greatest_lag, excluded.greatest_lag)
    WHERE excluded.first_created < first_created OR excluded.last_created > last_created OR excluded.least_lag < least_lag OR excluded.greatest_lag > greatest_lag;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_delete AFTER DELETE ON orders BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT old.organization_id, 'orders', column1, column2, column3, -1
  FROM (VALUES ('', 'all', 0), ('', 'date_day', old.date / 86400000), ('', 'created_day', old.created_at / 86400000), ('', 'created_hour',
    old.created_at / 3600000), ('status:' || old.status, 'date_day', old.date / 86400000), ('store:' || old.store_id, 'date_day',
    old.date / 86400000), (iif(old.missing_sku, 'missing_sku', NULL), 'all', 0), (iif(old.missing_design, 'missing_design', NULL), 'all', 0),
    (iif(old.missing_sku, 'missing_sku', NULL), 'date_day', old.date / 86400000), (iif(old.missing_design, 'missing_design',
    NULL), 'date_day', old.date / 86400000))
  WHERE column1 IS NOT NULL
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
-- Totals of the order list with the filters by country, shipping service and assignee. A total of 0 is deleted, because these values are open.
CREATE TRIGGER orders_places_insert AFTER INSERT ON orders
WHEN coalesce(new.ship_country, new.shipping_service, new.assignee) IS NOT NULL
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', column1, 'all', 0, 1
  FROM (VALUES ('ship_country:' || lower(coalesce(new.ship_country_folded, new.ship_country))), ('shipping_service:' || lower(coalesce(new.shipping_service_folded, new.shipping_service))), ('assignee:' || new.assignee))
  WHERE column1 IS NOT NULL
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER orders_places_update AFTER UPDATE OF ship_country, shipping_service, assignee ON orders
WHEN (old.ship_country, old.shipping_service, old.assignee) IS NOT (new.ship_country, new.shipping_service, new.assignee)
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', column1, 'all', 0, sum(column2)
  FROM (VALUES ('ship_country:' || lower(coalesce(old.ship_country_folded, old.ship_country)), -1), ('shipping_service:' || lower(coalesce(old.shipping_service_folded, old.shipping_service)), -1),
    ('assignee:' || old.assignee, -1),
    ('ship_country:' || lower(coalesce(new.ship_country_folded, new.ship_country)), 1), ('shipping_service:' || lower(coalesce(new.shipping_service_folded, new.shipping_service)), 1), ('assignee:' || new.assignee, 1))
  WHERE column1 IS NOT NULL GROUP BY column1 HAVING sum(column2) <> 0
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
  DELETE FROM list_counts WHERE organization_id = old.organization_id AND list = 'orders' AND basis = 'all' AND bucket = 0 AND total = 0
    AND filter IN ('ship_country:' || lower(coalesce(old.ship_country_folded, old.ship_country)), 'shipping_service:' || lower(coalesce(old.shipping_service_folded, old.shipping_service)), 'assignee:' || old.assignee);
END;
--> statement-breakpoint
CREATE TRIGGER orders_places_delete AFTER DELETE ON orders
WHEN coalesce(old.ship_country, old.shipping_service, old.assignee) IS NOT NULL
BEGIN
  UPDATE list_counts SET total = total - 1 WHERE organization_id = old.organization_id AND list = 'orders' AND basis = 'all' AND bucket = 0
    AND filter IN ('ship_country:' || lower(coalesce(old.ship_country_folded, old.ship_country)), 'shipping_service:' || lower(coalesce(old.shipping_service_folded, old.shipping_service)), 'assignee:' || old.assignee);
  DELETE FROM list_counts WHERE organization_id = old.organization_id AND list = 'orders' AND basis = 'all' AND bucket = 0 AND total = 0
    AND filter IN ('ship_country:' || lower(coalesce(old.ship_country_folded, old.ship_country)), 'shipping_service:' || lower(coalesce(old.shipping_service_folded, old.shipping_service)), 'assignee:' || old.assignee);
END;
--> statement-breakpoint
-- The tags of an order, as rows that an index can find.
CREATE TRIGGER orders_tags_insert AFTER INSERT ON orders WHEN new.tags IS NOT NULL
BEGIN
  INSERT INTO order_tags (organization_id, order_id, tag, date)
  SELECT DISTINCT new.organization_id, new.id, lower(value), new.date FROM json_each(iif(json_valid(new.tags), coalesce(new.tags_folded_list, new.tags), '[]')) WHERE type = 'text';
END;
--> statement-breakpoint
CREATE TRIGGER orders_tags_update AFTER UPDATE OF tags, date ON orders
WHEN (old.tags IS NOT NULL OR new.tags IS NOT NULL) AND (old.tags, old.date) IS NOT (new.tags, new.date)
BEGIN
  DELETE FROM order_tags WHERE organization_id = new.organization_id AND order_id = new.id
    AND tag NOT IN (SELECT lower(value) FROM json_each(iif(json_valid(new.tags), coalesce(new.tags_folded_list, new.tags), '[]')) WHERE type = 'text');
  INSERT INTO order_tags (organization_id, order_id, tag, date)
  SELECT DISTINCT new.organization_id, new.id, lower(value), new.date FROM json_each(iif(json_valid(new.tags), coalesce(new.tags_folded_list, new.tags), '[]')) WHERE type = 'text'
  ON CONFLICT (organization_id, order_id, tag) DO UPDATE SET date = excluded.date WHERE date <> excluded.date;
END;
--> statement-breakpoint
CREATE TRIGGER orders_tags_delete AFTER DELETE ON orders WHEN old.tags IS NOT NULL
BEGIN
  DELETE FROM order_tags WHERE organization_id = old.organization_id AND order_id = old.id;
END;
--> statement-breakpoint
-- Totals of the order list with the filter by tag.
CREATE TRIGGER order_tags_counted_insert AFTER INSERT ON order_tags
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total) VALUES (new.organization_id, 'orders', 'tag:' || new.tag, 'all', 0, 1)
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_tags_counted_delete AFTER DELETE ON order_tags
BEGIN
  UPDATE list_counts SET total = total - 1
  WHERE organization_id = old.organization_id AND list = 'orders' AND filter = 'tag:' || old.tag AND basis = 'all' AND bucket = 0;
  DELETE FROM list_counts
  WHERE organization_id = old.organization_id AND list = 'orders' AND filter = 'tag:' || old.tag AND basis = 'all' AND bucket = 0 AND total = 0;
END;
--> statement-breakpoint
-- A quantity of an item is in one supplier order only. Lines are inserted unallocated and allocated by an update, so that the rows of a move or a
-- restore, whose items may have become fewer, are not checked again.
CREATE TRIGGER supplier_order_lines_allocated BEFORE UPDATE OF is_allocated, quantity ON supplier_order_lines
WHEN new.is_allocated = 1 AND (old.is_allocated = 0 OR new.quantity > old.quantity)
BEGIN
  SELECT RAISE(ABORT, 'conflicting write: more of an item than there is')
  WHERE new.quantity > (SELECT i.quantity - i.cancelled_quantity - coalesce(sum(l.quantity), 0)
      - max(0, i.shipped_quantity - coalesce(sum(iif((SELECT r.state FROM supplier_orders r WHERE r.organization_id = l.organization_id
        AND r.id = l.supplier_order_id) = 'shipped', l.quantity, l.shipped_quantity)), 0))
    FROM order_items i LEFT JOIN supplier_order_lines l ON l.organization_id = i.organization_id AND l.order_item_id = i.id
      AND l.is_allocated = 1 AND l.supplier_order_id <> new.supplier_order_id
    WHERE i.organization_id = new.organization_id AND i.id = new.order_item_id);
END;
--> statement-breakpoint
-- A newer proof of an item supersedes the earlier ones, also in an export that was made while it was created: the export may have both as current.
CREATE TRIGGER proofs_superseded BEFORE INSERT ON proofs WHEN new.state <> 'superseded' BEGIN
  UPDATE proofs SET state = 'superseded', updated_at = new.created_at
    WHERE organization_id = new.organization_id AND order_item_id = new.order_item_id AND version < new.version AND state <> 'superseded';
END;
--> statement-breakpoint
-- Items of a closed order no longer have to be made.
CREATE TRIGGER orders_closed_update AFTER UPDATE OF status ON orders
WHEN (old.status IN ('Complete', 'Cancelled')) <> (new.status IN ('Complete', 'Cancelled'))
BEGIN
  UPDATE order_items SET order_closed = (new.status IN ('Complete', 'Cancelled'))
  WHERE organization_id = new.organization_id AND order_id = new.id;
END;
--> statement-breakpoint
-- Counts of items by day, store, status and missing fields, and how many items of each day the item list has with a filter. An item counts
-- while its order exists. The items of a new order are inserted before it and counted with it, because items of one order mostly count together. They
-- are grouped before they are counted. Without the name of the index, SQLite would read all items of the organization in the order of a group.
CREATE TRIGGER orders_items_counted_insert AFTER INSERT ON orders BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT new.organization_id, column1, iif(column1 = 'all', 0, day), store_id, status, missing, n
  FROM (SELECT store_id, lower(coalesce(status_folded, status)) AS status, order_date / 86400000 AS day,
    missing_sku + 2 * missing_design + 4 * missing_cost AS missing, count(*) AS n
    FROM order_items INDEXED BY order_items_order WHERE organization_id = new.organization_id AND order_id = new.id GROUP BY 1, 2, 3, 4)
  CROSS JOIN (VALUES ('all'), ('date_day')) WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'items', iif(column1 = 'status:', column1 || status, iif(column1 IN ('store:', 'needs_design:'), column1 || store_id,
    column1)), column2, iif(column2 = 'all', 0, day), sum(n)
  FROM (SELECT store_id, lower(coalesce(status_folded, status)) AS status, order_date / 86400000 AS day, missing_sku, missing_design, missing_cost,
    order_closed = 0 AND status NOT IN ('Shipped', 'Delivered') AS is_open, count(*) AS n
    FROM order_items INDEXED BY order_items_order WHERE organization_id = new.organization_id AND order_id = new.id GROUP BY 1, 2, 3, 4, 5, 6, 7)
  CROSS JOIN (VALUES ('', 'all'), ('', 'date_day'), ('status:', 'date_day'), ('store:', 'date_day'), ('missing_sku', 'date_day'),
    ('missing_design', 'date_day'), ('missing_cost', 'date_day'), ('needs_sku', 'all'), ('needs_sku', 'date_day'), ('needs_design:', 'all'))
  WHERE (column1 NOT IN ('missing_sku', 'needs_sku') OR missing_sku) AND (column1 NOT IN ('missing_design', 'needs_design:') OR missing_design)
    AND (column1 <> 'missing_cost' OR missing_cost) AND (column1 NOT IN ('needs_sku', 'needs_design:') OR is_open)
  GROUP BY 3, 4, 5
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER orders_items_counted_delete AFTER DELETE ON orders BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT old.organization_id, column1, iif(column1 = 'all', 0, day), store_id, status, missing, -n
  FROM (SELECT store_id, lower(coalesce(status_folded, status)) AS status, order_date / 86400000 AS day,
    missing_sku + 2 * missing_design + 4 * missing_cost AS missing, count(*) AS n
    FROM order_items INDEXED BY order_items_order WHERE organization_id = old.organization_id AND order_id = old.id GROUP BY 1, 2, 3, 4)
  CROSS JOIN (VALUES ('all'), ('date_day')) WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT old.organization_id, 'items', iif(column1 = 'status:', column1 || status, iif(column1 IN ('store:', 'needs_design:'), column1 || store_id,
    column1)), column2, iif(column2 = 'all', 0, day), -sum(n)
  FROM (SELECT store_id, lower(coalesce(status_folded, status)) AS status, order_date / 86400000 AS day, missing_sku, missing_design, missing_cost,
    order_closed = 0 AND status NOT IN ('Shipped', 'Delivered') AS is_open, count(*) AS n
    FROM order_items INDEXED BY order_items_order WHERE organization_id = old.organization_id AND order_id = old.id GROUP BY 1, 2, 3, 4, 5, 6, 7)
  CROSS JOIN (VALUES ('', 'all'), ('', 'date_day'), ('status:', 'date_day'), ('store:', 'date_day'), ('missing_sku', 'date_day'),
    ('missing_design', 'date_day'), ('missing_cost', 'date_day'), ('needs_sku', 'all'), ('needs_sku', 'date_day'), ('needs_design:', 'all'))
  WHERE (column1 NOT IN ('missing_sku', 'needs_sku') OR missing_sku) AND (column1 NOT IN ('missing_design', 'needs_design:') OR missing_design)
    AND (column1 <> 'missing_cost' OR missing_cost) AND (column1 NOT IN ('needs_sku', 'needs_design:') OR is_open)
  GROUP BY 3, 4, 5
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_counted_insert AFTER INSERT ON order_items
WHEN EXISTS (SELECT 1 FROM orders WHERE organization_id = new.organization_id AND id = new.order_id)
BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT i.organization_id, column1, iif(column1 = 'all', 0, i.order_date / 86400000), i.store_id, lower(coalesce(i.status_folded, i.status)),
    i.missing_sku + 2 * i.missing_design + 4 * i.missing_cost, 1
  FROM order_items i CROSS JOIN (VALUES ('all'), ('date_day')) WHERE i.organization_id = new.organization_id AND i.id = new.id GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT i.organization_id, 'items', iif(column1 = 'status:', column1 || lower(coalesce(i.status_folded, i.status)), iif(column1 IN ('store:',
    'needs_design:'), column1 || i.store_id, column1)), column2, iif(column2 = 'all', 0, i.order_date / 86400000), 1
  FROM order_items i CROSS JOIN (VALUES ('', 'all'), ('', 'date_day'), ('status:', 'date_day'), ('store:', 'date_day'), ('missing_sku', 'date_day'),
    ('missing_design', 'date_day'), ('missing_cost', 'date_day'), ('needs_sku', 'all'), ('needs_sku', 'date_day'), ('needs_design:', 'all'))
  WHERE i.organization_id = new.organization_id AND i.id = new.id
    AND (column1 NOT IN ('missing_sku', 'needs_sku') OR i.missing_sku) AND (column1 NOT IN ('missing_design', 'needs_design:') OR i.missing_design)
    AND (column1 <> 'missing_cost' OR i.missing_cost)
    AND (column1 NOT IN ('needs_sku', 'needs_design:') OR (i.order_closed = 0 AND i.status NOT IN ('Shipped', 'Delivered')))
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_counted_update AFTER UPDATE OF store_id, order_date, status, sku, custom_sku, design_url, cost, quantity, supplier_quantity, is_goods ON order_items
WHEN old.count_parity = new.count_parity
  AND (old.store_id, old.order_date / 86400000, old.status, old.missing_sku, old.missing_design, old.missing_cost)
  IS NOT (new.store_id, new.order_date / 86400000, new.status, new.missing_sku, new.missing_design, new.missing_cost)
BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT old.organization_id, column1, column2, old.store_id, lower(coalesce(old.status_folded, old.status)),
    old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost, -1
  FROM (VALUES ('all', 0), ('date_day', old.order_date / 86400000)) WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT new.organization_id, column1, column2, new.store_id, lower(coalesce(new.status_folded, new.status)),
    new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost, 1
  FROM (VALUES ('all', 0), ('date_day', new.order_date / 86400000)) WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_listed_update AFTER UPDATE OF store_id, order_date, status, sku, custom_sku, design_url, cost, quantity, supplier_quantity, order_closed, is_goods ON order_items
WHEN old.count_parity = new.count_parity
  AND (old.store_id, old.order_date / 86400000, old.status, old.missing_sku, old.missing_design, old.missing_cost, old.order_closed)
  IS NOT (new.store_id, new.order_date / 86400000, new.status, new.missing_sku, new.missing_design, new.missing_cost, new.order_closed)
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'items', filter, basis, bucket, sum(n) FROM (
    SELECT column1 AS filter, column2 AS basis, column3 AS bucket, -1 AS n
    FROM (VALUES ('', 'all', 0, 1), ('', 'date_day', old.order_date / 86400000, 1), ('status:' || lower(coalesce(old.status_folded,
      old.status)), 'date_day', old.order_date / 86400000, 1), ('store:' || old.store_id, 'date_day', old.order_date / 86400000, 1), ('missing_sku',
      'date_day', old.order_date / 86400000, old.missing_sku), ('missing_design', 'date_day', old.order_date / 86400000, old.missing_design),
      ('missing_cost', 'date_day', old.order_date / 86400000, old.missing_cost), ('needs_sku', 'all', 0, old.missing_sku AND old.order_closed = 0 AND old.status NOT IN ('Shipped', 'Delivered')),
      ('needs_sku', 'date_day', old.order_date / 86400000, old.missing_sku AND old.order_closed = 0 AND old.status NOT IN ('Shipped', 'Delivered')), ('needs_design:' || old.store_id, 'all', 0,
      old.missing_design AND old.order_closed = 0 AND old.status NOT IN ('Shipped', 'Delivered')))
    WHERE column4
    UNION ALL SELECT column1, column2, column3, 1
    FROM (VALUES ('', 'all', 0, 1), ('', 'date_day', new.order_date / 86400000, 1), ('status:' || lower(coalesce(new.status_folded,
      new.status)), 'date_day', new.order_date / 86400000, 1), ('store:' || new.store_id, 'date_day', new.order_date / 86400000, 1), ('missing_sku',
      'date_day', new.order_date / 86400000, new.missing_sku), ('missing_design', 'date_day', new.order_date / 86400000, new.missing_design),
      ('missing_cost', 'date_day', new.order_date / 86400000, new.missing_cost), ('needs_sku', 'all', 0, new.missing_sku AND new.order_closed = 0 AND new.status NOT IN ('Shipped', 'Delivered')),
      ('needs_sku', 'date_day', new.order_date / 86400000, new.missing_sku AND new.order_closed = 0 AND new.status NOT IN ('Shipped', 'Delivered')), ('needs_design:' || new.store_id, 'all', 0,
      new.missing_design AND new.order_closed = 0 AND new.status NOT IN ('Shipped', 'Delivered')))
    WHERE column4
  ) GROUP BY filter, basis, bucket HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_counted_delete BEFORE DELETE ON order_items
WHEN EXISTS (SELECT 1 FROM orders WHERE organization_id = old.organization_id AND id = old.order_id)
BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT i.organization_id, column1, iif(column1 = 'all', 0, i.order_date / 86400000), i.store_id, lower(coalesce(i.status_folded, i.status)),
    i.missing_sku + 2 * i.missing_design + 4 * i.missing_cost, -1
  FROM order_items i CROSS JOIN (VALUES ('all'), ('date_day')) WHERE i.organization_id = old.organization_id AND i.id = old.id GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT i.organization_id, 'items', iif(column1 = 'status:', column1 || lower(coalesce(i.status_folded, i.status)), iif(column1 IN ('store:',
    'needs_design:'), column1 || i.store_id, column1)), column2, iif(column2 = 'all', 0, i.order_date / 86400000), -1
  FROM order_items i CROSS JOIN (VALUES ('', 'all'), ('', 'date_day'), ('status:', 'date_day'), ('store:', 'date_day'), ('missing_sku', 'date_day'),
    ('missing_design', 'date_day'), ('missing_cost', 'date_day'), ('needs_sku', 'all'), ('needs_sku', 'date_day'), ('needs_design:', 'all'))
  WHERE i.organization_id = old.organization_id AND i.id = old.id
    AND (column1 NOT IN ('missing_sku', 'needs_sku') OR i.missing_sku) AND (column1 NOT IN ('missing_design', 'needs_design:') OR i.missing_design)
    AND (column1 <> 'missing_cost' OR i.missing_cost)
    AND (column1 NOT IN ('needs_sku', 'needs_design:') OR (i.order_closed = 0 AND i.status NOT IN ('Shipped', 'Delivered')))
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
-- Sums of expenses by day. The row without a date is the sum of all days.
CREATE TRIGGER expenses_rolled_up_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT new.organization_id, b.day, coalesce(new.store_id, 0), iif(new.category_group = 'payroll', 'payroll', 'operating'), new.currency, 1,
    new.amount
  FROM (SELECT new.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses,
    amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_update AFTER UPDATE OF date, store_id, category_group, currency, amount ON expenses
WHEN (old.date, old.store_id, old.category_group, old.currency, old.amount) IS NOT (new.date, new.store_id, new.category_group, new.currency,
  new.amount)
BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT old.organization_id, b.day, coalesce(old.store_id, 0), iif(old.category_group = 'payroll', 'payroll', 'operating'), old.currency, -1,
    -old.amount
  FROM (SELECT old.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses,
    amount = amount + excluded.amount;
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT new.organization_id, b.day, coalesce(new.store_id, 0), iif(new.category_group = 'payroll', 'payroll', 'operating'), new.currency, 1,
    new.amount
  FROM (SELECT new.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses,
    amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT old.organization_id, b.day, coalesce(old.store_id, 0), iif(old.category_group = 'payroll', 'payroll', 'operating'), old.currency, -1,
    -old.amount
  FROM (SELECT old.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses,
    amount = amount + excluded.amount;
END;
--> statement-breakpoint
-- The numbers of tickets by status.
CREATE TRIGGER tickets_counted_insert AFTER INSERT ON tickets BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total) VALUES (new.organization_id, 'tickets', 'status:' || new.status, 'all', 0, 1)
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_counted_update AFTER UPDATE OF status ON tickets WHEN old.status <> new.status BEGIN
  UPDATE list_counts SET total = total - 1
  WHERE organization_id = old.organization_id AND list = 'tickets' AND filter = 'status:' || old.status AND basis = 'all' AND bucket = 0;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total) VALUES (new.organization_id, 'tickets', 'status:' || new.status, 'all', 0, 1)
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_counted_delete AFTER DELETE ON tickets BEGIN
  UPDATE list_counts SET total = total - 1
  WHERE organization_id = old.organization_id AND list = 'tickets' AND filter = 'status:' || old.status AND basis = 'all' AND bucket = 0;
END;
--> statement-breakpoint
-- How many files an organization has, and of how many bytes.
CREATE TRIGGER files_counted_insert AFTER INSERT ON files BEGIN
  INSERT INTO file_totals (organization_id, files, bytes) VALUES (new.organization_id, 1, new.bytes)
  ON CONFLICT (organization_id) DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER files_counted_delete AFTER DELETE ON files BEGIN
  UPDATE file_totals SET files = files - 1, bytes = bytes - old.bytes WHERE organization_id = old.organization_id;
END;
--> statement-breakpoint
-- The first database starts at 0. Database k continues from k x 2^40.
INSERT INTO sequences (name, value) VALUES ('orders', 0), ('order_items', 0), ('expenses', 0);
