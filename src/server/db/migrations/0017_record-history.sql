-- The records that an operation concerns, as `permission of the resource/id`: its `id` and `ids`, and the materials of a
-- saved price table. A user's own profile, seal and avatar belong to the user.
CREATE FUNCTION operation_records(permission text, oper_url text, changes jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
	SELECT array(
		SELECT resource.name || '/' || record.id
		FROM (
			SELECT CASE
				WHEN permission <> 'session' THEN substring(permission from '^(.*):[^:]*$')
				WHEN oper_url LIKE '/api/v1/user/%' THEN 'admin:sysUser'
			END AS name
		) AS resource, (
			SELECT changes ->> 'id' AS id
			UNION ALL
			SELECT jsonb_array_elements_text(CASE jsonb_typeof(changes -> 'ids') WHEN 'array' THEN changes -> 'ids' ELSE '[]' END)
		) AS record
		WHERE resource.name IS NOT NULL AND record.id IS NOT NULL
		UNION ALL
		SELECT 'mfr:material/' || id
		FROM jsonb_array_elements_text(CASE jsonb_typeof(changes -> 'materials') WHEN 'array' THEN changes -> 'materials' ELSE '[]' END) AS id
		WHERE permission LIKE 'mfr:price:%'
	)
$$;--> statement-breakpoint
CREATE INDEX "sys_opera_log_records" ON "sys_opera_log" USING gin (operation_records(permission, oper_url, changes)) WHERE status = '1';--> statement-breakpoint
-- The index on the function gets its statistics now, not when autovacuum comes by.
ANALYZE "sys_opera_log";
