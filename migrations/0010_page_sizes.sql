ALTER TABLE `orders` ADD `text_bytes` integer;--> statement-breakpoint
CREATE INDEX `orders_unmeasured` ON `orders` (`id`) WHERE "orders"."text_bytes" is null;