DROP INDEX `audit_log_organization`;--> statement-breakpoint
CREATE INDEX `audit_log_time` ON `audit_log` (`organization_id`,`at`,`id`);--> statement-breakpoint
ALTER TABLE `organizations` ADD `restored_at` integer;