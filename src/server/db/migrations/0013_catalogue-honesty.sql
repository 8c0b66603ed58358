ALTER TABLE "material" ADD COLUMN "staff_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "status" text DEFAULT 'onSale' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "manual_options" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "process" ADD COLUMN "staff_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Until now an applicable option without a price was sold as free. It stays free, now as an entry of its own, so that
-- nothing on sale changes its price; pairs without an entry are no longer offered.
WITH RECURSIVE applicable AS (
  SELECT p.id, p.parent_id, m.id AS material_id
  FROM process p CROSS JOIN material m
  WHERE p.parent_id = 0 AND p.deleted_at IS NULL AND m.deleted_at IS NULL
    AND (p.filter_type = 0 OR (p.filter_type = 2) = (m.id = ANY (p.material_ids)))
  UNION ALL
  SELECT c.id, c.parent_id, a.material_id
  FROM applicable a JOIN process c ON c.parent_id = a.id
  WHERE c.deleted_at IS NULL
    AND (c.filter_type = 0 OR (c.filter_type = 2) = (a.material_id = ANY (c.material_ids)))
), filled AS (
  INSERT INTO material_process (material_id, process_id, price_fen, "time")
  SELECT material_id, id, 0, 0 FROM applicable WHERE parent_id <> 0
  ON CONFLICT DO NOTHING
  RETURNING material_id
), advanced AS (
  UPDATE revision SET value = value + 1,
    changed_at = greatest(date_trunc('milliseconds', clock_timestamp()), changed_at + interval '1 millisecond')
  WHERE name = 'catalogue' AND EXISTS (SELECT FROM filled)
  RETURNING changed_at
)
UPDATE material SET version = version + 1, updated_at = advanced.changed_at
FROM advanced WHERE material.id IN (SELECT material_id FROM filled);
