CREATE TABLE "known_device" (
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_device_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "login_challenge" (
	"id" text PRIMARY KEY NOT NULL,
	"username_key" text NOT NULL,
	"address" text NOT NULL,
	"answer" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_sys_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sys_user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_device_token" ON "known_device" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "known_device_use" ON "known_device" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "login_challenge_expiry" ON "login_challenge" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "login_challenge" SET UNLOGGED;
