ALTER TABLE `orders` ADD `assignee` text;--> statement-breakpoint
CREATE INDEX `orders_assignee` ON `orders` (`organization_id`,`assignee`) WHERE "orders"."assignee" is not null;