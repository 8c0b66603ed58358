-- Sums of orders were kept by the day on which their quotation was made; now by that on which they were placed. Nobody folds
-- (the lock of the sums) and nobody writes orders while they are entered anew: the server folds them within its first minutes.
-- A server of the previous version beside this one cannot fold, because it does not fill "won".
SELECT pg_advisory_xact_lock(7150115);--> statement-breakpoint
LOCK TABLE "orders" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
TRUNCATE "order_change", "order_day_sum", "order_material_sum", "order_status_sum";--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
ALTER TABLE "order_day_sum" ADD COLUMN "won" bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("placed_at","id") WHERE placed_at is not null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("user_id","placed_at","dept_id") WHERE placed_at is not null and status <> 'cancelled';--> statement-breakpoint
INSERT INTO order_change (sign, order_id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at)
SELECT 1, id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at FROM orders;
