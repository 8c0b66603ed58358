DROP INDEX "sys_login_log_user";--> statement-breakpoint
DROP INDEX "orders_created";--> statement-breakpoint
DROP INDEX "orders_placed";--> statement-breakpoint
DROP INDEX "orders_promised";--> statement-breakpoint
DROP INDEX "sys_login_log_time";--> statement-breakpoint
DROP INDEX "sys_opera_log_time";--> statement-breakpoint
DROP INDEX "sys_opera_log_user";--> statement-breakpoint
DROP INDEX "orders_user";--> statement-breakpoint
DROP INDEX "orders_dept";--> statement-breakpoint
DROP INDEX "orders_status";--> statement-breakpoint
CREATE INDEX "sys_login_log_status" ON "sys_login_log" USING btree ("status","login_time","id");--> statement-breakpoint
CREATE INDEX "sys_opera_log_title" ON "sys_opera_log" USING btree ("title","oper_time","id");--> statement-breakpoint
CREATE INDEX "sys_opera_log_code" ON "sys_opera_log" USING btree ("code","oper_time","id");--> statement-breakpoint
CREATE INDEX "sys_opera_log_method" ON "sys_opera_log" USING btree ("request_method","oper_time","id");--> statement-breakpoint
CREATE INDEX "sys_opera_log_latency" ON "sys_opera_log" USING btree ("latency_ms","oper_time","id");--> statement-breakpoint
CREATE INDEX "sys_opera_log_failed" ON "sys_opera_log" USING btree ("oper_time","id") WHERE status = '2';--> statement-breakpoint
CREATE INDEX "order_item_material" ON "order_item" USING btree ("material_name","order_id","revision","num","sub_total_fen");--> statement-breakpoint
CREATE INDEX "orders_price" ON "orders" USING btree ("total_fen","id");--> statement-breakpoint
CREATE INDEX "orders_list" ON "orders" USING btree ("created_at","id","status","user_id","dept_id","total_fen","promised_date","placed_at","order_no","revision");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("promised_date","id","status","user_id","dept_id");--> statement-breakpoint
CREATE INDEX "orders_shipped" ON "orders" USING btree ("shipped_at","promised_date","placed_at","user_id","dept_id");--> statement-breakpoint
CREATE INDEX "sys_login_log_time" ON "sys_login_log" USING btree ("login_time","id");--> statement-breakpoint
CREATE INDEX "sys_opera_log_time" ON "sys_opera_log" USING btree ("oper_time","id");--> statement-breakpoint
CREATE INDEX "sys_opera_log_user" ON "sys_opera_log" USING btree ("user_id","oper_time","id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_dept" ON "orders" USING btree ("dept_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
-- What the logs' text filters look for. PostgreSQL ships pg_trgm, but not every server has it installed: without it they are only slower.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "sys_login_log_text" ON "sys_login_log" USING gin ("username" gin_trgm_ops, "ipaddr" gin_trgm_ops);
	CREATE INDEX "sys_opera_log_text" ON "sys_opera_log" USING gin ("oper_url" gin_trgm_ops, "oper_ip" gin_trgm_ops);
EXCEPTION
	WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
		RAISE NOTICE 'pg_trgm is not to be had: %', SQLERRM;
END $$;
