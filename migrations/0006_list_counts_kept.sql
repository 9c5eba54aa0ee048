-- What single filters of the lists find (list_counts), and when the orders of a day were created (order_days); what is there already is counted first.
INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
SELECT o.organization_id, 'orders', f.value, b.value->>0, b.value->>1, count(*)
FROM orders o, json_each(json_array('', 'status:' || o.status, 'store:' || o.store_id, iif(o.missing_sku, 'missing_sku', NULL), iif(o.missing_design, 'missing_design', NULL))) f,
  json_each(json_array(json_array('all', 0), json_array('date_day', o.date / 86400000), json_array('created_day', o.created_at / 86400000), json_array('created_hour', o.created_at / 3600000))) b
WHERE f.value = '' OR (f.value IS NOT NULL AND b.value->>0 <> 'created_hour')
GROUP BY 1, 3, 4, 5;
--> statement-breakpoint
INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
SELECT i.organization_id, 'items', f.value, b.value->>0, b.value->>1, count(*)
FROM order_items i, json_each(json_array('', 'status:' || lower(i.status), 'store:' || i.store_id, iif(i.missing_sku, 'missing_sku', NULL), iif(i.missing_design, 'missing_design', NULL), iif(i.missing_cost, 'missing_cost', NULL))) f,
  json_each(json_array(json_array('all', 0), json_array('order_day', i.order_day))) b
WHERE f.value IS NOT NULL
GROUP BY 1, 3, 4, 5;
--> statement-breakpoint
INSERT INTO order_days (organization_id, day, first_created, last_created, least_lag, greatest_lag)
SELECT organization_id, date / 86400000, min(created_at), max(created_at), min(created_at - date), max(created_at - date) FROM orders GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER orders_counted_insert AFTER INSERT ON orders BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', f.column1, b.column1, b.column2, 1
  FROM (VALUES (''), ('status:' || new.status), ('store:' || new.store_id), (iif(new.missing_sku, 'missing_sku', NULL)), (iif(new.missing_design, 'missing_design', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('date_day', new.date / 86400000), ('created_day', new.created_at / 86400000), ('created_hour', new.created_at / 3600000)) AS b
    WHERE f.column1 = '' OR (f.column1 IS NOT NULL AND b.column1 <> 'created_hour')
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
  INSERT INTO order_days (organization_id, day, first_created, last_created, least_lag, greatest_lag)
  VALUES (new.organization_id, new.date / 86400000, new.created_at, new.created_at, new.created_at - new.date, new.created_at - new.date)
  ON CONFLICT (organization_id, day) DO UPDATE SET first_created = min(first_created, excluded.first_created), last_created = max(last_created, excluded.last_created),
    least_lag = min(least_lag, excluded.least_lag), greatest_lag = max(greatest_lag, excluded.greatest_lag)
    WHERE excluded.first_created < first_created OR excluded.last_created > last_created OR excluded.least_lag < least_lag OR excluded.greatest_lag > greatest_lag;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_update AFTER UPDATE OF store_id, status, date, created_at, missing_sku, missing_design ON orders
WHEN (old.store_id, old.status, old.date, old.created_at, old.missing_sku, old.missing_design) IS NOT (new.store_id, new.status, new.date, new.created_at, new.missing_sku, new.missing_design)
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', filter, basis, bucket, sum(n) FROM (
    SELECT f.column1 AS filter, b.column1 AS basis, b.column2 AS bucket, -1 AS n
    FROM (VALUES (''), ('status:' || old.status), ('store:' || old.store_id), (iif(old.missing_sku, 'missing_sku', NULL)), (iif(old.missing_design, 'missing_design', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('date_day', old.date / 86400000), ('created_day', old.created_at / 86400000), ('created_hour', old.created_at / 3600000)) AS b
    WHERE f.column1 = '' OR (f.column1 IS NOT NULL AND b.column1 <> 'created_hour')
    UNION ALL SELECT f.column1, b.column1, b.column2, 1
    FROM (VALUES (''), ('status:' || new.status), ('store:' || new.store_id), (iif(new.missing_sku, 'missing_sku', NULL)), (iif(new.missing_design, 'missing_design', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('date_day', new.date / 86400000), ('created_day', new.created_at / 86400000), ('created_hour', new.created_at / 3600000)) AS b
    WHERE f.column1 = '' OR (f.column1 IS NOT NULL AND b.column1 <> 'created_hour')
  ) GROUP BY filter, basis, bucket HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
  INSERT INTO order_days (organization_id, day, first_created, last_created, least_lag, greatest_lag)
  VALUES (new.organization_id, new.date / 86400000, new.created_at, new.created_at, new.created_at - new.date, new.created_at - new.date)
  ON CONFLICT (organization_id, day) DO UPDATE SET first_created = min(first_created, excluded.first_created), last_created = max(last_created, excluded.last_created),
    least_lag = min(least_lag, excluded.least_lag), greatest_lag = max(greatest_lag, excluded.greatest_lag)
    WHERE excluded.first_created < first_created OR excluded.last_created > last_created OR excluded.least_lag < least_lag OR excluded.greatest_lag > greatest_lag;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_delete AFTER DELETE ON orders BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT old.organization_id, 'orders', f.column1, b.column1, b.column2, -1
  FROM (VALUES (''), ('status:' || old.status), ('store:' || old.store_id), (iif(old.missing_sku, 'missing_sku', NULL)), (iif(old.missing_design, 'missing_design', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('date_day', old.date / 86400000), ('created_day', old.created_at / 86400000), ('created_hour', old.created_at / 3600000)) AS b
    WHERE f.column1 = '' OR (f.column1 IS NOT NULL AND b.column1 <> 'created_hour')
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
-- Items are rolled up by the day that they are listed under, in place of days and hours of UTC.
DROP TRIGGER order_items_rolled_up_insert;
--> statement-breakpoint
DROP TRIGGER order_items_rolled_up_update;
--> statement-breakpoint
DROP TRIGGER order_items_rolled_up_delete;
--> statement-breakpoint
DELETE FROM item_rollups WHERE basis IN ('date_day', 'date_hour');
--> statement-breakpoint
INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
SELECT organization_id, 'order_day', order_day, store_id, lower(status), missing_sku + 2 * missing_design + 4 * missing_cost, count(*)
FROM order_items GROUP BY 1, 3, 4, 5, 6;
--> statement-breakpoint
CREATE TRIGGER order_items_counted_insert AFTER INSERT ON order_items BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, lower(new.status), new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost, 1
  FROM (VALUES ('all', 0), ('order_day', new.order_day)) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'items', f.column1, b.column1, b.column2, 1
  FROM (VALUES (''), ('status:' || lower(new.status)), ('store:' || new.store_id), (iif(new.missing_sku, 'missing_sku', NULL)), (iif(new.missing_design, 'missing_design', NULL)), (iif(new.missing_cost, 'missing_cost', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('order_day', new.order_day)) AS b
    WHERE f.column1 IS NOT NULL
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_counted_update AFTER UPDATE OF store_id, order_day, status, sku, custom_sku, design_url, cost ON order_items
WHEN (old.store_id, old.order_day, old.status, old.missing_sku, old.missing_design, old.missing_cost) IS NOT (new.store_id, new.order_day, new.status, new.missing_sku, new.missing_design, new.missing_cost)
BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, lower(old.status), old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost, -1
  FROM (VALUES ('all', 0), ('order_day', old.order_day)) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT new.organization_id, b.column1, b.column2, new.store_id, lower(new.status), new.missing_sku + 2 * new.missing_design + 4 * new.missing_cost, 1
  FROM (VALUES ('all', 0), ('order_day', new.order_day)) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'items', filter, basis, bucket, sum(n) FROM (
    SELECT f.column1 AS filter, b.column1 AS basis, b.column2 AS bucket, -1 AS n
    FROM (VALUES (''), ('status:' || lower(old.status)), ('store:' || old.store_id), (iif(old.missing_sku, 'missing_sku', NULL)), (iif(old.missing_design, 'missing_design', NULL)), (iif(old.missing_cost, 'missing_cost', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('order_day', old.order_day)) AS b
    WHERE f.column1 IS NOT NULL
    UNION ALL SELECT f.column1, b.column1, b.column2, 1
    FROM (VALUES (''), ('status:' || lower(new.status)), ('store:' || new.store_id), (iif(new.missing_sku, 'missing_sku', NULL)), (iif(new.missing_design, 'missing_design', NULL)), (iif(new.missing_cost, 'missing_cost', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('order_day', new.order_day)) AS b
    WHERE f.column1 IS NOT NULL
  ) GROUP BY filter, basis, bucket HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_items_counted_delete AFTER DELETE ON order_items BEGIN
  INSERT INTO item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
  SELECT old.organization_id, b.column1, b.column2, old.store_id, lower(old.status), old.missing_sku + 2 * old.missing_design + 4 * old.missing_cost, -1
  FROM (VALUES ('all', 0), ('order_day', old.order_day)) AS b WHERE true
  ON CONFLICT (organization_id, basis, bucket, store_id, status, missing) DO UPDATE SET items = items + excluded.items;
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT old.organization_id, 'items', f.column1, b.column1, b.column2, -1
  FROM (VALUES (''), ('status:' || lower(old.status)), ('store:' || old.store_id), (iif(old.missing_sku, 'missing_sku', NULL)), (iif(old.missing_design, 'missing_design', NULL)), (iif(old.missing_cost, 'missing_cost', NULL))) AS f
    CROSS JOIN (VALUES ('all', 0), ('order_day', old.order_day)) AS b
    WHERE f.column1 IS NOT NULL
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
