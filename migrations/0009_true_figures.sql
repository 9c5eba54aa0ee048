-- The roll-ups of orders also sum the tax in refunds, and they count an order as one with a cost only if it has a live item.
-- The triggers are dropped first and created again at the end, so that the updates in between do not fire them.
DROP TRIGGER orders_rolled_up_insert;
--> statement-breakpoint
DROP TRIGGER orders_rolled_up_update;
--> statement-breakpoint
DROP TRIGGER orders_rolled_up_delete;
--> statement-breakpoint
ALTER TABLE `order_rollups` ADD `refunded_tax` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `orders` ADD `taxes_included` integer;
--> statement-breakpoint
ALTER TABLE `orders` ADD `refund_tax` integer;
--> statement-breakpoint
ALTER TABLE `orders` ADD `refunded_tax` integer;
--> statement-breakpoint
ALTER TABLE `orders` ADD `has_live_items` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
CREATE INDEX `orders_pending_refunds` ON `orders` (`organization_id`,`date`) WHERE "orders"."refunded_tax" is null and "orders"."refund_amount" <> 0;
--> statement-breakpoint
-- Only the few orders without a live item differ from the default. Such an order lacks nothing, so its roll-up rows have missing = 0.
UPDATE orders SET has_live_items = 0 WHERE missing_sku = 0 AND missing_design = 0 AND missing_cost = 0
  AND NOT EXISTS (SELECT 1 FROM order_items i WHERE i.organization_id = orders.organization_id AND i.order_id = orders.id AND i.status NOT IN ('Cancelled', 'Refunded'));
--> statement-breakpoint
UPDATE order_rollups SET with_cost = with_cost - c.n
FROM (
  SELECT o.organization_id, b.value->>0 AS basis, b.value->>1 AS bucket, o.store_id, o.status, o.currency, count(*) AS n
  FROM orders o, json_each(json_array(json_array('all', 0), json_array('created_day', o.created_at / 86400000), json_array('created_hour', o.created_at / 3600000),
    json_array('date_day', o.date / 86400000), json_array('date_hour', o.date / 3600000))) b
  WHERE o.has_live_items = 0 GROUP BY 1, 2, 3, 4, 5, 6
) c
WHERE order_rollups.organization_id = c.organization_id AND order_rollups.basis = c.basis AND order_rollups.bucket = c.bucket
  AND order_rollups.store_id = c.store_id AND order_rollups.status = c.status AND order_rollups.missing = 0 AND order_rollups.currency = c.currency;
--> statement-breakpoint
-- refunded_tax stays null for existing orders, and the triggers count null as 0. SQLite integers cannot hold refund x tax, so the Worker
-- computes it (src/backfill/refunded-tax.ts).
CREATE TRIGGER orders_rolled_up_insert AFTER INSERT ON orders BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, new.status, b.column3, new.currency,
    1, new.item_count, coalesce(new.is_refunded, 0), (new.missing_cost = 0 AND new.has_live_items = 1), new.total_amount, new.subtotal, new.tax, new.shipping_cost, new.discount, coalesce(new.refund_amount, 0), coalesce(new.refunded_tax, 0), new.production_cost
  FROM (VALUES
    ('all', 0, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_day', new.created_at / 86400000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_hour', new.created_at / 3600000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('date_day', new.date / 86400000, 0),
    ('date_hour', new.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax, production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
CREATE TRIGGER orders_rolled_up_update AFTER UPDATE OF store_id, status, currency, date, created_at, item_count, is_refunded, missing_sku, missing_design, missing_cost, has_live_items, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost ON orders
WHEN (old.store_id, old.status, old.currency, old.date, old.created_at, old.item_count, old.is_refunded, old.missing_sku, old.missing_design, old.missing_cost, old.has_live_items, old.total_amount, old.subtotal, old.tax, old.shipping_cost, old.discount, old.refund_amount, old.refunded_tax, old.production_cost) IS NOT (new.store_id, new.status, new.currency, new.date, new.created_at, new.item_count, new.is_refunded, new.missing_sku, new.missing_design, new.missing_cost, new.has_live_items, new.total_amount, new.subtotal, new.tax, new.shipping_cost, new.discount, new.refund_amount, new.refunded_tax, new.production_cost)
BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, old.status, b.column3, old.currency,
    -1, -old.item_count, -coalesce(old.is_refunded, 0), -(old.missing_cost = 0 AND old.has_live_items = 1), -old.total_amount, -old.subtotal, -old.tax, -old.shipping_cost, -old.discount, -coalesce(old.refund_amount, 0), -coalesce(old.refunded_tax, 0), -old.production_cost
  FROM (VALUES
    ('all', 0, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_day', old.created_at / 86400000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_hour', old.created_at / 3600000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('date_day', old.date / 86400000, 0),
    ('date_hour', old.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax, production_cost = production_cost + excluded.production_cost;
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, new.status, b.column3, new.currency,
    1, new.item_count, coalesce(new.is_refunded, 0), (new.missing_cost = 0 AND new.has_live_items = 1), new.total_amount, new.subtotal, new.tax, new.shipping_cost, new.discount, coalesce(new.refund_amount, 0), coalesce(new.refunded_tax, 0), new.production_cost
  FROM (VALUES
    ('all', 0, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_day', new.created_at / 86400000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_hour', new.created_at / 3600000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('date_day', new.date / 86400000, 0),
    ('date_hour', new.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax, production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
CREATE TRIGGER orders_rolled_up_delete AFTER DELETE ON orders BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, refunded_tax, production_cost)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, old.status, b.column3, old.currency,
    -1, -old.item_count, -coalesce(old.is_refunded, 0), -(old.missing_cost = 0 AND old.has_live_items = 1), -old.total_amount, -old.subtotal, -old.tax, -old.shipping_cost, -old.discount, -coalesce(old.refund_amount, 0), -coalesce(old.refunded_tax, 0), -old.production_cost
  FROM (VALUES
    ('all', 0, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_day', old.created_at / 86400000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_hour', old.created_at / 3600000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('date_day', old.date / 86400000, 0),
    ('date_hour', old.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, refunded_tax = refunded_tax + excluded.refunded_tax, production_cost = production_cost + excluded.production_cost;
END;
