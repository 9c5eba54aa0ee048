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
CREATE UNIQUE INDEX `recoveries_organization` ON `recoveries` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `recoveries_status` ON `recoveries` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `recoveries_endpoint` ON `recoveries` (`organization_id`,`endpoint_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `deliveries` ADD `run_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_status` ON `deliveries` (`organization_id`,`endpoint_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_type` ON `deliveries` (`organization_id`,`endpoint_id`,`event_type`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `probe_after` integer;--> statement-breakpoint
CREATE INDEX `tickets_status_updated` ON `tickets` (`organization_id`,`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_priority_updated` ON `tickets` (`organization_id`,`priority`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_status_priority` ON `tickets` (`organization_id`,`status`,`priority`);--> statement-breakpoint
CREATE INDEX `tickets_status_priority_updated` ON `tickets` (`organization_id`,`status`,`priority`,`updated_at`);