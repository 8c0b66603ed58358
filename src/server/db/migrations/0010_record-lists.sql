CREATE TABLE "table_revision" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sys_dict_data_list" ON "sys_dict_data" USING btree ("dict_type","dict_sort","dict_code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_list" ON "material" USING btree ("sort","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "sys_post_list" ON "sys_post" USING btree ("sort","post_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "sys_role_list" ON "sys_role" USING btree ("role_sort","role_id") WHERE deleted_at is null;--> statement-breakpoint
-- Any write to a table of records advances its revision in the same transaction: counts of its rows are kept until then.
INSERT INTO "table_revision" ("name", "value")
SELECT name, 1 FROM unnest(array['sys_post', 'sys_role', 'sys_dict_type', 'sys_dict_data', 'sys_config', 'material']) AS name;--> statement-breakpoint
CREATE FUNCTION advance_table_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE table_revision SET value = value + 1 WHERE name = TG_TABLE_NAME;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "sys_post" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "sys_role" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "sys_dict_type" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "sys_dict_data" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "sys_config" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();--> statement-breakpoint
CREATE TRIGGER advance_revision AFTER INSERT OR UPDATE OR DELETE ON "material" FOR EACH STATEMENT EXECUTE FUNCTION advance_table_revision();
