CREATE TABLE "model_body" (
	"model_id" integer NOT NULL,
	"body" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	"volume_mm3" double precision NOT NULL,
	"area_mm2" double precision NOT NULL,
	"measures" jsonb NOT NULL,
	"fingerprint" jsonb NOT NULL,
	"thumbnail" "bytea",
	CONSTRAINT "model_body_model_id_body_pk" PRIMARY KEY("model_id","body")
);
--> statement-breakpoint
CREATE TABLE "model_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "model_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file_id" integer,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"size" bigint NOT NULL,
	"hash" text NOT NULL,
	"owner_id" integer NOT NULL,
	"dept_id" integer,
	"status" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"measurings" integer DEFAULT 0 NOT NULL,
	"measured_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "part_model" (
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"line_no" integer NOT NULL,
	"model_id" integer NOT NULL,
	"body" integer DEFAULT 0 NOT NULL,
	"scale" text DEFAULT '1' NOT NULL,
	"volume_mm3" double precision NOT NULL,
	"box_mm" jsonb NOT NULL,
	"acknowledged" integer,
	"acknowledged_by" text DEFAULT '' NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "part_model_order_id_revision_line_no_pk" PRIMARY KEY("order_id","revision","line_no")
);
--> statement-breakpoint
ALTER TABLE "model_body" ADD CONSTRAINT "model_body_model_id_model_file_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."model_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_file" ADD CONSTRAINT "model_file_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_file" ADD CONSTRAINT "model_file_owner_id_sys_user_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_model" ADD CONSTRAINT "part_model_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_model" ADD CONSTRAINT "part_model_model" FOREIGN KEY ("model_id") REFERENCES "public"."model_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_body_key" ON "model_body" USING btree ("volume_mm3","area_mm2");--> statement-breakpoint
CREATE UNIQUE INDEX "model_file_file" ON "model_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "model_file_owner" ON "model_file" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "model_file_kept" ON "model_file" USING btree ("created_at") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "model_file_waiting" ON "model_file" USING btree ("created_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "part_model_used" ON "part_model" USING btree ("model_id");--> statement-breakpoint
-- The buttons of the new permissions, below the page of orders; the first start's data has them.
INSERT INTO "sys_menu" ("parent_id", "paths", "menu_name", "title", "menu_type", "permission", "sort")
SELECT page."menu_id", page."paths", button.code, button.title, 'F', button.code, button.place
FROM (VALUES ('mfr:model:measure', '重新测量三维模型', 60), ('mfr:model:acknowledge', '核对三维模型', 70)) AS button (code, title, place)
CROSS JOIN LATERAL (
	SELECT "menu_id", "paths" FROM "sys_menu"
	WHERE "path" = '/admin/user/order' AND "menu_type" = 'C' AND "deleted_at" IS NULL
	ORDER BY "menu_id" LIMIT 1
) AS page
WHERE NOT EXISTS (SELECT FROM "sys_menu" AS other WHERE other."permission" = button.code AND other."deleted_at" IS NULL);--> statement-breakpoint
UPDATE "sys_menu" AS button SET "paths" = button."paths" || '/' || button."menu_id"
FROM "sys_menu" AS page
WHERE page."menu_id" = button."parent_id" AND button."paths" = page."paths" AND button."permission" LIKE 'mfr:model:%';--> statement-breakpoint
-- A role that may handle orders also looks at their models, as the roles of a first start.
INSERT INTO "sys_role_menu" ("role_id", "menu_id")
SELECT DISTINCT handles."role_id", button."menu_id"
FROM "sys_menu" AS button
JOIN "sys_menu" AS handling ON handling."permission" = 'mfr:order:handle'
JOIN "sys_role_menu" AS handles ON handles."menu_id" = handling."menu_id"
WHERE button."deleted_at" IS NULL AND handling."deleted_at" IS NULL AND button."permission" LIKE 'mfr:model:%'
	AND NOT EXISTS (SELECT FROM "sys_role_menu" AS held WHERE held."role_id" = handles."role_id" AND held."menu_id" = button."menu_id");--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
