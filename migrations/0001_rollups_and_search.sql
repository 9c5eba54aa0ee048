-- Text search. Each word is stored with its organization in front (src/domain/search-words.ts), so that a query reads
-- only its own organization's postings. Contentless: rowid is the order's, the item's or the product's id.
CREATE VIRTUAL TABLE order_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '~_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE item_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '~_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE product_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '~_'");
--> statement-breakpoint
-- The last ids handed out. A further database of the same service starts its own at k x 2^40 (decisions C20).
INSERT INTO sequences (name, value) VALUES ('orders', 0), ('order_items', 0), ('expenses', 0);
--> statement-breakpoint
-- Roll-ups: what a row counted for is taken off, what it now counts for is put on.
CREATE TRIGGER orders_rolled_up_insert AFTER INSERT ON orders BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, production_cost)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, new.status, b.column3, new.currency,
    1, new.item_count, coalesce(new.is_refunded, 0), (new.missing_cost = 0), new.total_amount, new.subtotal, new.tax, new.shipping_cost, new.discount, coalesce(new.refund_amount, 0), new.production_cost
  FROM (VALUES
    ('all', 0, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_day', new.created_at / 86400000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_hour', new.created_at / 3600000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('date_day', new.date / 86400000, 0),
    ('date_hour', new.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
CREATE TRIGGER orders_rolled_up_update AFTER UPDATE OF store_id, status, currency, date, created_at, item_count, is_refunded, missing_sku, missing_design, missing_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, production_cost ON orders
WHEN (old.store_id, old.status, old.currency, old.date, old.created_at, old.item_count, old.is_refunded, old.missing_sku, old.missing_design, old.missing_cost, old.total_amount, old.subtotal, old.tax, old.shipping_cost, old.discount, old.refund_amount, old.production_cost) IS NOT (new.store_id, new.status, new.currency, new.date, new.created_at, new.item_count, new.is_refunded, new.missing_sku, new.missing_design, new.missing_cost, new.total_amount, new.subtotal, new.tax, new.shipping_cost, new.discount, new.refund_amount, new.production_cost)
BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, production_cost)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, old.status, b.column3, old.currency,
    -1, -old.item_count, -coalesce(old.is_refunded, 0), -(old.missing_cost = 0), -old.total_amount, -old.subtotal, -old.tax, -old.shipping_cost, -old.discount, -coalesce(old.refund_amount, 0), -old.production_cost
  FROM (VALUES
    ('all', 0, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_day', old.created_at / 86400000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_hour', old.created_at / 3600000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('date_day', old.date / 86400000, 0),
    ('date_hour', old.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, production_cost = production_cost + excluded.production_cost;
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, production_cost)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, new.status, b.column3, new.currency,
    1, new.item_count, coalesce(new.is_refunded, 0), (new.missing_cost = 0), new.total_amount, new.subtotal, new.tax, new.shipping_cost, new.discount, coalesce(new.refund_amount, 0), new.production_cost
  FROM (VALUES
    ('all', 0, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_day', new.created_at / 86400000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('created_hour', new.created_at / 3600000, new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost),
    ('date_day', new.date / 86400000, 0),
    ('date_hour', new.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
CREATE TRIGGER orders_rolled_up_delete AFTER DELETE ON orders BEGIN
  INSERT INTO order_rollups (organization_id, basis, bucket, store_id, status, missing, currency,
    orders, items, refunded, with_cost, total_amount, subtotal, tax, shipping_cost, discount, refund_amount, production_cost)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, old.status, b.column3, old.currency,
    -1, -old.item_count, -coalesce(old.is_refunded, 0), -(old.missing_cost = 0), -old.total_amount, -old.subtotal, -old.tax, -old.shipping_cost, -old.discount, -coalesce(old.refund_amount, 0), -old.production_cost
  FROM (VALUES
    ('all', 0, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_day', old.created_at / 86400000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('created_hour', old.created_at / 3600000, old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost),
    ('date_day', old.date / 86400000, 0),
    ('date_hour', old.date / 3600000, 0)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing, currency) DO UPDATE SET
    orders = orders + excluded.orders, items = items + excluded.items, refunded = refunded + excluded.refunded, with_cost = with_cost + excluded.with_cost, total_amount = total_amount + excluded.total_amount, subtotal = subtotal + excluded.subtotal, tax = tax + excluded.tax, shipping_cost = shipping_cost + excluded.shipping_cost, discount = discount + excluded.discount, refund_amount = refund_amount + excluded.refund_amount, production_cost = production_cost + excluded.production_cost;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_rolled_up_insert AFTER INSERT ON order_items BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, lower(new.status), new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost, 1
  FROM (VALUES
    ('all', 0),
    ('date_day', new.order_date / 86400000),
    ('date_hour', new.order_date / 3600000)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_rolled_up_update AFTER UPDATE OF store_id, order_date, status, sku, custom_sku, design_url, cost ON order_items
WHEN (old.store_id, old.order_date, old.status, old.missing_sku, old.missing_design, old.missing_cost) IS NOT (new.store_id, new.order_date, new.status, new.missing_sku, new.missing_design, new.missing_cost)
BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, lower(old.status), old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost, -1
  FROM (VALUES
    ('all', 0),
    ('date_day', old.order_date / 86400000),
    ('date_hour', old.order_date / 3600000)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, lower(new.status), new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost, 1
  FROM (VALUES
    ('all', 0),
    ('date_day', new.order_date / 86400000),
    ('date_hour', new.order_date / 3600000)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_rolled_up_delete AFTER DELETE ON order_items BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, lower(old.status), old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost, -1
  FROM (VALUES
    ('all', 0),
    ('date_day', old.order_date / 86400000),
    ('date_hour', old.order_date / 3600000)
  ) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
END;
