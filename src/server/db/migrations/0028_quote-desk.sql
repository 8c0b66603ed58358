ALTER TABLE "orders" ADD COLUMN "owner_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner_id_sys_user_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_requested" ON "orders" USING btree ("reply_due_at","id","owner_id","user_id","dept_id") WHERE status = 'requested';--> statement-breakpoint
-- Pricing by hand has a page of its own after the page of orders: its button becomes that page, so that roles keep it.
WITH button AS (
	SELECT own."menu_id", page."parent_id", regexp_replace(page."paths", '/[0-9]+$', '') || '/' || own."menu_id" AS paths, page."sort"
	FROM "sys_menu" AS own
	JOIN "sys_menu" AS page ON page."path" = '/admin/user/order' AND page."menu_type" = 'C' AND page."deleted_at" IS NULL
	WHERE own."permission" = 'mfr:quote:price' AND own."menu_type" = 'F' AND own."deleted_at" IS NULL
	ORDER BY own."menu_id", page."menu_id" LIMIT 1
)
UPDATE "sys_menu" SET "parent_id" = button."parent_id", "paths" = button.paths, "menu_name" = 'QuoteDesk', "title" = '报价台',
	"icon" = 'calculator', "path" = '/admin/user/quote-desk', "menu_type" = 'C', "sort" = button."sort" + 5
FROM button WHERE "sys_menu"."menu_id" = button."menu_id";--> statement-breakpoint
UPDATE "revision" SET "value" = "value" + 1, "changed_at" = greatest(date_trunc('milliseconds', clock_timestamp()), "changed_at" + interval '1 millisecond')
WHERE "name" = 'access';
