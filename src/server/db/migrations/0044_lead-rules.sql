ALTER TABLE "charge_rule" ADD COLUMN "lead_class_id" integer;--> statement-breakpoint
CREATE INDEX "orders_lead" ON "orders" USING btree (((lead ->> 'id')::integer),"created_at","id") WHERE lead is not null;--> statement-breakpoint
CREATE INDEX "orders_lead_shipped" ON "orders" USING btree ("shipped_at") WHERE lead is not null and shipped_at is not null;