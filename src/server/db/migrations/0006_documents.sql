CREATE TABLE "quotation_document" (
	"order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"code" text NOT NULL,
	"snapshot" text NOT NULL,
	"hash" text NOT NULL,
	"verify_url" text NOT NULL,
	"pdf" "bytea",
	"issued_by" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quotation_document_order_id_revision_pk" PRIMARY KEY("order_id","revision")
);
--> statement-breakpoint
ALTER TABLE "quotation_document" ADD CONSTRAINT "quotation_document_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotation_document" ADD CONSTRAINT "quotation_document_issued_by_sys_user_user_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quotation_document_code" ON "quotation_document" USING btree ("code");