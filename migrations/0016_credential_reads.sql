ALTER TABLE `credentials` ADD `reads` text DEFAULT 'primary' NOT NULL;--> statement-breakpoint
ALTER TABLE `credentials` ADD `region` text;