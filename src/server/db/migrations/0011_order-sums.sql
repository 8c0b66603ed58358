CREATE TABLE "order_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sign" smallint NOT NULL,
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"status" text NOT NULL,
	"total_fen" bigint NOT NULL,
	"promised_date" text NOT NULL,
	"user_id" integer NOT NULL,
	"dept_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"placed_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "order_day_sum" (
	"grain" text NOT NULL,
	"dept_id" integer NOT NULL,
	"day" date NOT NULL,
	"quotations" bigint DEFAULT 0 NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"fen" bigint DEFAULT 0 NOT NULL,
	"due" bigint DEFAULT 0 NOT NULL,
	"open" bigint DEFAULT 0 NOT NULL,
	"shipped" bigint DEFAULT 0 NOT NULL,
	"late" bigint DEFAULT 0 NOT NULL,
	"promised_days" bigint DEFAULT 0 NOT NULL,
	"actual_days" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "order_day_sum_grain_dept_id_day_pk" PRIMARY KEY("grain","dept_id","day")
);
--> statement-breakpoint
CREATE TABLE "order_material_sum" (
	"grain" text NOT NULL,
	"dept_id" integer NOT NULL,
	"day" date NOT NULL,
	"material_name" text NOT NULL,
	"pieces" bigint DEFAULT 0 NOT NULL,
	"fen" bigint DEFAULT 0 NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "order_material_sum_grain_dept_id_day_material_name_pk" PRIMARY KEY("grain","dept_id","day","material_name")
);
--> statement-breakpoint
CREATE TABLE "order_status_sum" (
	"user_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"status" text NOT NULL,
	"count" bigint DEFAULT 0 NOT NULL,
	"fen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "order_status_sum_user_id_dept_id_status_pk" PRIMARY KEY("user_id","dept_id","status")
);
--> statement-breakpoint
DROP INDEX "orders_shipped";--> statement-breakpoint
CREATE INDEX "order_day_sum_day" ON "order_day_sum" USING btree ("grain","day","dept_id");--> statement-breakpoint
CREATE INDEX "order_day_sum_open" ON "order_day_sum" USING btree ("grain","dept_id","day") WHERE open <> 0;--> statement-breakpoint
CREATE INDEX "order_status_sum_dept" ON "order_status_sum" USING btree ("dept_id");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("promised_date","id") WHERE status in ('placed', 'confirmed', 'producing', 'inspecting');--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("user_id","created_at","dept_id") WHERE placed_at is not null and status <> 'cancelled';--> statement-breakpoint
-- Whoever writes orders, this version or an older one beside it: each statement logs what it changed. Rows are only added,
-- so that no order waits for another's sums.
CREATE FUNCTION log_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO order_change (sign, order_id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at)
	SELECT 1, id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at FROM new_orders;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION log_old_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO order_change (sign, order_id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at)
	SELECT -1, id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at FROM old_orders;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION log_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO order_change (sign, order_id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at)
	SELECT image.*
	FROM old_orders o
	JOIN new_orders n ON n.id = o.id
	CROSS JOIN LATERAL (VALUES
		(-1, o.id, o.revision, o.status, o.total_fen, o.promised_date, o.user_id, o.dept_id, o.created_at, o.placed_at, o.shipped_at),
		(1, n.id, n.revision, n.status, n.total_fen, n.promised_date, n.user_id, n.dept_id, n.created_at, n.placed_at, n.shipped_at)
	) AS image
	WHERE (o.revision, o.status, o.total_fen, o.promised_date, o.user_id, o.dept_id, o.created_at, o.placed_at, o.shipped_at)
		IS DISTINCT FROM (n.revision, n.status, n.total_fen, n.promised_date, n.user_id, n.dept_id, n.created_at, n.placed_at, n.shipped_at);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER log_new AFTER INSERT ON "orders" REFERENCING NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION log_new_orders();--> statement-breakpoint
CREATE TRIGGER log_old AFTER DELETE ON "orders" REFERENCING OLD TABLE AS old_orders FOR EACH STATEMENT EXECUTE FUNCTION log_old_orders();--> statement-breakpoint
CREATE TRIGGER log_changed AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION log_changed_orders();--> statement-breakpoint
-- The orders that are there already: the server folds them within its first minutes.
INSERT INTO order_change (sign, order_id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at)
SELECT 1, id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at FROM orders;
