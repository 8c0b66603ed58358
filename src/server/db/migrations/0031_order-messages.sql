CREATE TABLE "order_message_file" (
	"message_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "order_message_file_message_id_file_id_pk" PRIMARY KEY("message_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "order_message_read" (
	"user_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"last_message_id" integer NOT NULL,
	CONSTRAINT "order_message_read_user_id_order_id_pk" PRIMARY KEY("user_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "order_message" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"line_no" integer,
	"kind" text NOT NULL,
	"audience" text NOT NULL,
	"is_from_shop" boolean NOT NULL,
	"text" text NOT NULL,
	"answers_id" integer,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_thread" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"last_id" integer NOT NULL,
	"last_customer_id" integer NOT NULL,
	"messages" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_message_file" ADD CONSTRAINT "order_message_file_message_id_order_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."order_message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message_file" ADD CONSTRAINT "order_message_file_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message_read" ADD CONSTRAINT "order_message_read_user_id_sys_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message_read" ADD CONSTRAINT "order_message_read_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message" ADD CONSTRAINT "order_message_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message" ADD CONSTRAINT "order_message_answers_id_order_message_id_fk" FOREIGN KEY ("answers_id") REFERENCES "public"."order_message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message" ADD CONSTRAINT "order_message_user_id_sys_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_thread" ADD CONSTRAINT "order_thread_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_message_file_file" ON "order_message_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "order_message_order" ON "order_message" USING btree ("order_id","id","audience");--> statement-breakpoint
CREATE INDEX "order_message_question" ON "order_message" USING btree ("order_id","id") WHERE kind = 'question';--> statement-breakpoint
CREATE UNIQUE INDEX "order_message_answer" ON "order_message" USING btree ("answers_id");--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("created_at","id","status","user_id","dept_id","promised_date") WHERE waiting_since is not null;--> statement-breakpoint
-- The button of the page of orders, beside that of internal notes, for the roles that hold it; the first start's data has it.
WITH edit AS (
	SELECT own."menu_id", own."parent_id", regexp_replace(own."paths", '/[0-9]+$', '') AS paths, own."sort",
		nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) AS button_id
	FROM "sys_menu" AS own
	WHERE own."permission" = 'mfr:order:edit' AND own."menu_type" = 'F' AND own."deleted_at" IS NULL
		AND NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" = 'mfr:order:message')
	ORDER BY own."menu_id" LIMIT 1
), button AS (
	INSERT INTO "sys_menu" ("menu_id", "parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
	OVERRIDING SYSTEM VALUE
	SELECT button_id, "parent_id", paths || '/' || button_id, 'mfr:order:message', '订单沟通（商家）', 'F', 'mfr:order:message', "sort" + 5
	FROM edit
	RETURNING "menu_id"
)
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT held."role_id", button."menu_id"
FROM button
JOIN "sys_menu" AS alike ON alike."permission" = 'mfr:order:edit' AND alike."deleted_at" IS NULL
JOIN "sys_role_menu" AS held ON held."menu_id" = alike."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';--> statement-breakpoint
-- The sentences that staff insert into messages; the first start's data has them.
INSERT INTO "sys_dict_type" ("dict_name", "dict_type", "remark")
SELECT '快捷回复', 'quick_reply', '员工在订单沟通中一键填入的句子，取值只用于区分'
WHERE EXISTS (SELECT FROM "sys_dict_type") AND NOT EXISTS (SELECT FROM "sys_dict_type" WHERE "dict_type" = 'quick_reply');--> statement-breakpoint
INSERT INTO "sys_dict_data" ("dict_type", "dict_label", "dict_value", "dict_sort")
SELECT 'quick_reply', label, value, place
FROM (VALUES
	('您好，图纸已收到，我们正在核对，有问题会在这里问您。', 'received', 10),
	('请补充这个零件的二维图纸，并标明螺纹与公差。', 'drawing', 20),
	('请确认材料牌号和表面处理是否与图纸一致。', 'material', 30),
	('请确认图中未注公差是否按 GB/T 1804-m 执行。', 'tolerance', 40),
	('已按您的答复处理，生产继续进行，谢谢。', 'done', 50)
) AS reply (label, value, place)
WHERE EXISTS (SELECT FROM "sys_dict_type" WHERE "dict_type" = 'quick_reply')
	AND NOT EXISTS (SELECT FROM "sys_dict_data" WHERE "dict_type" = 'quick_reply');
