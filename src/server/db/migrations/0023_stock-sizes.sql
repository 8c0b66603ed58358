CREATE TABLE "stock_size" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_size_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"form" text NOT NULL,
	"material_tag" text DEFAULT '' NOT NULL,
	"thickness" double precision,
	"width" double precision,
	"diameter" double precision,
	"length" double precision,
	"sort" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 2 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"create_by" integer DEFAULT 0 NOT NULL,
	"update_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "stock" jsonb;--> statement-breakpoint
ALTER TABLE "part_model" ADD COLUMN "is_turned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "stock_size_list" ON "stock_size" USING btree ("sort","id") WHERE deleted_at is null;--> statement-breakpoint
INSERT INTO "table_revision" ("name", "value") VALUES ('stock_size', 1);--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "stock_size" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
-- The page of stock sizes and its buttons, after the page of materials; the first start's data has them. Roles get of the
-- added ones what they have of materials in the back office.
WITH material AS (
	SELECT "menu_id", "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id
	FROM "sys_menu"
	WHERE "path" = '/admin/user/material' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" LIKE 'mfr:stockSize:%')
	ORDER BY "menu_id" LIMIT 1
), page AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'StockSize', '毛坯规格', 'database', '/admin/stock-sizes', 'C', 'mfr:stockSize:list', "sort" + 5
	FROM material
	RETURNING "menu_id", "permission"
), buttons AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT id, page_id, paths || '/' || page_id || '/' || id, code, title, 'F', code, place
	FROM material CROSS JOIN (
		SELECT nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS id, code, title, place
		FROM (VALUES
			('mfr:stockSize:query', '查看毛坯规格详情', 10),
			('mfr:stockSize:add', '新增毛坯规格', 20),
			('mfr:stockSize:edit', '修改毛坯规格', 30),
			('mfr:stockSize:remove', '删除毛坯规格', 40),
			('mfr:stockSize:export', '导出毛坯规格', 50),
			('mfr:stockSize:import', '导入毛坯规格', 60)
		) AS button (code, title, place)
	) AS numbered
	RETURNING "menu_id", "permission"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT held."role_id", added."menu_id"
FROM (SELECT * FROM page UNION ALL SELECT * FROM buttons) AS added
JOIN material ON true
JOIN "sys_menu" AS alike ON alike."permission" = replace(added."permission", 'mfr:stockSize', 'mfr:material')
	AND (alike."menu_id" = material."menu_id" OR alike."parent_id" = material."menu_id") AND alike."deleted_at" IS NULL
JOIN "sys_role_menu" AS held ON held."menu_id" = alike."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
