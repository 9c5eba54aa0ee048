CREATE TABLE `event_floors` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`purged_to` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO event_floors (organization_id, purged_to) SELECT id, events_purged_to FROM organizations WHERE events_purged_to > 0;
--> statement-breakpoint
-- The release before this one reads and writes organizations.events_purged_to. Triggers keep both equal, whatever code writes: until the
-- deployment, and after a return to that release. Each changes a row only where it raises the floor, so that none sets off the other again.
CREATE TRIGGER organizations_event_floor_update AFTER UPDATE OF events_purged_to ON organizations
WHEN new.events_purged_to > old.events_purged_to
BEGIN
  INSERT INTO event_floors (organization_id, purged_to) VALUES (new.id, new.events_purged_to)
    ON CONFLICT (organization_id) DO UPDATE SET purged_to = excluded.purged_to WHERE excluded.purged_to > purged_to;
END;
--> statement-breakpoint
CREATE TRIGGER event_floors_insert AFTER INSERT ON event_floors
BEGIN
  UPDATE organizations SET events_purged_to = new.purged_to WHERE id = new.organization_id AND events_purged_to < new.purged_to;
END;
--> statement-breakpoint
CREATE TRIGGER event_floors_update AFTER UPDATE OF purged_to ON event_floors
BEGIN
  UPDATE organizations SET events_purged_to = new.purged_to WHERE id = new.organization_id AND events_purged_to < new.purged_to;
END;
