DROP INDEX "sys_config_key";--> statement-breakpoint
ALTER TABLE "sys_config" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipped_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "sys_config_key" ON "sys_config" USING btree ("config_key") WHERE deleted_at is null;--> statement-breakpoint
UPDATE "orders" SET "shipped_at" = (SELECT max("created_at") FROM "order_history" WHERE "order_id" = "orders"."id" AND "to_status" = 'shipped') WHERE "status" IN ('shipped', 'completed');
