CREATE TABLE "cost" (
	"kind" text NOT NULL,
	"material_tag" text DEFAULT '' NOT NULL,
	"material_id" integer DEFAULT 0 NOT NULL,
	"option_id" integer DEFAULT 0 NOT NULL,
	"cost_fen" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"create_by" integer DEFAULT 0 NOT NULL,
	"update_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cost_kind_material_tag_material_id_option_id_pk" PRIMARY KEY("kind","material_tag","material_id","option_id")
);
--> statement-breakpoint
CREATE TABLE "order_item_cost" (
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"line_no" integer NOT NULL,
	"material_tag" text NOT NULL,
	"line_fen" bigint,
	"cost_fen" bigint,
	"factors" jsonb NOT NULL,
	CONSTRAINT "order_item_cost_order_id_revision_line_no_pk" PRIMARY KEY("order_id","revision","line_no")
);
--> statement-breakpoint
ALTER TABLE "offer_approval" ADD COLUMN "margin_percent" double precision;--> statement-breakpoint
ALTER TABLE "offer_approval" ADD COLUMN "floor_percent" double precision;--> statement-breakpoint
ALTER TABLE "order_item_cost" ADD CONSTRAINT "order_item_cost_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Custom statements. The page of costs and its button after the price table; the first start's data has them. No role gets them:
-- only administrators hold them.
WITH prices AS (
	SELECT "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id
	FROM "sys_menu"
	WHERE "path" = '/admin/table' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" LIKE 'mfr:cost:%')
	ORDER BY "menu_id" LIMIT 1
), page AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'Cost', '成本', 'wallet', '/admin/costs', 'C', 'mfr:cost:list', "sort" + 3
	FROM prices
)
INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
OVERRIDING SYSTEM VALUE
SELECT id, page_id, paths || '/' || page_id || '/' || id, 'mfr:cost:edit', '修改成本', 'F', 'mfr:cost:edit', 10
FROM prices CROSS JOIN (SELECT nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS id) AS button;--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
