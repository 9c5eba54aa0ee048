-- The release before this one does not know order_closed, has_live_items, refunded_tax and the sort keys. It may write rows after the migrations
-- were applied: until the deployment, or after a return to it. Triggers keep these columns right whatever code writes. Where SQLite cannot compute a value,
-- they set it to null, which means "not computed yet", and the Worker's backfills find the row.
CREATE TRIGGER order_items_order_insert AFTER INSERT ON order_items
WHEN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = new.organization_id AND o.id = new.order_id
  AND ((new.order_closed = 0 AND o.status IN ('Complete', 'Cancelled')) OR o.has_live_items <> (new.status NOT IN ('Cancelled', 'Refunded'))))
BEGIN
  UPDATE order_items SET order_closed = 1 WHERE id = new.id AND order_closed = 0
    AND EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = new.organization_id AND o.id = new.order_id AND o.status IN ('Complete', 'Cancelled'));
  UPDATE orders SET has_live_items = live.has FROM (SELECT EXISTS (SELECT 1 FROM order_items i
    WHERE i.organization_id = new.organization_id AND i.order_id = new.order_id AND i.status NOT IN ('Cancelled', 'Refunded')) AS has) live
  WHERE orders.organization_id = new.organization_id AND orders.id = new.order_id AND orders.has_live_items <> live.has;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_live_update AFTER UPDATE OF status ON order_items
WHEN (old.status IN ('Cancelled', 'Refunded')) <> (new.status IN ('Cancelled', 'Refunded'))
BEGIN
  UPDATE orders SET has_live_items = live.has FROM (SELECT EXISTS (SELECT 1 FROM order_items i
    WHERE i.organization_id = new.organization_id AND i.order_id = new.order_id AND i.status NOT IN ('Cancelled', 'Refunded')) AS has) live
  WHERE orders.organization_id = new.organization_id AND orders.id = new.order_id AND orders.has_live_items <> live.has;
END;
--> statement-breakpoint
-- A refund's tax that the source has given stays with it.
CREATE TRIGGER orders_refunded_tax_update AFTER UPDATE OF total_amount, tax, refund_amount ON orders
WHEN new.refund_tax IS NULL AND old.refunded_tax IS NOT NULL AND new.refunded_tax = old.refunded_tax AND new.refund_amount <> 0
  AND (old.tax <> 0 OR new.tax <> 0) AND (old.total_amount, old.tax, old.refund_amount) IS NOT (new.total_amount, new.tax, new.refund_amount)
BEGIN
  UPDATE orders SET refunded_tax = NULL WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER orders_sort_keys_update AFTER UPDATE OF customer_name ON orders
WHEN (new.customer_name IS NOT old.customer_name AND new.customer_sort_key = old.customer_sort_key)
BEGIN
  UPDATE orders SET customer_sort_key = iif((new.customer_name IS NOT old.customer_name AND new.customer_sort_key = old.customer_sort_key), NULL, customer_sort_key) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_sort_keys_update AFTER UPDATE OF name, sku, status ON order_items
WHEN (new.name IS NOT old.name AND new.name_sort_key = old.name_sort_key) OR (new.sku IS NOT old.sku AND new.sku_sort_key = old.sku_sort_key) OR (new.status IS NOT old.status AND new.status_sort_key = old.status_sort_key)
BEGIN
  UPDATE order_items SET name_sort_key = iif((new.name IS NOT old.name AND new.name_sort_key = old.name_sort_key), NULL, name_sort_key), sku_sort_key = iif((new.sku IS NOT old.sku AND new.sku_sort_key = old.sku_sort_key), NULL, sku_sort_key), status_sort_key = iif((new.status IS NOT old.status AND new.status_sort_key = old.status_sort_key), NULL, status_sort_key) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_sort_keys_update AFTER UPDATE OF title, sku ON products
WHEN (new.title IS NOT old.title AND new.title_sort_key = old.title_sort_key) OR (new.sku IS NOT old.sku AND new.sku_sort_key = old.sku_sort_key)
BEGIN
  UPDATE products SET title_sort_key = iif((new.title IS NOT old.title AND new.title_sort_key = old.title_sort_key), NULL, title_sort_key), sku_sort_key = iif((new.sku IS NOT old.sku AND new.sku_sort_key = old.sku_sort_key), NULL, sku_sort_key) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_sort_keys_update AFTER UPDATE OF category ON expenses
WHEN (new.category IS NOT old.category AND new.category_sort_key = old.category_sort_key)
BEGIN
  UPDATE expenses SET category_sort_key = iif((new.category IS NOT old.category AND new.category_sort_key = old.category_sort_key), NULL, category_sort_key) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER stores_sort_keys_update AFTER UPDATE OF name ON stores
WHEN (new.name IS NOT old.name AND new.name_sort_key = old.name_sort_key)
BEGIN
  UPDATE stores SET name_sort_key = iif((new.name IS NOT old.name AND new.name_sort_key = old.name_sort_key), NULL, name_sort_key) WHERE id = new.id;
END;
