ALTER TABLE "price_change" ADD COLUMN "undoes" bigint;--> statement-breakpoint
ALTER TABLE "price_change" ADD COLUMN "was_manual" boolean;--> statement-breakpoint
CREATE INDEX "price_change_undoes" ON "price_change" USING btree ("undoes") WHERE undoes is not null;