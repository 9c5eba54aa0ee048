ALTER TABLE `connection_inbox` ADD `seq` integer;--> statement-breakpoint
CREATE INDEX `connection_inbox_seq` ON `connection_inbox` (`organization_id`,`connection_id`,`seq`);--> statement-breakpoint
ALTER TABLE `carrier_reports` ADD `seq` integer;--> statement-breakpoint
CREATE INDEX `carrier_reports_seq` ON `carrier_reports` (`organization_id`,`connection_id`,`seq`);