-- 导入人工报价规则: a button on the rules' page, for the roles that may add rules.
WITH page AS (
	SELECT "menu_id", "paths", nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS button_id
	FROM "sys_menu"
	WHERE "path" = '/admin/gate-rules' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" = 'mfr:gateRule:import')
	ORDER BY "menu_id" LIMIT 1
), button AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT button_id, "menu_id", "paths" || '/' || button_id, 'mfr:gateRule:import', '导入人工报价规则', 'F', 'mfr:gateRule:import', 60
	FROM page
	RETURNING "menu_id"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT held."role_id", button."menu_id"
FROM button
JOIN page ON true
JOIN "sys_menu" AS alike ON alike."permission" = 'mfr:gateRule:add' AND alike."parent_id" = page."menu_id" AND alike."deleted_at" IS NULL
JOIN "sys_role_menu" AS held ON held."menu_id" = alike."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
