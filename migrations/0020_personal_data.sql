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
CREATE INDEX `erasures_organization` ON `erasures` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `erasures_unfinished` ON `erasures` (`organization_id`) WHERE "erasures"."finished_at" is null;--> statement-breakpoint
CREATE TABLE `retention_settings` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`customer_days` integer,
	`event_days` integer,
	`position` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
