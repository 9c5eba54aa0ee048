CREATE TABLE `expense_rollups` (
	`organization_id` integer NOT NULL,
	`date` text NOT NULL,
	`store_id` integer NOT NULL,
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`expenses` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `date`, `store_id`, `kind`, `currency`)
);
--> statement-breakpoint
ALTER TABLE `order_history` ADD `fulfillment_id` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `events_purged_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_priority` ON `tickets` (`organization_id`,`priority`);