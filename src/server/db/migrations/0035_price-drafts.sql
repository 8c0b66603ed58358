CREATE TABLE "price_draft" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"changes" jsonb NOT NULL,
	"count" integer NOT NULL,
	"created_name" text NOT NULL,
	"published_name" text DEFAULT '' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"undone_name" text DEFAULT '' NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"create_by" integer DEFAULT 0 NOT NULL,
	"update_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "price_draft_list" ON "price_draft" USING btree ("created_at","id");