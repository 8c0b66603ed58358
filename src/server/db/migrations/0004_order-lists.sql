CREATE INDEX "orders_status_price" ON "orders" USING btree ("status","total_fen","id");--> statement-breakpoint
CREATE INDEX "orders_status_due" ON "orders" USING btree ("status","promised_date","id");--> statement-breakpoint
DO $$
BEGIN
	CREATE INDEX "orders_no_text" ON "orders" USING gin ("order_no" gin_trgm_ops);
EXCEPTION
	WHEN undefined_object THEN
		RAISE NOTICE 'pg_trgm is not to be had: %', SQLERRM;
END $$;
