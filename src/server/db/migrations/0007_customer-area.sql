CREATE TABLE "file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"hash" text NOT NULL,
	"thumbnail_key" text,
	"kind" text NOT NULL,
	"owner_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image" (
	"hash" text PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"order_id" integer,
	"once_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "order_item_file" (
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"line_no" integer NOT NULL,
	"file_id" integer NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "order_item_file_order_id_revision_line_no_file_id_pk" PRIMARY KEY("order_id","revision","line_no","file_id")
);
--> statement-breakpoint
CREATE TABLE "order_revision" (
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"total_fen" bigint NOT NULL,
	"delivery_time" double precision NOT NULL,
	"promised_date" text NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"contact_name" text NOT NULL,
	"contact_phone" text NOT NULL,
	"address" text NOT NULL,
	"remark" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	"replaced_by" integer NOT NULL,
	CONSTRAINT "order_revision_order_id_revision_pk" PRIMARY KEY("order_id","revision")
);
--> statement-breakpoint
CREATE TABLE "quotation_share" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quotation_share_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"view_count" integer DEFAULT 0 NOT NULL,
	"last_viewed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "revised_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quotation_document" ADD COLUMN "file_id" integer;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "seal" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_owner_id_sys_user_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_sys_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item_file" ADD CONSTRAINT "order_item_file_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item_file" ADD CONSTRAINT "order_item_file_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_revision" ADD CONSTRAINT "order_revision_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_revision" ADD CONSTRAINT "order_revision_replaced_by_sys_user_user_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotation_share" ADD CONSTRAINT "quotation_share_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotation_share" ADD CONSTRAINT "quotation_share_created_by_sys_user_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_key" ON "file" USING btree ("key");--> statement-breakpoint
CREATE INDEX "file_owner" ON "file" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "file_created" ON "file" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mail_outbox_created" ON "mail_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notification" USING btree ("user_id","once_key");--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_item_file_file" ON "order_item_file" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quotation_share_token" ON "quotation_share" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "quotation_share_order" ON "quotation_share" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "quotation_document" ADD CONSTRAINT "quotation_document_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;