ALTER TABLE `fulfillments` ADD `source_id` text;--> statement-breakpoint
ALTER TABLE `fulfillments` ADD `sending_tracking` text;--> statement-breakpoint
ALTER TABLE `fulfillments` ADD `sent_tracking` text;--> statement-breakpoint
CREATE INDEX `fulfillments_shipped` ON `fulfillments` (`organization_id`,`shipped_at`,`id`) WHERE "fulfillments"."shipped_at" is not null;--> statement-breakpoint
ALTER TABLE `connections` ADD `sends_fulfillments` integer DEFAULT 0 NOT NULL;