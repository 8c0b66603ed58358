CREATE TABLE "price_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"revision" bigint NOT NULL,
	"draft_id" integer,
	"user_id" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_draft" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "price_draft" ADD COLUMN "scheduled_by" integer;--> statement-breakpoint
ALTER TABLE "price_draft" ADD COLUMN "scheduled_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_draft" ADD COLUMN "failure" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "price_change_key" ON "price_change" USING btree ("key","id");--> statement-breakpoint
-- Drafts written before hold prices of options alone.
UPDATE "price_draft" SET "changes" = coalesce((SELECT jsonb_agg('{"kind": "cell"}'::jsonb || change) FROM jsonb_array_elements("changes") AS change), '[]');
