-- Orders by tag, country, shipping service and assignee, in the order of their dates. list_counts has the total of each value, and its row is deleted
-- with the last order that has it: tags may be about persons.
CREATE TABLE `order_tags` (
	`organization_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`tag` text NOT NULL,
	`date` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `order_id`, `tag`),
	FOREIGN KEY (`organization_id`,`order_id`) REFERENCES `orders`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_tags_date` ON `order_tags` (`organization_id`,`tag`,`date`,`order_id`);--> statement-breakpoint
DROP INDEX `orders_assignee`;--> statement-breakpoint
CREATE INDEX `orders_ship_country` ON `orders` (`organization_id`,"ship_country" collate nocase,`date`) WHERE "orders"."ship_country" is not null;--> statement-breakpoint
CREATE INDEX `orders_shipping_service` ON `orders` (`organization_id`,"shipping_service" collate nocase,`date`) WHERE "orders"."shipping_service" is not null;--> statement-breakpoint
CREATE INDEX `orders_assignee` ON `orders` (`organization_id`,`assignee`,`date`) WHERE "orders"."assignee" is not null;
--> statement-breakpoint
INSERT INTO order_tags (organization_id, order_id, tag, date)
SELECT DISTINCT o.organization_id, o.id, lower(t.value), o.date FROM orders o, json_each(iif(json_valid(o.tags), o.tags, '[]')) t
WHERE o.tags IS NOT NULL AND t.type = 'text';
--> statement-breakpoint
INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
SELECT organization_id, 'orders', 'tag:' || tag, 'all', 0, count(*) FROM order_tags GROUP BY 1, 3
UNION ALL
SELECT organization_id, 'orders', 'ship_country:' || lower(ship_country), 'all', 0, count(*) FROM orders WHERE ship_country IS NOT NULL GROUP BY 1, 3
UNION ALL
SELECT organization_id, 'orders', 'shipping_service:' || lower(shipping_service), 'all', 0, count(*) FROM orders
WHERE shipping_service IS NOT NULL GROUP BY 1, 3
UNION ALL
SELECT organization_id, 'orders', 'assignee:' || assignee, 'all', 0, count(*) FROM orders WHERE assignee IS NOT NULL GROUP BY 1, 3;
--> statement-breakpoint
CREATE TRIGGER orders_places_insert AFTER INSERT ON orders
WHEN coalesce(new.ship_country, new.shipping_service, new.assignee) IS NOT NULL
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', column1, 'all', 0, 1
  FROM (VALUES ('ship_country:' || lower(new.ship_country)), ('shipping_service:' || lower(new.shipping_service)), ('assignee:' || new.assignee))
  WHERE column1 IS NOT NULL
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER orders_places_update AFTER UPDATE OF ship_country, shipping_service, assignee ON orders
WHEN (old.ship_country, old.shipping_service, old.assignee) IS NOT (new.ship_country, new.shipping_service, new.assignee)
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total)
  SELECT new.organization_id, 'orders', column1, 'all', 0, sum(column2)
  FROM (VALUES ('ship_country:' || lower(old.ship_country), -1), ('shipping_service:' || lower(old.shipping_service), -1), ('assignee:' || old.assignee, -1),
    ('ship_country:' || lower(new.ship_country), 1), ('shipping_service:' || lower(new.shipping_service), 1), ('assignee:' || new.assignee, 1))
  WHERE column1 IS NOT NULL GROUP BY column1 HAVING sum(column2) <> 0
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
  DELETE FROM list_counts WHERE organization_id = old.organization_id AND list = 'orders' AND basis = 'all' AND bucket = 0 AND total = 0
    AND filter IN ('ship_country:' || lower(old.ship_country), 'shipping_service:' || lower(old.shipping_service), 'assignee:' || old.assignee);
END;
--> statement-breakpoint
CREATE TRIGGER orders_places_delete AFTER DELETE ON orders
WHEN coalesce(old.ship_country, old.shipping_service, old.assignee) IS NOT NULL
BEGIN
  UPDATE list_counts SET total = total - 1 WHERE organization_id = old.organization_id AND list = 'orders' AND basis = 'all' AND bucket = 0
    AND filter IN ('ship_country:' || lower(old.ship_country), 'shipping_service:' || lower(old.shipping_service), 'assignee:' || old.assignee);
  DELETE FROM list_counts WHERE organization_id = old.organization_id AND list = 'orders' AND basis = 'all' AND bucket = 0 AND total = 0
    AND filter IN ('ship_country:' || lower(old.ship_country), 'shipping_service:' || lower(old.shipping_service), 'assignee:' || old.assignee);
END;
--> statement-breakpoint
CREATE TRIGGER orders_tags_insert AFTER INSERT ON orders WHEN new.tags IS NOT NULL
BEGIN
  INSERT INTO order_tags (organization_id, order_id, tag, date)
  SELECT DISTINCT new.organization_id, new.id, lower(value), new.date FROM json_each(iif(json_valid(new.tags), new.tags, '[]')) WHERE type = 'text';
END;
--> statement-breakpoint
CREATE TRIGGER orders_tags_update AFTER UPDATE OF tags, date ON orders
WHEN (old.tags IS NOT NULL OR new.tags IS NOT NULL) AND (old.tags, old.date) IS NOT (new.tags, new.date)
BEGIN
  DELETE FROM order_tags WHERE organization_id = new.organization_id AND order_id = new.id
    AND tag NOT IN (SELECT lower(value) FROM json_each(iif(json_valid(new.tags), new.tags, '[]')) WHERE type = 'text');
  INSERT INTO order_tags (organization_id, order_id, tag, date)
  SELECT DISTINCT new.organization_id, new.id, lower(value), new.date FROM json_each(iif(json_valid(new.tags), new.tags, '[]')) WHERE type = 'text'
  ON CONFLICT (organization_id, order_id, tag) DO UPDATE SET date = excluded.date WHERE date <> excluded.date;
END;
--> statement-breakpoint
CREATE TRIGGER orders_tags_delete AFTER DELETE ON orders WHEN old.tags IS NOT NULL
BEGIN
  DELETE FROM order_tags WHERE organization_id = old.organization_id AND order_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER order_tags_counted_insert AFTER INSERT ON order_tags
BEGIN
  INSERT INTO list_counts (organization_id, list, filter, basis, bucket, total) VALUES (new.organization_id, 'orders', 'tag:' || new.tag, 'all', 0, 1)
  ON CONFLICT (organization_id, list, filter, basis, bucket) DO UPDATE SET total = total + excluded.total;
END;
--> statement-breakpoint
CREATE TRIGGER order_tags_counted_delete AFTER DELETE ON order_tags
BEGIN
  UPDATE list_counts SET total = total - 1
  WHERE organization_id = old.organization_id AND list = 'orders' AND filter = 'tag:' || old.tag AND basis = 'all' AND bucket = 0;
  DELETE FROM list_counts
  WHERE organization_id = old.organization_id AND list = 'orders' AND filter = 'tag:' || old.tag AND basis = 'all' AND bucket = 0 AND total = 0;
END;
