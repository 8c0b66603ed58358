ALTER TABLE "order_revision" ADD COLUMN "alternatives" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "alternatives" jsonb DEFAULT '[]'::jsonb NOT NULL;