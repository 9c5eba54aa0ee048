CREATE TABLE `carrier_connections` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`service` text NOT NULL,
	`status` text NOT NULL,
	`secret` text NOT NULL,
	`secret_hint` text NOT NULL,
	`previous_secret` text,
	`previous_valid_until` integer,
	`last_report_at` integer,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `carrier_connections_organization` ON `carrier_connections` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `carrier_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`connection_id` text NOT NULL,
	`event_key` text NOT NULL,
	`tracking_number` text,
	`carrier` text,
	`service_status` text,
	`fulfillment_status` text,
	`occurred_at` integer,
	`status` text NOT NULL,
	`reason` text,
	`order_id` integer,
	`received_at` integer NOT NULL,
	`processed_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`,`connection_id`) REFERENCES `carrier_connections`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `carrier_reports_organization` ON `carrier_reports` (`organization_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `carrier_reports_event` ON `carrier_reports` (`organization_id`,`connection_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `carrier_reports_list` ON `carrier_reports` (`organization_id`,`connection_id`,`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `carrier_reports_status` ON `carrier_reports` (`organization_id`,`connection_id`,`status`,`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `carrier_reports_age` ON `carrier_reports` (`received_at`);