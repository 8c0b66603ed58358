CREATE TABLE "lead_class" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_class_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"factor" double precision NOT NULL,
	"percent" double precision NOT NULL,
	"slots" integer,
	"max_edge_mm" double precision,
	"max_pieces" integer,
	"option_ids" integer[] DEFAULT '{}' NOT NULL,
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
CREATE TABLE "lead_slot" (
	"class_id" integer NOT NULL,
	"day" text NOT NULL,
	"taken" integer NOT NULL,
	"slots" integer NOT NULL,
	CONSTRAINT "lead_slot_class_id_day_pk" PRIMARY KEY("class_id","day"),
	CONSTRAINT "lead_slot_free" CHECK (taken between 0 and slots)
);
--> statement-breakpoint
ALTER TABLE "order_revision" ADD COLUMN "lead" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lead" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot_day" text;--> statement-breakpoint
ALTER TABLE "lead_slot" ADD CONSTRAINT "lead_slot_class_id_lead_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."lead_class"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_class_list" ON "lead_class" USING btree ("sort","id") WHERE deleted_at is null;--> statement-breakpoint
-- Custom statements. The list's count, as other lists of records have it.
INSERT INTO "table_revision" ("name", "value") VALUES ('lead_class', 1);--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "lead_class" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
-- Examples, switched off; the first start's data has them.
INSERT INTO "lead_class" ("name", "factor", "percent", "slots", "max_edge_mm", "max_pieces", "sort", "status", "remark")
SELECT name, factor, percent, slots, edge, pieces, place, 1, '示例档位，请按本厂情况修改后启用'
FROM (VALUES
	('经济', 1.5::float8, -8::float8, NULL::int, NULL::float8, NULL::int, 10),
	('加急', 0.5, 30, 5, 500, 200, 20)
) AS sample (name, factor, percent, slots, edge, pieces, place)
WHERE EXISTS (SELECT FROM "revision" WHERE "name" = 'catalogue');--> statement-breakpoint
-- The page of the classes and its buttons, after the page of rules for charges; the first start's data has them. Roles get of the
-- added ones what they have of stock sizes.
WITH stock AS (
	SELECT "menu_id", "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths, "sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id
	FROM "sys_menu"
	WHERE "path" = '/admin/stock-sizes' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" LIKE 'mfr:leadClass:%')
	ORDER BY "menu_id" LIMIT 1
), page AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'LeadClass', '交期档位', 'schedule', '/admin/lead-classes', 'C', 'mfr:leadClass:list', "sort" + 4
	FROM stock
	RETURNING "menu_id", "permission"
), buttons AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT id, page_id, paths || '/' || page_id || '/' || id, code, title, 'F', code, place
	FROM stock CROSS JOIN (
		SELECT nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS id, code, title, place
		FROM (VALUES
			('mfr:leadClass:query', '查看交期档位详情', 10),
			('mfr:leadClass:add', '新增交期档位', 20),
			('mfr:leadClass:edit', '修改交期档位', 30),
			('mfr:leadClass:remove', '删除交期档位', 40),
			('mfr:leadClass:export', '导出交期档位', 50)
		) AS button (code, title, place)
	) AS numbered
	RETURNING "menu_id", "permission"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT held."role_id", added."menu_id"
FROM (SELECT * FROM page UNION ALL SELECT * FROM buttons) AS added
JOIN stock ON true
JOIN "sys_menu" AS alike ON alike."permission" = replace(added."permission", 'mfr:leadClass', 'mfr:stockSize')
	AND (alike."menu_id" = stock."menu_id" OR alike."parent_id" = stock."menu_id") AND alike."deleted_at" IS NULL
JOIN "sys_role_menu" AS held ON held."menu_id" = alike."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
