CREATE TABLE "order_item_actual" (
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"line_no" integer NOT NULL,
	"hours" double precision,
	"hour_fen" bigint,
	"kg" double precision,
	"fees" jsonb NOT NULL,
	"note" text NOT NULL,
	"by_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"create_by" integer DEFAULT 0 NOT NULL,
	"update_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_item_actual_order_id_revision_line_no_pk" PRIMARY KEY("order_id","revision","line_no")
);
--> statement-breakpoint
ALTER TABLE "order_item_actual" ADD CONSTRAINT "order_item_actual_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Custom statements. The page of estimates and actual costs after the costs, for the roles that see costs, and the button of
-- entering what a line took below the costs, for no role; the first start's data has both.
WITH costs AS (
	SELECT "menu_id", "parent_id", "paths", regexp_replace("paths", '/[0-9]+$', '') AS above, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id,
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS button_id
	FROM "sys_menu"
	WHERE "path" = '/admin/costs' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" = 'mfr:cost:actual')
	ORDER BY "menu_id" LIMIT 1
), page AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", above || '/' || page_id, 'Calibration', '估算与实际', 'swap', '/admin/calibration', 'C', 'mfr:cost:list', "sort" + 2
	FROM costs
	RETURNING "menu_id"
), button AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT button_id, "menu_id", "paths" || '/' || button_id, 'mfr:cost:actual', '录入实际工时与用料', 'F', 'mfr:cost:actual', 20
	FROM costs
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT held."role_id", page."menu_id"
FROM page, costs JOIN "sys_role_menu" AS held ON held."menu_id" = costs."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
