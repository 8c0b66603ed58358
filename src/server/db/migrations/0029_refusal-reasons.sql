ALTER TABLE "orders" ADD COLUMN "refusal" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "order_history_requested" ON "order_history" USING btree ("created_at") WHERE to_status = 'requested';--> statement-breakpoint
-- The dictionary of the reasons; the first start's data has it.
INSERT INTO "sys_dict_type" ("dict_name", "dict_type", "remark")
SELECT '不接受报价的原因', 'refusal_reason', '客户不接受报价时选择，看板按它统计；取值用过后不宜再改'
WHERE EXISTS (SELECT FROM "sys_dict_type") AND NOT EXISTS (SELECT FROM "sys_dict_type" WHERE "dict_type" = 'refusal_reason');--> statement-breakpoint
INSERT INTO "sys_dict_data" ("dict_type", "dict_label", "dict_value", "dict_sort")
SELECT 'refusal_reason', label, value, place
FROM (VALUES
	('价格超出预期', 'price', 10),
	('交期太长', 'lead_time', 20),
	('选择了其他供应商', 'other_supplier', 30),
	('工艺或检验达不到要求', 'capability', 40),
	('项目取消或推迟', 'project', 50),
	('其他', 'other', 60)
) AS reason (label, value, place)
WHERE EXISTS (SELECT FROM "sys_dict_type" WHERE "dict_type" = 'refusal_reason')
	AND NOT EXISTS (SELECT FROM "sys_dict_data" WHERE "dict_type" = 'refusal_reason');
