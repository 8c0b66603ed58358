CREATE TABLE "price_replay" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_replay_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"draft_id" integer,
	"draft_name" text DEFAULT '' NOT NULL,
	"filter" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"receipts" jsonb,
	"failure" text DEFAULT '' NOT NULL,
	"created_name" text NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"create_by" integer DEFAULT 0 NOT NULL,
	"update_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "price_replay_list" ON "price_replay" USING btree ("created_at","id");--> statement-breakpoint
-- Custom statements. The page after the price table; the first start's data has it. Roles get it that see the price table and the
-- amounts of all orders.
WITH price_table AS (
	SELECT "menu_id", "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id
	FROM "sys_menu"
	WHERE "path" = '/admin/table' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" = 'mfr:replay:run')
	ORDER BY "menu_id" LIMIT 1
), page AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'PriceReplay', '调价试算', 'bar-chart', '/admin/price-replay', 'C', 'mfr:replay:run', "sort" + 3
	FROM price_table
	RETURNING "menu_id"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT role."role_id", page."menu_id"
FROM page
CROSS JOIN (
	SELECT held."role_id" FROM "sys_role_menu" AS held
	JOIN "sys_menu" AS menu ON menu."menu_id" = held."menu_id" AND menu."deleted_at" IS NULL
	WHERE menu."permission" IN ('mfr:price:list', 'mfr:dashboard:business')
	GROUP BY held."role_id" HAVING count(DISTINCT menu."permission") = 2
) AS role;--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
