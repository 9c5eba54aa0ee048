CREATE TABLE `halted_organizations` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`closed_until` integer DEFAULT 0 NOT NULL,
	`token` text
);
--> statement-breakpoint
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
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "moves_step" CHECK("moves"."step" in ('preparing','copying','draining','closed','switched','moved','settled','done'))
);
--> statement-breakpoint
CREATE INDEX `moves_step` ON `moves` (`step`);--> statement-breakpoint
CREATE TABLE `row_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`table_name` text NOT NULL,
	`key` text NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `row_changes_organization` ON `row_changes` (`organization_id`,`seq`);