ALTER TABLE `products` ADD `cost` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `cost_currency` text;--> statement-breakpoint
ALTER TABLE `products` ADD `supplier` text;--> statement-breakpoint
ALTER TABLE `products` ADD `material` text;--> statement-breakpoint
CREATE INDEX `order_items_to_match` ON `order_items` (`organization_id`,"sku" collate nocase) WHERE order_closed = 0 and status not in ('Cancelled','Refunded') and sku <> '' and (cost is null or coalesce(design_url,'') = '' or coalesce(assigned_supplier,'') = '' or coalesce(material,'') = '');