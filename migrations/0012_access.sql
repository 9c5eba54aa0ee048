CREATE TABLE `member_invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`organization_id` integer NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`replaces_user_id` integer,
	`invited_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replaces_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "member_invitations_role" CHECK("member_invitations"."role" in ('owner','admin','member','viewer'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_invitations_token` ON `member_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `member_invitations_address` ON `member_invitations` (`organization_id`,"email" collate nocase);--> statement-breakpoint
CREATE INDEX `member_invitations_end` ON `member_invitations` (`expires_at`);--> statement-breakpoint
DROP INDEX `users_email`;--> statement-breakpoint
ALTER TABLE `users` ADD `verified_by` text;--> statement-breakpoint
CREATE INDEX `users_address` ON `users` ("email" collate nocase);--> statement-breakpoint
CREATE UNIQUE INDEX `users_verified_address` ON `users` ("email" collate nocase) WHERE "users"."verified_by" is not null;--> statement-breakpoint
CREATE INDEX `users_password` ON `users` ("email" collate nocase) WHERE "users"."password_hash" is not null;--> statement-breakpoint
-- Vouched for: accounts that a provider knows, and those that the deployer made, as long as nobody has chosen a password for them by a link.
UPDATE `users` SET `verified_by` = 'provider' WHERE `id` IN (SELECT `user_id` FROM `identities`);
--> statement-breakpoint
UPDATE `users` SET `verified_by` = 'operator'
WHERE `verified_by` IS NULL AND `id` NOT IN (SELECT `user_id` FROM `invitations` WHERE `used_at` IS NOT NULL) AND `id` IN (
	SELECT CAST(`target_id` AS integer) FROM `audit_log` WHERE `action` = 'member.added'
	GROUP BY `target_id` HAVING min(`id`) = min(CASE WHEN `actor_kind` = 'operator' THEN `id` END)
);
--> statement-breakpoint
INSERT INTO `member_invitations` (`token_hash`, `organization_id`, `email`, `role`, `invited_by`, `created_at`, `expires_at`, `used_at`)
SELECT f.`token_hash`, f.`organization_id`, u.`email`, f.`role`, f.`offered_by`, f.`created_at`, f.`expires_at`, f.`used_at`
FROM `membership_offers` f JOIN `users` u ON u.`id` = f.`user_id`;
