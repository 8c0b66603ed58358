CREATE TABLE "part_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "part_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "part_line" (
	"order_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"part_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"dept_id" integer,
	"num" integer NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"ordered_at" timestamp (3) with time zone,
	CONSTRAINT "part_line_order_id_line_no_pk" PRIMARY KEY("order_id","line_no")
);
--> statement-breakpoint
CREATE TABLE "part" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "part_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner" integer NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"revision" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"alias_key" text DEFAULT '' NOT NULL,
	"long_mm" double precision NOT NULL,
	"middle_mm" double precision NOT NULL,
	"short_mm" double precision NOT NULL,
	"geometry" text,
	"scale" text,
	"fingerprint" jsonb,
	"volume_mm3" double precision,
	"version" integer DEFAULT 1 NOT NULL,
	"create_by" integer DEFAULT 0 NOT NULL,
	"update_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge_rule" ADD COLUMN "on_repeat" text DEFAULT 'charged' NOT NULL;--> statement-breakpoint
ALTER TABLE "part_line" ADD CONSTRAINT "part_line_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_line" ADD CONSTRAINT "part_line_part_id_part_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."part"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "part_line_part" ON "part_line" USING btree ("part_id","order_id");--> statement-breakpoint
CREATE INDEX "part_line_of_user" ON "part_line" USING btree ("user_id","part_id","dept_id","ordered_at","made_at","num","order_id");--> statement-breakpoint
CREATE INDEX "part_line_of_company" ON "part_line" USING btree ("dept_id","part_id","user_id","ordered_at","made_at","num","order_id");--> statement-breakpoint
CREATE INDEX "part_name" ON "part" USING btree ("owner","name_key");--> statement-breakpoint
CREATE INDEX "part_alias" ON "part" USING btree ("owner","alias_key");--> statement-breakpoint
CREATE INDEX "part_geometry" ON "part" USING btree ("owner","geometry");--> statement-breakpoint
CREATE INDEX "part_volume" ON "part" USING btree ("owner","volume_mm3");--> statement-breakpoint
CREATE FUNCTION log_new_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO part_change (order_id) SELECT id FROM new_orders;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION log_changed_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO part_change (order_id)
	SELECT n.id
	FROM old_orders o
	JOIN new_orders n ON n.id = o.id
	WHERE (o.revision, o.status, o.placed_at, o.user_id, o.dept_id)
		IS DISTINCT FROM (n.revision, n.status, n.placed_at, n.user_id, n.dept_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER log_new_parts AFTER INSERT ON "orders" REFERENCING NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION log_new_parts();--> statement-breakpoint
CREATE TRIGGER log_changed_parts AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION log_changed_parts();--> statement-breakpoint
INSERT INTO part_change (order_id) SELECT id FROM orders ORDER BY id;
