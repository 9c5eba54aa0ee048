-- Items that still have to be made, and sort keys of texts. The Worker computes the sort keys of existing rows (src/backfill/sort-keys.ts):
-- SQLite cannot fold them.
ALTER TABLE `order_items` ADD `name_sort_key` text;
--> statement-breakpoint
ALTER TABLE `order_items` ADD `sku_sort_key` text;
--> statement-breakpoint
ALTER TABLE `order_items` ADD `status_sort_key` text;
--> statement-breakpoint
ALTER TABLE `order_items` ADD `order_closed` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `orders` ADD `customer_sort_key` text;
--> statement-breakpoint
ALTER TABLE `products` ADD `title_sort_key` text;
--> statement-breakpoint
ALTER TABLE `products` ADD `sku_sort_key` text;
--> statement-breakpoint
ALTER TABLE `expenses` ADD `category_sort_key` text;
--> statement-breakpoint
ALTER TABLE `stores` ADD `uses_designs` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `stores` ADD `name_sort_key` text;
--> statement-breakpoint
-- No trigger looks at order_closed yet, and no index has it: this rewrites the rows alone.
UPDATE order_items SET order_closed = 1 FROM orders o
WHERE o.organization_id = order_items.organization_id AND o.id = order_items.order_id AND o.status IN ('Complete', 'Cancelled');
--> statement-breakpoint
DROP INDEX `order_items_name`;
--> statement-breakpoint
DROP INDEX `order_items_sku`;
--> statement-breakpoint
DROP INDEX `orders_customer`;
--> statement-breakpoint
DROP INDEX `products_title`;
--> statement-breakpoint
CREATE INDEX `order_items_status_order` ON `order_items` (`organization_id`,(case when "status_sort_key" is null then "status" else "status_sort_key" end) collate nocase);
--> statement-breakpoint
CREATE INDEX `order_items_needs_sku` ON `order_items` (`organization_id`,`order_day`) WHERE "order_items"."missing_sku" = 1 and "order_items"."order_closed" = 0 and "order_items"."status" not in ('Shipped','Delivered');
--> statement-breakpoint
CREATE INDEX `order_items_needs_design` ON `order_items` (`organization_id`,`store_id`,`order_day`) WHERE "order_items"."missing_design" = 1 and "order_items"."order_closed" = 0 and "order_items"."status" not in ('Shipped','Delivered');
--> statement-breakpoint
CREATE INDEX `order_items_pending_sort_keys` ON `order_items` (`organization_id`) WHERE ("order_items"."name_sort_key" is null and "order_items"."name" glob '*[^ -~]*') or ("order_items"."sku_sort_key" is null and "order_items"."sku" glob '*[^ -~]*') or ("order_items"."status_sort_key" is null and "order_items"."status" glob '*[^ -~]*');
--> statement-breakpoint
CREATE INDEX `order_items_name` ON `order_items` (`organization_id`,(case when "name_sort_key" is null then "name" else "name_sort_key" end) collate nocase);
--> statement-breakpoint
CREATE INDEX `order_items_sku` ON `order_items` (`organization_id`,(case when "sku_sort_key" is null then "sku" else "sku_sort_key" end) collate nocase);
--> statement-breakpoint
CREATE INDEX `orders_pending_sort_keys` ON `orders` (`organization_id`) WHERE ("orders"."customer_sort_key" is null and "orders"."customer_name" glob '*[^ -~]*');
--> statement-breakpoint
CREATE INDEX `orders_customer` ON `orders` (`organization_id`,(case when "customer_sort_key" is null then "customer_name" else "customer_sort_key" end) collate nocase);
--> statement-breakpoint
CREATE INDEX `products_sku_order` ON `products` (`organization_id`,(case when "sku_sort_key" is null then "sku" else "sku_sort_key" end) collate nocase) WHERE "products"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX `products_pending_sort_keys` ON `products` (`organization_id`) WHERE ("products"."title_sort_key" is null and "products"."title" glob '*[^ -~]*') or ("products"."sku_sort_key" is null and "products"."sku" glob '*[^ -~]*');
--> statement-breakpoint
CREATE INDEX `products_title` ON `products` (`organization_id`,(case when "title_sort_key" is null then "title" else "title_sort_key" end) collate nocase) WHERE "products"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX `expenses_category_order` ON `expenses` (`organization_id`,(case when "category_sort_key" is null then "category" else "category_sort_key" end) collate nocase);
--> statement-breakpoint
CREATE INDEX `expenses_pending_sort_keys` ON `expenses` (`organization_id`) WHERE ("expenses"."category_sort_key" is null and "expenses"."category" glob '*[^ -~]*');
--> statement-breakpoint
CREATE INDEX `stores_name_order` ON `stores` (`organization_id`,(case when "name_sort_key" is null then "name" else "name_sort_key" end) collate nocase);
--> statement-breakpoint
CREATE INDEX `stores_pending_sort_keys` ON `stores` (`organization_id`) WHERE ("stores"."name_sort_key" is null and "stores"."name" glob '*[^ -~]*');
--> statement-breakpoint
-- How many items need a SKU, by day, and how many of each store need a design file: stores can declare that they use none.
INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
SELECT i.organization_id, 'items', 'needs_sku', b.value->>0, b.value->>1, count(*)
FROM order_items i, json_each(json_array(json_array('all', 0), json_array('order_day', i.order_day))) b
WHERE i.missing_sku = 1 AND i.order_closed = 0 AND i.status NOT IN ('Shipped', 'Delivered') GROUP BY 1, 4, 5;
--> statement-breakpoint
INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
SELECT organization_id, 'items', 'needs_design:' || store_id, 'all', 0, count(*) FROM order_items
WHERE missing_design = 1 AND order_closed = 0 AND status NOT IN ('Shipped', 'Delivered') GROUP BY 1, 3;
--> statement-breakpoint
CREATE TRIGGER order_items_needs_insert AFTER INSERT ON order_items
WHEN (new.missing_sku OR new.missing_design) AND new.order_closed = 0 AND new.status NOT IN ('Shipped', 'Delivered')
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'items', f.column1, f.column2, f.column3, 1 FROM (VALUES ('needs_sku', 'all', 0, new.missing_sku = 1), ('needs_sku', 'order_day', new.order_day, new.missing_sku = 1), ('needs_design:' || new.store_id, 'all', 0, new.missing_design = 1)) AS f WHERE f.column4
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_needs_update AFTER UPDATE OF store_id, order_day, status, sku, custom_sku, design_url, order_closed ON order_items
WHEN (old.missing_sku OR old.missing_design OR new.missing_sku OR new.missing_design)
  AND (old.store_id, old.order_day, old.missing_sku, old.missing_design, old.order_closed = 0 AND old.status NOT IN ('Shipped', 'Delivered'))
    IS NOT (new.store_id, new.order_day, new.missing_sku, new.missing_design, new.order_closed = 0 AND new.status NOT IN ('Shipped', 'Delivered'))
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'items', filter, basis, bucket, sum(n) FROM (
    SELECT f.column1 AS filter, f.column2 AS basis, f.column3 AS bucket, -1 AS n FROM (VALUES ('needs_sku', 'all', 0, old.missing_sku = 1), ('needs_sku', 'order_day', old.order_day, old.missing_sku = 1), ('needs_design:' || old.store_id, 'all', 0, old.missing_design = 1)) AS f
    WHERE f.column4 AND old.order_closed = 0 AND old.status NOT IN ('Shipped', 'Delivered')
    UNION ALL SELECT f.column1, f.column2, f.column3, 1 FROM (VALUES ('needs_sku', 'all', 0, new.missing_sku = 1), ('needs_sku', 'order_day', new.order_day, new.missing_sku = 1), ('needs_design:' || new.store_id, 'all', 0, new.missing_design = 1)) AS f
    WHERE f.column4 AND new.order_closed = 0 AND new.status NOT IN ('Shipped', 'Delivered')
  ) GROUP BY filter, basis, bucket HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_needs_delete AFTER DELETE ON order_items
WHEN (old.missing_sku OR old.missing_design) AND old.order_closed = 0 AND old.status NOT IN ('Shipped', 'Delivered')
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT old.organization_id, 'items', f.column1, f.column2, f.column3, -1 FROM (VALUES ('needs_sku', 'all', 0, old.missing_sku = 1), ('needs_sku', 'order_day', old.order_day, old.missing_sku = 1), ('needs_design:' || old.store_id, 'all', 0, old.missing_design = 1)) AS f WHERE f.column4
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
-- Nothing of an order that is Complete or Cancelled still has to be made.
CREATE TRIGGER orders_closed_update AFTER UPDATE OF status ON orders
WHEN (old.status IN ('Complete', 'Cancelled')) <> (new.status IN ('Complete', 'Cancelled'))
BEGIN
  UPDATE order_items SET order_closed = (new.status IN ('Complete', 'Cancelled'))
  WHERE organization_id = new.organization_id AND order_id = new.id;
END;
