ALTER TABLE `orders` ADD `fees` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `customer_phone` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `ship_name` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `ship_company` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `ship_by_date` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `shipping_service` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `source_status` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `discount_codes` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `source_updated_at` integer;