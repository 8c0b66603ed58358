-- The items of a span of orders are added up from the index alone: names, pieces and sums ride in its leaves.
CREATE UNIQUE INDEX "order_item_line_sums" ON "order_item" USING btree ("order_id","revision","line_no") INCLUDE ("material_name","num","sub_total_fen");--> statement-breakpoint
DROP INDEX "order_item_line";--> statement-breakpoint
ALTER INDEX "order_item_line_sums" RENAME TO "order_item_line";
