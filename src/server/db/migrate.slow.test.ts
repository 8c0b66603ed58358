import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import { emptyDatabase } from './empty-database.test-data.ts';
import { countMigrations, migrate } from './migrate.ts';
import { backOfficeMenus, buttonTitle, customerMenus, type SeedMenu } from './seed/menus.ts';

/** The eighteenth migration creates the index on the operation log. */
const BEFORE_RECORD_HISTORY = 17;

const at = emptyDatabase();

const countApplied = async () => {
  const { rows } = await at.client.query('select from drizzle.__drizzle_migrations');
  return rows.length;
};

test('after an upgrade the index on the operation log has statistics', async () => {
  await migrate(at.url, { upTo: BEFORE_RECORD_HISTORY });
  await at.client.query(`
    insert into sys_opera_log (title, permission, request_method, oper_url, oper_name, oper_ip, user_agent, code, msg, status,
      request_id, latency_ms, changes)
    select '修改岗位', 'admin:sysPost:edit', 'PUT', '/api/v1/post/1', 'x', '', '', 200, '', '1', '', 1,
      jsonb_build_object('id', n) from generate_series(1, 2000) as n`);
  await migrate(at.url);
  const { rows } = await at.client.query(`select from pg_stats where tablename = 'sys_opera_log_records'`);
  expect(rows).toHaveLength(1);
});

test('an upgrade without the right to create schemas names the statement that grants it, and changes nothing', async () => {
  const before = countMigrations() - 1;
  await migrate(at.url, { upTo: before });
  const { rows } = await at.client.query<{ name: string; who: string }>(
    'select current_database() as name, current_user as who',
  );
  const { name, who } = rows[0]!;
  await at.client.query(`revoke create on database ${name} from ${who}`);
  await expect(migrate(at.url)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(`GRANT CREATE ON DATABASE ${name} TO ${who};`) as string,
  });
  expect(await countApplied()).toBe(before);
  await at.client.query(`grant create on database ${name} to ${who}`);
  await migrate(at.url);
  // Starting the installed version needs no such right.
  await at.client.query(`revoke create on database ${name} from ${who}`);
  expect(await migrate(at.url)).toEqual([]);
});

/** The forty-ninth migration stores order totals by the day of placing. */
const BEFORE_SUMS_BY_PLACING = 48;

test('order totals are rebuilt, and an older version can no longer write them', async () => {
  await migrate(at.url, { upTo: BEFORE_SUMS_BY_PLACING });
  await at.client.query(
    "insert into sys_user (username, username_key, nick_name, password_hash) values ('a', 'a', '', '')",
  );
  await at.client.query(
    `insert into orders (order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary,
       catalogue_revision, user_id, customer, created_at, placed_at)
     values ('Q1', 'placed', 10000, 5, '2026-09-10', now(), 1, 1, '支架', 1, (select user_id from sys_user), '{}', '2026-08-31T02:00:00Z', '2026-09-02T02:00:00Z')`,
  );
  const addOldSums =
    "insert into order_day_sum (grain, dept_id, day, quotations, orders, fen) values ('shop/day', 0, '2026-08-31', 1, 1, 10000)";
  await at.client.query(addOldSums);
  await migrate(at.url);
  const { rows: remaining } = await at.client.query('select from order_day_sum');
  expect(remaining).toHaveLength(0);
  const { rows: pending } = await at.client.query('select sign, total_fen::int as fen from order_change');
  expect(pending).toEqual([{ sign: 1, fen: 10_000 }]);
  await expect(at.client.query(addOldSums)).rejects.toThrow('"won"');
});

/** The twenty-first migration sets the titles of menus and buttons. */
const BEFORE_MENU_WORDS = 20;

test('an upgrade renames menus and buttons as in a new installation, except titles changed by a user', async () => {
  await migrate(at.url, { upTo: BEFORE_MENU_WORDS });
  const menus = [
    ['OrderManage', '订单管理'],
    ['OnlineSession', '在线用户'],
    ['mfr:material:list', '列表材料'],
    ['SysUser', '同事'],
    ['SysDept', '部门管理'],
  ];
  for (const [name, title] of menus)
    await at.client.query(
      `insert into sys_menu (paths, menu_name, title, menu_type, updated_at) values ('/0', $1, $2, 'C', '2026-01-01Z')`,
      [name, title],
    );
  await migrate(at.url);
  const { rows } = await at.client.query<{
    menu_name: string;
    title: string;
    version: number;
    isNew: boolean;
  }>(
    `select menu_name, title, version, updated_at > '2026-01-01Z' as "isNew" from sys_menu order by menu_id`,
  );
  expect(rows).toEqual([
    { menu_name: 'OrderManage', title: '订单', version: 2, isNew: true },
    { menu_name: 'OnlineSession', title: '在线会话', version: 2, isNew: true },
    { menu_name: 'mfr:material:list', title: '查看材料列表', version: 2, isNew: true },
    { menu_name: 'SysUser', title: '同事', version: 1, isNew: false },
    { menu_name: 'SysDept', title: '部门', version: 2, isNew: true },
  ]);
});

test('an upgraded installation has the texts of a new one', async () => {
  const sql = readFileSync(new URL('migrations/0020_menu-words.sql', import.meta.url), 'utf8');
  const seeded = new Map([customerMenus, backOfficeMenus].flatMap(titlesOf));
  const renamed = [...sql.matchAll(/^\s*\('([^']+)', '[^']+', '([^']+)'\)/gm)].map(([, name = '', title]) => [
    name,
    title,
  ]);
  expect(renamed.length).toBeGreaterThan(40);
  const words = (name: string) => seeded.get(name) ?? buttonTitle(name as PermissionCode);
  expect(renamed).toEqual(renamed.map(([name = '']) => [name, words(name)]));
});

const titlesOf = (menu: SeedMenu): [string, string][] => [
  [menu.menuName, menu.title],
  ...(menu.children ?? []).flatMap(titlesOf),
];
