CREATE TABLE "cost_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cost_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"before_fen" bigint,
	"after_fen" bigint,
	"user_id" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "part" ADD COLUMN "last_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "cost_change_key" ON "cost_change" USING btree ("key","id");--> statement-breakpoint
CREATE INDEX "price_change_revision" ON "price_change" USING btree ("revision","id");--> statement-breakpoint
CREATE INDEX "part_last" ON "part" USING btree ("last_at","id");--> statement-breakpoint
-- Custom statements. When the latest line of each part was made.
UPDATE "part" SET "last_at" = (SELECT max("made_at") FROM "part_line" WHERE "part_id" = "part"."id");--> statement-breakpoint
-- The page of the parts and its button after the page of orders; the first start's data has them. Roles get them that price or handle
-- orders.
WITH orders_page AS (
	SELECT "menu_id", "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id,
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS button_id
	FROM "sys_menu"
	WHERE "path" = '/admin/user/order' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" LIKE 'mfr:part:%')
	ORDER BY "menu_id" LIMIT 1
), added AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'PartLibrary', '零件库', 'appstore', '/admin/parts', 'C', 'mfr:part:list', "sort" + 6
	FROM orders_page
	UNION ALL
	SELECT button_id, page_id, paths || '/' || page_id || '/' || button_id, 'mfr:part:query', '查看零件的订单记录', '', '', 'F', 'mfr:part:query', 10
	FROM orders_page
	RETURNING "menu_id"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT role."role_id", added."menu_id"
FROM added
CROSS JOIN (
	SELECT DISTINCT held."role_id" FROM "sys_role_menu" AS held
	JOIN "sys_menu" AS menu ON menu."menu_id" = held."menu_id" AND menu."deleted_at" IS NULL
	WHERE menu."permission" IN ('mfr:quote:price', 'mfr:order:handle')
) AS role;--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
