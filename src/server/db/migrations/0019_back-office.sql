CREATE TABLE "list_view" (
	"user_id" integer NOT NULL,
	"list" text NOT NULL,
	"views" jsonb NOT NULL,
	CONSTRAINT "list_view_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
ALTER TABLE "list_view" ADD CONSTRAINT "list_view_user_id_sys_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Imports came after the menus of running installations: their buttons are added below the pages of the lists. A button
-- that stands or was deleted is left as it is. A role that may add and edit records one by one may also use an added
-- button, as the roles of a first start.
WITH added AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT id, page_id, paths || '/' || id, code, title, 'F', code,
		10 + coalesce((SELECT max("sort") FROM "sys_menu" AS child WHERE child."parent_id" = page_id AND child."deleted_at" IS NULL), 0)
	FROM (
		SELECT nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS id, page."menu_id" AS page_id, page."paths", button.code, button.title
		FROM (VALUES
			('mfr:material:list', 'mfr:material:import', '导入材料'),
			('mfr:process:list', 'mfr:process:import', '导入工艺'),
			('admin:sysUser:list', 'admin:sysUser:import', '导入用户'),
			('admin:sysDictType:list', 'admin:sysDictType:import', '导入字典类型'),
			('admin:sysDictType:list', 'admin:sysDictData:import', '导入字典数据')
		) AS button (page, code, title)
		CROSS JOIN LATERAL (
			SELECT "menu_id", "paths" FROM "sys_menu"
			WHERE "permission" = button.page AND "menu_type" = 'C' AND "deleted_at" IS NULL
			ORDER BY "menu_id" LIMIT 1
		) AS page
		WHERE NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" = button.code)
	) AS missing
	RETURNING "menu_id", "permission"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT adds."role_id", added."menu_id"
FROM added
JOIN "sys_menu" AS adding ON adding."permission" = replace(added."permission", ':import', ':add')
JOIN "sys_menu" AS editing ON editing."permission" = replace(added."permission", ':import', ':edit')
JOIN "sys_role_menu" AS adds ON adds."menu_id" = adding."menu_id"
JOIN "sys_role_menu" AS edits ON edits."menu_id" = editing."menu_id" AND edits."role_id" = adds."role_id"
WHERE adding."deleted_at" IS NULL AND editing."deleted_at" IS NULL;--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
