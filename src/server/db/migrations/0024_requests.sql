ALTER TABLE "order_item" ADD COLUMN "line_fen" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "target_fen" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wished_date" text;--> statement-breakpoint
-- Lines with a price by hand: what they count for rides in the leaves, beside names, pieces and sums.
CREATE UNIQUE INDEX "order_item_line_counted" ON "order_item" USING btree ("order_id","revision","line_no") INCLUDE ("material_name","num","sub_total_fen","line_fen");--> statement-breakpoint
DROP INDEX "order_item_line";--> statement-breakpoint
ALTER INDEX "order_item_line_counted" RENAME TO "order_item_line";--> statement-breakpoint
-- The new status for clients that read the dictionary; the first start's data has it.
INSERT INTO "sys_dict_data" ("dict_type", "dict_label", "dict_value", "dict_sort", "list_class")
SELECT 'order_status', '待报价', 'requested', 5, 'gold'
WHERE EXISTS (SELECT FROM "sys_dict_type" WHERE "dict_type" = 'order_status')
	AND NOT EXISTS (SELECT FROM "sys_dict_data" WHERE "dict_type" = 'order_status' AND "dict_value" = 'requested');--> statement-breakpoint
-- The button of the new permission, below the page of orders; the first start's data has it.
INSERT INTO "sys_menu" ("parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
SELECT page."menu_id", page."paths", 'mfr:quote:price', '人工报价', 'F', 'mfr:quote:price', 35
FROM (
	SELECT "menu_id", "paths" FROM "sys_menu"
	WHERE "path" = '/admin/user/order' AND "menu_type" = 'C' AND "deleted_at" IS NULL
	ORDER BY "menu_id" LIMIT 1
) AS page
WHERE NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" = 'mfr:quote:price' AND other."deleted_at" IS NULL);--> statement-breakpoint
UPDATE "sys_menu" AS button SET "paths" = button."paths" || '/' || button."menu_id"
FROM "sys_menu" AS page
WHERE page."menu_id" = button."parent_id" AND button."paths" = page."paths" AND button."permission" = 'mfr:quote:price';--> statement-breakpoint
-- A role that may handle orders also prices requests, as the roles of a first start.
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT handles."role_id", button."menu_id"
FROM "sys_menu" AS button
JOIN "sys_menu" AS handling ON handling."permission" = 'mfr:order:handle'
JOIN "sys_role_menu" AS handles ON handles."menu_id" = handling."menu_id"
WHERE button."deleted_at" IS NULL AND handling."deleted_at" IS NULL AND button."permission" = 'mfr:quote:price'
	AND NOT EXISTS (SELECT FROM "sys_role_menu" AS held WHERE held."role_id" = handles."role_id" AND held."menu_id" = button."menu_id");
