ALTER TABLE "sys_dept" ADD COLUMN "company_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dept" ADD COLUMN "tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dept" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dept" ADD COLUMN "holds_companies" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Custom statements. The department above the customer companies: the one of the first start's name, else the highest one above most customers.
UPDATE "sys_dept" SET "holds_companies" = true
WHERE "dept_id" = coalesce(
	(SELECT min("dept_id") FROM "sys_dept" WHERE "dept_name" = '客户公司' AND "deleted_at" IS NULL),
	(SELECT split_part(company."dept_path", '/', 3)::integer
		FROM "sys_user" AS buyer
		JOIN "sys_user_role" AS held ON held."user_id" = buyer."user_id"
		JOIN "sys_role" AS role ON role."role_id" = held."role_id" AND role."role_key" = 'customer'
		JOIN "sys_dept" AS company ON company."dept_id" = buyer."dept_id" AND company."parent_id" <> 0 AND company."deleted_at" IS NULL
		WHERE buyer."deleted_at" IS NULL
		GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1));--> statement-breakpoint
-- Invoice data on which the buyers of a company agree becomes the company's, which they have while they enter none of their own.
UPDATE "sys_dept" AS company SET "company_title" = agreed.title, "tax_number" = agreed.tax
FROM (
	SELECT "dept_id",
		CASE WHEN count(DISTINCT nullif("company_title", '')) = 1 THEN max("company_title") ELSE '' END AS title,
		CASE WHEN count(DISTINCT nullif("tax_number", '')) = 1 THEN max("tax_number") ELSE '' END AS tax
	FROM "sys_user" WHERE "deleted_at" IS NULL GROUP BY "dept_id"
) AS agreed, "sys_dept" AS above
WHERE agreed."dept_id" = company."dept_id" AND above."holds_companies" AND company."dept_id" <> above."dept_id"
	AND starts_with(company."dept_path", above."dept_path");--> statement-breakpoint
UPDATE "sys_user" AS buyer SET
	"company_title" = CASE WHEN buyer."company_title" = company."company_title" THEN '' ELSE buyer."company_title" END,
	"tax_number" = CASE WHEN buyer."tax_number" = company."tax_number" THEN '' ELSE buyer."tax_number" END
FROM "sys_dept" AS company
WHERE company."dept_id" = buyer."dept_id" AND buyer."deleted_at" IS NULL AND (company."company_title" <> '' OR company."tax_number" <> '');--> statement-breakpoint
-- 客户公司 among the pages of 报价业务; the first start's data has it. What roles may do with departments they may do with companies; those who
-- price or handle orders and see users may look at them.
WITH orders_page AS (
	SELECT "parent_id", regexp_replace("paths", '/[0-9]+$', '') AS paths,
		coalesce((SELECT parts."sort" - 1 FROM "sys_menu" AS parts WHERE parts."permission" = 'mfr:part:list' AND parts."deleted_at" IS NULL
			ORDER BY parts."menu_id" LIMIT 1), "sort" + 5) AS sort,
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS page_id
	FROM "sys_menu"
	WHERE "path" = '/admin/user/order' AND "menu_type" = 'C' AND "deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" LIKE 'mfr:company:%')
	ORDER BY "menu_id" LIMIT 1
), actions (action, title, place) AS (
	VALUES ('query', '查看客户公司详情', 10), ('add', '新增客户公司', 20), ('edit', '修改客户公司', 30), ('remove', '删除客户公司', 40), ('export', '导出客户公司', 50)
), buttons AS (
	SELECT actions.*, page_id, paths, nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS button_id
	FROM orders_page CROSS JOIN actions
), added AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "icon", "path", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT page_id, "parent_id", paths || '/' || page_id, 'Company', '客户公司', 'apartment', '/admin/companies', 'C', 'mfr:company:list', sort
	FROM orders_page
	UNION ALL
	SELECT button_id, page_id, paths || '/' || page_id || '/' || button_id, 'mfr:company:' || action, title, '', '', 'F', 'mfr:company:' || action, place
	FROM buttons
	RETURNING "menu_id", "permission"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT held."role_id", added."menu_id"
FROM added
JOIN "sys_menu" AS alike ON alike."deleted_at" IS NULL
JOIN "sys_role_menu" AS held ON held."menu_id" = alike."menu_id"
WHERE alike."permission" = replace(replace(added."permission", 'mfr:company:', 'admin:sysDept:'), ':export', ':list')
	OR (added."permission" IN ('mfr:company:list', 'mfr:company:query') AND alike."permission" IN ('mfr:quote:price', 'mfr:order:handle')
		AND EXISTS (SELECT FROM "sys_role_menu" AS other JOIN "sys_menu" AS people ON people."menu_id" = other."menu_id"
			WHERE other."role_id" = held."role_id" AND people."permission" = 'admin:sysUser:list' AND people."deleted_at" IS NULL));--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
