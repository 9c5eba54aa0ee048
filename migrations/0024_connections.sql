CREATE TABLE `connection_inbox` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`connection_id` text NOT NULL,
	`event_key` text NOT NULL,
	`topic` text NOT NULL,
	`source_order_id` text,
	`body` text,
	`status` text NOT NULL,
	`reason` text,
	`order_id` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	FOREIGN KEY (`organization_id`,`connection_id`) REFERENCES `connections`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connection_inbox_organization` ON `connection_inbox` (`organization_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `connection_inbox_event` ON `connection_inbox` (`organization_id`,`connection_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `connection_inbox_list` ON `connection_inbox` (`organization_id`,`connection_id`,`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `connection_inbox_status` ON `connection_inbox` (`organization_id`,`connection_id`,`status`,`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `connection_inbox_order` ON `connection_inbox` (`organization_id`,`order_id`,`id`) WHERE "connection_inbox"."order_id" is not null;--> statement-breakpoint
CREATE INDEX `connection_inbox_due` ON `connection_inbox` (`next_attempt_at`) WHERE "connection_inbox"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `connection_inbox_age` ON `connection_inbox` (`received_at`);--> statement-breakpoint
CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`store_id` integer NOT NULL,
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
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`store_id`) REFERENCES `stores`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_organization` ON `connections` (`organization_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `connections_store` ON `connections` (`organization_id`,`store_id`) WHERE "connections"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `connections_due` ON `connections` (`reconcile_at`) WHERE "connections"."reconcile_at" is not null;