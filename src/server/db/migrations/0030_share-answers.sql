ALTER TABLE "quotation_share" ADD COLUMN "can_reply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quotation_share" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "quotation_share" ADD COLUMN "answered_at" timestamp (3) with time zone;