ALTER TABLE `fulfillments` ADD `item_count` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `text_bytes` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `fulfillment_count` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `fulfillment_item_count` integer;--> statement-breakpoint
CREATE INDEX `orders_unmeasured` ON `orders` (`id`) WHERE "orders"."fulfillment_count" is null;