import { expect, test } from 'vitest';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import { emptyDatabase } from './empty-database.test-data.ts';
import { migrate } from './migrate.ts';
import { seedDictionaries } from './seed/dictionaries.ts';
import { buttonTitle } from './seed/menus.ts';

/** The twentieth migration. */
const BEFORE_IMPORT_BUTTONS = 19;

const at = emptyDatabase();

test('an upgrade adds the import buttons for roles that may add and edit the records', async () => {
  await migrate(at.url, { upTo: BEFORE_IMPORT_BUTTONS });
  await at.client.query(`insert into revision values ('access', 7, now())`);
  const menu = async (parent: { id: number; paths: string }, permission: string, type = 'F') => {
    const { rows } = await at.client.query<{ id: number }>(
      `insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, sort)
       values ($1, '', $2, $2, $3, $2, 10) returning menu_id as id`,
      [parent.id, permission, type],
    );
    const made = { id: rows[0]!.id, paths: `${parent.paths}/${rows[0]!.id}` };
    await at.client.query('update sys_menu set paths = $2 where menu_id = $1', [made.id, made.paths]);
    return made;
  };
  const page = await menu({ id: 0, paths: '/0' }, 'mfr:material:list', 'C');
  const add = await menu(page, 'mfr:material:add');
  const edit = await menu(page, 'mfr:material:edit');
  const users = await menu({ id: 0, paths: '/0' }, 'admin:sysUser:list', 'C');
  // One button was removed from a role and the other was deleted: both stay removed.
  const addUser = await menu(users, 'admin:sysUser:add');
  const editUser = await menu(users, 'admin:sysUser:edit');
  await menu(users, 'admin:sysUser:import');
  const processes = await menu({ id: 0, paths: '/0' }, 'mfr:process:list', 'C');
  const deleted = await menu(processes, 'mfr:process:import');
  await at.client.query('update sys_menu set deleted_at = now() where menu_id = $1', [deleted.id]);
  for (const [key, ids] of [
    ['both', [page, add, edit, users, addUser, editUser]],
    ['one', [page, add]],
  ] as const) {
    const { rows } = await at.client.query<{ id: number }>(
      `insert into sys_role (role_name, role_key) values ($1, $1) returning role_id as id`,
      [key],
    );
    for (const { id } of ids)
      await at.client.query('insert into sys_role_menu values ($1, $2)', [rows[0]!.id, id]);
  }
  const granted = await migrate(at.url, { upTo: BEFORE_IMPORT_BUTTONS + 1 });
  expect(granted).toEqual([{ role: 'both', buttons: ['导入材料'] }]);
  const { rows: buttons } = await at.client.query(
    `select parent_id, paths, title, menu_type from sys_menu where permission like '%:import' and title like '导入%'`,
  );
  expect(buttons).toEqual([
    {
      parent_id: page.id,
      paths: expect.stringMatching(`^${page.paths}/\\d+$`) as string,
      title: '导入材料',
      menu_type: 'F',
    },
  ]);
  const { rows: held } = await at.client.query(
    `select role_key, permission from sys_role join sys_role_menu using (role_id) join sys_menu using (menu_id)
     where permission like '%:import'`,
  );
  expect(held).toEqual([{ role_key: 'both', permission: 'mfr:material:import' }]);
  const { rows: access } = await at.client.query<{ value: number }>(
    `select value::int from revision where name = 'access'`,
  );
  expect(access).toEqual([{ value: 8 }]);
});

/** The twenty-second migration. */
const BEFORE_MODELS = 21;

test('an upgrade adds the model buttons for roles that may handle orders', async () => {
  await migrate(at.url, { upTo: BEFORE_MODELS });
  await at.client.query(`
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path) values
      (0, '/0/1', 'page', 'page', 'C', 'mfr:order:list', '/admin/user/order'),
      (1, '/0/1/2', 'handle', 'handle', 'F', 'mfr:order:handle', '');
    insert into sys_role (role_name, role_key) values ('handles', 'handles'), ('lists', 'lists');
    insert into sys_role_menu values (1, 1), (1, 2), (2, 1)`);
  await migrate(at.url);
  const { rows } = await at.client.query(
    `select permission, paths, array_agg(role_key) as roles
     from sys_menu join sys_role_menu using (menu_id) join sys_role using (role_id)
     where permission like 'mfr:model:%' group by 1, 2 order by 1`,
  );
  expect(rows).toMatchObject([
    { permission: 'mfr:model:acknowledge', roles: ['handles'] },
    { permission: 'mfr:model:measure', roles: ['handles'] },
  ]);
  expect(rows.map(({ paths }: { paths: string }) => paths).toSorted()).toEqual(['/0/1/3', '/0/1/4']);
});

/** The twenty-fourth migration. */
const BEFORE_STOCK_SIZES = 23;

test('an upgrade adds the stock sizes page for roles with the same rights on materials', async () => {
  await migrate(at.url, { upTo: BEFORE_STOCK_SIZES });
  await at.client.query(`
    insert into revision (name, value, changed_at) values ('access', 3, now());
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
      (0, '/0/1', 'Business', '报价业务', 'M', '', '/admin/business', 10),
      (1, '/0/1/2', 'MaterialManage', '材料', 'C', 'mfr:material:list', '/admin/user/material', 20),
      (2, '/0/1/2/3', 'query', 'query', 'F', 'mfr:material:query', '', 10),
      (2, '/0/1/2/4', 'import', 'import', 'F', 'mfr:material:import', '', 60),
      (0, '/0/5', 'quote', 'quote', 'F', 'mfr:material:list', '', 10);
    insert into sys_role (role_name, role_key) values ('engineer', 'engineer'), ('sales', 'sales'), ('customer', 'customer');
    insert into sys_role_menu values (1, 2), (1, 3), (1, 4), (2, 2), (3, 5)`);
  await migrate(at.url);
  const { rows } = await at.client.query<{ permission: string; roles: string[] }>(
    `select permission, title, menu_type, parent_id, paths = '/0/1/' || case menu_type when 'C' then '' else parent_id || '/' end || menu_id as "isPlaced",
       sort, array_remove(array_agg(role_key order by role_key), null) as roles
     from sys_menu left join sys_role_menu using (menu_id) left join sys_role using (role_id)
     where permission like 'mfr:stockSize:%' group by sys_menu.menu_id order by menu_type, sort`,
  );
  const held = (action: string) =>
    rows.find(({ permission }) => permission === `mfr:stockSize:${action}`)?.roles;
  expect(rows).toHaveLength(7);
  expect(rows[0]).toMatchObject({
    title: '毛坯规格',
    menu_type: 'C',
    parent_id: 1,
    isPlaced: true,
    sort: 25,
  });
  expect(rows.slice(1)).toEqual(
    rows.slice(1).map((row) => expect.objectContaining({ ...row, menu_type: 'F', isPlaced: true })),
  );
  expect(['list', 'query', 'import', 'add'].map(held)).toEqual([
    ['engineer', 'sales'],
    ['engineer'],
    ['engineer'],
    [],
  ]);
  const titles = rows
    .slice(1)
    .map(({ permission, title }: { permission: string; title?: string }) => [permission, title]);
  expect(titles).toEqual(titles.map(([code]) => [code, buttonTitle(code as PermissionCode)]));
  const { rows: access } = await at.client.query<{ value: number }>(
    `select value::int from revision where name = 'access'`,
  );
  expect(access[0]?.value).toBeGreaterThan(3);
});

/** Disabled records that an upgrade adds with their page: the migrations before it, the page and the records. */
const switchedOff = [
  {
    before: 27,
    permission: 'mfr:gateRule',
    page: { title: '人工报价规则', sort: 27 },
    buttons: 6,
    table: 'gate_rule',
    name: 'kind',
    records: ['envelope', 'weight', 'amount', 'pieces', 'tolerance'],
  },
  {
    before: 33,
    permission: 'mfr:chargeRule',
    page: { title: '附加费规则', sort: 28 },
    buttons: 6,
    table: 'charge_rule',
    name: 'kind',
    records: ['setup', 'packing', 'freight', 'discount', 'minimum'],
  },
  {
    before: 38,
    permission: 'mfr:leadClass',
    page: { title: '交期档位', sort: 29 },
    buttons: 5,
    table: 'lead_class',
    name: 'name',
    records: ['经济', '加急'],
  },
];

test.each(switchedOff)(
  'an upgrade adds $table, disabled, and its page for roles with the stock sizes page',
  async ({ before, permission: page, page: shown, buttons: count, table, name, records }) => {
    await migrate(at.url, { upTo: before });
    await at.client.query(`
      insert into revision (name, value, changed_at) values ('access', 3, now()), ('catalogue', 1, now());
      insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
        (0, '/0/1', 'Business', '报价业务', 'M', '', '/admin/business', 10),
        (1, '/0/1/2', 'StockSize', '毛坯规格', 'C', 'mfr:stockSize:list', '/admin/stock-sizes', 25),
        (2, '/0/1/2/3', 'edit', 'edit', 'F', 'mfr:stockSize:edit', '', 10);
      insert into sys_role (role_name, role_key) values ('engineer', 'engineer'), ('sales', 'sales');
      insert into sys_role_menu values (1, 2), (1, 3), (2, 2)`);
    await migrate(at.url);
    const { rows } = await at.client.query<{ permission: string; title: string; roles: string[] }>(
      `select permission, title, sort, array_remove(array_agg(role_key order by role_key), null) as roles
       from sys_menu left join sys_role_menu using (menu_id) left join sys_role using (role_id)
       where permission like $1 group by sys_menu.menu_id order by menu_type, sort`,
      [`${page}:%`],
    );
    const [first, ...buttons] = rows;
    expect(first).toMatchObject({ ...shown, roles: ['engineer', 'sales'] });
    expect(buttons.map(({ permission, title }) => [permission, title])).toEqual(
      buttons.map(({ permission }) => [permission, buttonTitle(permission as PermissionCode)]),
    );
    expect(buttons).toHaveLength(count);
    expect(buttons.find(({ permission }) => permission === `${page}:edit`)?.roles).toEqual(['engineer']);
    const { rows: added } = await at.client.query(
      `select ${name} as name, status from ${table} order by sort`,
    );
    expect(added).toEqual(records.map((record) => ({ name: record, status: 1 })));
  },
);

/** The twenty-ninth migration. */
const BEFORE_QUOTE_DESK = 28;

test('an upgrade adds a separate page for manual pricing for roles that already price', async () => {
  await migrate(at.url, { upTo: BEFORE_QUOTE_DESK });
  await at.client.query(`
    insert into revision (name, value, changed_at) values ('access', 3, now());
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
      (0, '/0/1', 'Business', '报价业务', 'M', '', '/admin/business', 10),
      (1, '/0/1/2', 'OrderManage', '订单', 'C', 'mfr:order:list', '/admin/user/order', 10),
      (2, '/0/1/2/3', 'mfr:quote:price', '人工报价', 'F', 'mfr:quote:price', '', 40);
    insert into sys_role (role_name, role_key) values ('sales', 'sales');
    insert into sys_role_menu values (1, 2), (1, 3)`);
  await migrate(at.url);
  const { rows } = await at.client.query(
    `select parent_id, paths, title, path, menu_type, permission, sort from sys_menu join sys_role_menu using (menu_id)
     where permission = 'mfr:quote:price'`,
  );
  expect(rows).toEqual([
    {
      parent_id: 1,
      paths: '/0/1/3',
      title: '报价台',
      path: '/admin/user/quote-desk',
      menu_type: 'C',
      permission: 'mfr:quote:price',
      sort: 15,
    },
  ]);
});

/** The thirty-second migration. */
const BEFORE_MESSAGES = 31;

test('an upgrade lets roles that edit orders reply for the shop, and adds reply templates', async () => {
  await migrate(at.url, { upTo: BEFORE_MESSAGES });
  await at.client.query(`
    insert into revision (name, value, changed_at) values ('access', 3, now());
    insert into sys_dict_type (dict_name, dict_type) values ('订单状态', 'order_status');
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
      (0, '/0/1', 'OrderManage', '订单', 'C', 'mfr:order:list', '/admin/user/order', 10),
      (1, '/0/1/2', 'mfr:order:edit', '修改内部备注与承诺发货日', 'F', 'mfr:order:edit', '', 40);
    insert into sys_role (role_name, role_key) values ('sales', 'sales'), ('reader', 'reader');
    insert into sys_role_menu values (1, 1), (1, 2), (2, 1)`);
  await migrate(at.url);
  const { rows } = await at.client.query(
    `select parent_id, paths = '/0/1/' || menu_id as "isPlaced", title, menu_type, sort, array_agg(role_key) as roles
     from sys_menu join sys_role_menu using (menu_id) join sys_role using (role_id)
     where permission = 'mfr:order:message' group by menu_id`,
  );
  const title = buttonTitle('mfr:order:message');
  expect(rows).toEqual([{ parent_id: 1, isPlaced: true, title, menu_type: 'F', sort: 45, roles: ['sales'] }]);
  const { rows: replies } = await at.client.query<{ label: string; value: string }>(
    `select dict_label as label, dict_value as value from sys_dict_data where dict_type = 'quick_reply' order by dict_sort`,
  );
  const seeded = seedDictionaries.find(({ dictType }) => dictType === 'quick_reply');
  expect(replies).toEqual(seeded?.entries);
  const { rows: access } = await at.client.query<{ value: number }>(
    `select value::int from revision where name = 'access'`,
  );
  expect(access[0]?.value).toBeGreaterThan(3);
});

/** The thirty-third migration. */
const BEFORE_OFFER_APPROVALS = 32;

test('an upgrade adds the button for approving offers below the quote desk, for no role', async () => {
  await migrate(at.url, { upTo: BEFORE_OFFER_APPROVALS });
  await at.client.query(`
    insert into revision (name, value, changed_at) values ('access', 3, now());
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
      (0, '/0/1', 'Business', '报价业务', 'M', '', '/admin/business', 10),
      (1, '/0/1/2', 'QuoteDesk', '报价台', 'C', 'mfr:quote:price', '/admin/user/quote-desk', 15);
    insert into sys_role (role_name, role_key) values ('sales', 'sales');
    insert into sys_role_menu values (1, 2)`);
  await migrate(at.url);
  const { rows } = await at.client.query(
    `select parent_id, paths, title, menu_type, role_id from sys_menu left join sys_role_menu using (menu_id)
     where permission = 'mfr:quote:approve'`,
  );
  const title = buttonTitle('mfr:quote:approve');
  expect(rows).toEqual([{ parent_id: 2, paths: '/0/1/2/3', title, menu_type: 'F', role_id: null }]);
  const { rows: roles } = await at.client.query(`select discount_limit from sys_role`);
  expect(roles).toEqual([{ discount_limit: null }]);
});

/** The forty-first migration. */
const BEFORE_REPLAYS = 40;

test('an upgrade adds the replays page for roles that see the price table and all order amounts', async () => {
  await migrate(at.url, { upTo: BEFORE_REPLAYS });
  await at.client.query(`
    insert into revision (name, value, changed_at) values ('access', 3, now());
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
      (0, '/0/1', 'Admin', '管理后台', 'M', '', '/admin', 10),
      (1, '/0/1/2', 'Dash', '经营看板', 'C', 'mfr:dashboard:business', '/admin/dash', 10),
      (1, '/0/1/3', 'PriceTable', '价目总表', 'C', 'mfr:price:list', '/admin/table', 20);
    insert into sys_role (role_name, role_key) values ('sales', 'sales'), ('engineer', 'engineer'), ('chief', 'chief');
    insert into sys_role_menu values (1, 2), (1, 3), (2, 3), (3, 2)`);
  await migrate(at.url);
  const { rows } = await at.client.query(
    `select parent_id, paths, title, menu_type, path, sort, role_key from sys_menu left join sys_role_menu using (menu_id)
     left join sys_role using (role_id) where permission = 'mfr:replay:run'`,
  );
  expect(rows).toEqual([
    {
      parent_id: 1,
      paths: '/0/1/4',
      title: buttonTitle('mfr:replay:run'),
      menu_type: 'C',
      path: '/admin/price-replay',
      sort: 23,
      role_key: 'sales',
    },
  ]);
});

/** The forty-second migration. */
const BEFORE_PART_PAGE = 41;

test('an upgrade adds the parts page for roles that price or handle orders, and dates the parts', async () => {
  await migrate(at.url, { upTo: BEFORE_PART_PAGE });
  await at.client.query(`
    insert into revision (name, value, changed_at) values ('access', 3, now());
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
      (0, '/0/1', 'Business', '报价业务', 'M', '', '/admin/business', 10),
      (1, '/0/1/2', 'OrderManage', '订单', 'C', 'mfr:order:list', '/admin/user/order', 10),
      (2, '/0/1/2/3', 'handle', '处理订单', 'F', 'mfr:order:handle', '', 10),
      (1, '/0/1/4', 'QuoteDesk', '报价台', 'C', 'mfr:quote:price', '/admin/user/quote-desk', 15);
    insert into sys_role (role_name, role_key) values ('sales', 'sales'), ('desk', 'desk'), ('reader', 'reader');
    insert into sys_role_menu values (1, 2), (1, 3), (1, 4), (2, 4), (3, 2);
    insert into part (owner, name, name_key, long_mm, middle_mm, short_mm) values (1, '支架', '支架', 3, 2, 1), (1, '空', '空', 3, 2, 1);
    alter table part_line drop constraint part_line_order_id_orders_id_fk;
    insert into part_line (order_id, line_no, part_id, user_id, num, made_at) values
      (1, 1, 1, 1, 1, '2026-01-02T00:00:00Z'), (2, 1, 1, 1, 1, '2026-02-03T00:00:00Z')`);
  await migrate(at.url);
  const { rows } = await at.client.query(
    `select parent_id, title, menu_type, path, sort, array_agg(role_key order by role_key) as roles
     from sys_menu join sys_role_menu using (menu_id) join sys_role using (role_id)
     where permission like 'mfr:part:%' group by menu_id order by menu_id`,
  );
  const roles = ['desk', 'sales'];
  expect(rows).toEqual([
    { parent_id: 1, title: '零件库', menu_type: 'C', path: '/admin/parts', sort: 16, roles },
    { parent_id: 5, title: buttonTitle('mfr:part:query'), menu_type: 'F', path: '', sort: 10, roles },
  ]);
  const { rows: dated } = await at.client.query(`select last_at from part order by id`);
  expect(dated).toEqual([{ last_at: new Date('2026-02-03T00:00:00Z') }, { last_at: null }]);
});

/** The forty-fourth migration. */
const BEFORE_ACTUALS = 43;

test('an upgrade adds the actual costs page for roles that see costs, and the button for entering them for no role', async () => {
  await migrate(at.url, { upTo: BEFORE_ACTUALS });
  await at.client.query(`
    insert into revision (name, value, changed_at) values ('access', 3, now());
    insert into sys_menu (parent_id, paths, menu_name, title, menu_type, permission, path, sort) values
      (0, '/0/1', 'Admin', '管理后台', 'M', '', '/admin', 10),
      (1, '/0/1/2', 'Cost', '成本', 'C', 'mfr:cost:list', '/admin/costs', 30);
    insert into sys_role (role_name, role_key) values ('owner', 'owner'), ('sales', 'sales');
    insert into sys_role_menu values (1, 2), (2, 1)`);
  await migrate(at.url);
  const { rows } = await at.client.query(
    `select parent_id, paths = (select paths from sys_menu above where above.menu_id = sys_menu.parent_id) || '/' || menu_id as "isPlaced",
       title, menu_type, permission, sort, role_key
     from sys_menu left join sys_role_menu using (menu_id) left join sys_role using (role_id) where menu_id > 2 order by menu_id`,
  );
  expect(rows).toEqual([
    {
      parent_id: 1,
      isPlaced: true,
      title: '估算与实际',
      menu_type: 'C',
      permission: 'mfr:cost:list',
      sort: 32,
      role_key: 'owner',
    },
    {
      parent_id: 2,
      isPlaced: true,
      title: buttonTitle('mfr:cost:actual'),
      menu_type: 'F',
      permission: 'mfr:cost:actual',
      sort: 20,
      role_key: null,
    },
  ]);
});
