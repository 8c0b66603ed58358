DROP INDEX "model_body_key";--> statement-breakpoint
ALTER TABLE "model_body" ADD COLUMN "features" jsonb;--> statement-breakpoint
ALTER TABLE "model_file" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "part_model" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "part_model" ADD COLUMN "dept_id" integer;--> statement-breakpoint
UPDATE "part_model" SET "user_id" = "orders"."user_id", "dept_id" = "orders"."dept_id" FROM "orders" WHERE "orders"."id" = "part_model"."order_id";--> statement-breakpoint
ALTER TABLE "part_model" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "part_model_of_user" ON "part_model" USING btree ("user_id","volume_mm3");--> statement-breakpoint
CREATE INDEX "part_model_of_company" ON "part_model" USING btree ("dept_id","volume_mm3");