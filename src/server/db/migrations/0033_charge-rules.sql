CREATE TABLE "charge_rule" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "charge_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"material_tag" text DEFAULT '' NOT NULL,
	"material_id" integer,
	"option_id" integer,
	"basis" text NOT NULL,
	"amount_fen" bigint,
	"percent" double precision,
	"minimum_fen" bigint,
	"valid_from" text DEFAULT '' NOT NULL,
	"valid_to" text DEFAULT '' NOT NULL,
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
CREATE INDEX "charge_rule_list" ON "charge_rule" USING btree ("sort","id") WHERE deleted_at is null;--> statement-breakpoint
-- Custom statements. The list's count, as other lists of records have it.
INSERT INTO "table_revision" ("name", "value") VALUES ('charge_rule', 1);--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "charge_rule" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
-- Examples, switched off; the first start's data has them.
INSERT INTO "charge_rule" ("kind", "basis", "amount_fen", "percent", "minimum_fen", "sort", "status", "remark")
SELECT kind, basis, amount, percent, least, place, 1, '示例规则，请按本厂情况修改后启用'
FROM (VALUES
	('setup', 'line', 5000::bigint, NULL::float8, NULL::bigint, 10),
	('packing', 'order', 2000, NULL, NULL, 20),
	('freight', 'kg', 600, NULL, 1500, 30),
	('discount', 'percent', NULL, 5, NULL, 40),
	('minimum', 'orderMinimum', NULL, NULL, 20000, 50)
) AS sample (kind, basis, amount, percent, least, place)
WHERE EXISTS (SELECT FROM "revision" WHERE "name" = 'catalogue');--> statement-breakpoint
-- The page of these rules and its buttons, after the page of rules for requests; the first start's data has them. Roles get of the
-- added ones what they have of stock sizes.
WITH stock AS (
	SELECT "menu_id", "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id
	FROM "sys_menu"
	WHERE "path" = '/admin/stock-sizes' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" LIKE 'mfr:chargeRule:%')
	ORDER BY "menu_id" LIMIT 1
), page AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'ChargeRule', '附加费规则', 'pay-circle', '/admin/charge-rules', 'C', 'mfr:chargeRule:list', "sort" + 3
	FROM stock
	RETURNING "menu_id", "permission"
), buttons AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT id, page_id, paths || '/' || page_id || '/' || id, code, title, 'F', code, place
	FROM stock CROSS JOIN (
		SELECT nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS id, code, title, place
		FROM (VALUES
			('mfr:chargeRule:query', '查看附加费规则详情', 10),
			('mfr:chargeRule:add', '新增附加费规则', 20),
			('mfr:chargeRule:edit', '修改附加费规则', 30),
			('mfr:chargeRule:remove', '删除附加费规则', 40),
			('mfr:chargeRule:export', '导出附加费规则', 50),
			('mfr:chargeRule:import', '导入附加费规则', 60)
		) AS button (code, title, place)
	) AS numbered
	RETURNING "menu_id", "permission"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT held."role_id", added."menu_id"
FROM (SELECT * FROM page UNION ALL SELECT * FROM buttons) AS added
JOIN stock ON true
JOIN "sys_menu" AS alike ON alike."permission" = replace(added."permission", 'mfr:chargeRule', 'mfr:stockSize')
	AND (alike."menu_id" = stock."menu_id" OR alike."parent_id" = stock."menu_id") AND alike."deleted_at" IS NULL
JOIN "sys_role_menu" AS held ON held."menu_id" = alike."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
