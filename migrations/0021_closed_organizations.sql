ALTER TABLE `organizations` ADD `closed_for` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `closed_at` integer;--> statement-breakpoint
CREATE INDEX `organizations_closed` ON `organizations` (`closed_for`,`closed_at`) WHERE "organizations"."closed_for" is not null;