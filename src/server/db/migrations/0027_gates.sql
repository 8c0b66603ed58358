CREATE TABLE "gate_rule" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gate_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"length" double precision,
	"width" double precision,
	"height" double precision,
	"weight_kg" double precision,
	"amount_yuan" integer,
	"pieces" integer,
	"tolerance_mm" double precision,
	"words" text DEFAULT '' NOT NULL,
	"sentence" text DEFAULT '' NOT NULL,
	"price_display" text DEFAULT 'reference' NOT NULL,
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
ALTER TABLE "orders" ADD COLUMN "gates" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offered_revision" integer;--> statement-breakpoint
CREATE INDEX "gate_rule_list" ON "gate_rule" USING btree ("sort","id") WHERE deleted_at is null;--> statement-breakpoint
INSERT INTO "table_revision" ("name", "value") VALUES ('gate_rule', 1);--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "gate_rule" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
-- Examples, switched off; the first start's data has them.
INSERT INTO "gate_rule" ("kind", "length", "width", "height", "weight_kg", "amount_yuan", "pieces", "tolerance_mm", "sort", "status", "remark")
SELECT kind, length, width, height, weight, amount, pieces, tolerance, place, 1, '示例规则，请按本厂情况修改后启用'
FROM (VALUES
	('envelope', 1000::float8, 600::float8, 500::float8, NULL::float8, NULL::int, NULL::int, NULL::float8, 10),
	('weight', NULL, NULL, NULL, 50, NULL, NULL, NULL, 20),
	('amount', NULL, NULL, NULL, NULL, 50000, NULL, NULL, 30),
	('pieces', NULL, NULL, NULL, NULL, NULL, 5000, NULL, 40),
	('tolerance', NULL, NULL, NULL, NULL, NULL, NULL, 0.01, 50)
) AS sample (kind, length, width, height, weight, amount, pieces, tolerance, place)
WHERE EXISTS (SELECT FROM "revision" WHERE "name" = 'catalogue');--> statement-breakpoint
-- The page of these rules and its buttons, after the page of stock sizes; the first start's data has them. Roles get of the
-- added ones what they have of stock sizes.
WITH stock AS (
	SELECT "menu_id", "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id
	FROM "sys_menu"
	WHERE "path" = '/admin/stock-sizes' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" LIKE 'mfr:gateRule:%')
	ORDER BY "menu_id" LIMIT 1
), page AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'GateRule', '人工报价规则', 'audit', '/admin/gate-rules', 'C', 'mfr:gateRule:list', "sort" + 2
	FROM stock
	RETURNING "menu_id", "permission"
), buttons AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT id, page_id, paths || '/' || page_id || '/' || id, code, title, 'F', code, place
	FROM stock CROSS JOIN (
		SELECT nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS id, code, title, place
		FROM (VALUES
			('mfr:gateRule:query', '查看人工报价规则详情', 10),
			('mfr:gateRule:add', '新增人工报价规则', 20),
			('mfr:gateRule:edit', '修改人工报价规则', 30),
			('mfr:gateRule:remove', '删除人工报价规则', 40),
			('mfr:gateRule:export', '导出人工报价规则', 50)
		) AS button (code, title, place)
	) AS numbered
	RETURNING "menu_id", "permission"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT held."role_id", added."menu_id"
FROM (SELECT * FROM page UNION ALL SELECT * FROM buttons) AS added
JOIN stock ON true
JOIN "sys_menu" AS alike ON alike."permission" = replace(added."permission", 'mfr:gateRule', 'mfr:stockSize')
	AND (alike."menu_id" = stock."menu_id" OR alike."parent_id" = stock."menu_id") AND alike."deleted_at" IS NULL
JOIN "sys_role_menu" AS held ON held."menu_id" = alike."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';--> statement-breakpoint
-- What a person has offered stays as it was approved; the history has one row for each offer.
UPDATE "orders" SET "offered_revision" = "revision"
WHERE "status" = 'quoted' AND "requested_at" IS NOT NULL AND EXISTS (
	SELECT FROM "order_history" AS offer
	WHERE offer."order_id" = "orders"."id" AND offer."from_status" = 'requested' AND offer."to_status" = 'quoted'
		AND offer."reason" LIKE '人工报价，第 ' || "orders"."revision" || ' 版%'
);
