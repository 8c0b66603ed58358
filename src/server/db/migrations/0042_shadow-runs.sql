ALTER TABLE "price_replay" ADD COLUMN "shadow_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "price_replay" ADD COLUMN "shadow_end" text;--> statement-breakpoint
ALTER TABLE "price_replay" ADD COLUMN "shadow_changes" jsonb;--> statement-breakpoint
ALTER TABLE "price_replay" ADD COLUMN "computed_at" timestamp (3) with time zone;