ALTER TABLE "sys_user" ADD COLUMN "tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "address" text DEFAULT '' NOT NULL;