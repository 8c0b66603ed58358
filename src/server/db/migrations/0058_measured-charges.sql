ALTER TABLE "charge_rule" ADD COLUMN "machining" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_rule" ADD COLUMN "diameter_over_mm" double precision;--> statement-breakpoint
ALTER TABLE "charge_rule" ADD COLUMN "diameter_up_to_mm" double precision;--> statement-breakpoint
ALTER TABLE "charge_rule" ADD COLUMN "depth_over_mm" double precision;--> statement-breakpoint
ALTER TABLE "charge_rule" ADD COLUMN "depth_up_to_mm" double precision;--> statement-breakpoint
ALTER TABLE "charge_rule" ADD COLUMN "without_model" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_rule" ADD COLUMN "flat_fen" bigint;