CREATE TABLE `list_counts` (
	`organization_id` integer NOT NULL,
	`list` text NOT NULL,
	`filter` text NOT NULL,
	`basis` text NOT NULL,
	`bucket` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `list`, `filter`, `basis`, `bucket`)
);
--> statement-breakpoint
CREATE TABLE `order_days` (
	`organization_id` integer NOT NULL,
	`day` integer NOT NULL,
	`first_created` integer NOT NULL,
	`last_created` integer NOT NULL,
	`least_lag` integer NOT NULL,
	`greatest_lag` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `day`)
);
