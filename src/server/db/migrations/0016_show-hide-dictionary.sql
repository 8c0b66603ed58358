-- A dictionary that clients of the same family read; the first start's data has it.
INSERT INTO "sys_dict_data" ("dict_type", "dict_label", "dict_value", "dict_sort")
SELECT 'sys_show_hide', label, value, sort
FROM (VALUES ('显示', '0', 10), ('隐藏', '1', 20)) AS entry (label, value, sort)
WHERE EXISTS (SELECT FROM "sys_user") AND NOT EXISTS (SELECT FROM "sys_dict_type" WHERE "dict_type" = 'sys_show_hide');--> statement-breakpoint
INSERT INTO "sys_dict_type" ("dict_type", "dict_name", "remark")
SELECT 'sys_show_hide', '菜单状态', ''
WHERE EXISTS (SELECT FROM "sys_user") AND NOT EXISTS (SELECT FROM "sys_dict_type" WHERE "dict_type" = 'sys_show_hide');
