import type pg from 'pg';
import { say } from './figure.ts';
import { atScale } from './scale.ts';

export const ORDERS = atScale(2_000, 200_000);
export const LOG_ROWS = atScale(2_000, 1_000_000);
export const OWN_ORDERS = atScale(100, 10_000);

/** Fills the database of a fresh installation with two years of a busy shop, generated in SQL. */
export async function fillBackOffice(client: pg.Client): Promise<void> {
  const run = async (label: string, statement: string) => {
    say(`  filling: ${label}`);
    await client.query(statement);
  };
  await fillCustomers(client);
  await fillOrders(client, { from: 0, to: ORDERS });
  await run(`of which ${OWN_ORDERS.toLocaleString('en-US')} are one customer's`, ownOrders);
  await run(`${LOG_ROWS.toLocaleString('en-US')} sign-ins`, loginLog);
  await run(`${LOG_ROWS.toLocaleString('en-US')} operations`, operationLog);
}

export async function fillCustomers(client: pg.Client): Promise<void> {
  say('  filling: companies and users');
  await client.query(companies);
}

/** Inserts the orders numbered `from` + 1 to `to`, spread over two years, and their items. */
export const fillOrders = (client: pg.Client, numbers: { from: number; to: number }): Promise<void> =>
  fillOrdersWith(client, numbers, items);

/** Like `fillOrders`, with another statement that inserts the items of every order without any. */
export async function fillOrdersWith(
  client: pg.Client,
  numbers: { from: number; to: number },
  insertItems: string,
): Promise<void> {
  say(`  filling: ${(numbers.to - numbers.from).toLocaleString('en-US')} orders`);
  await client.query(ordersOf(numbers));
  say('  filling: their items');
  await client.query(insertItems);
}

const companies = `
  with company as (
    insert into sys_dept (parent_id, dept_path, dept_name)
    select 3, '', '客户公司' || n from generate_series(1, 300) n
    returning dept_id
  )
  insert into sys_user (username, username_key, nick_name, password_hash, dept_id, company_title)
  select 'buyer' || n, 'buyer' || n, '采购' || n, 'x', (select min(dept_id) from company) + n % 300, '客户公司' || n % 300
  from generate_series(1, 2000) n;
  update sys_dept set dept_path = '/0/3/' || dept_id || '/' where dept_path = '';`;

/** Older orders are completed and recent ones in progress. 15 % stay quotations, 5 % are cancelled. */
const ordersOf = ({ from, to }: { from: number; to: number }) => `
  insert into orders (
    order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary, user_id,
    dept_id, customer, contact_name, contact_phone, address, catalogue_revision, placed_at, shipped_at,
    create_by, update_by, created_at, updated_at
  )
  select
    'Q' || to_char(made at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad(n::text, greatest(6, length(n::text)), '0'),
    line.status, (100 + random() * 9000000)::bigint, days,
    to_char(made at time zone 'Asia/Shanghai' + make_interval(days => days), 'YYYY-MM-DD'),
    made + interval '15 days', 1 + n % 3, 1 + n % 500, '6061铝板×' || n % 500 || '、支架×' || n % 40,
    u.user_id, u.dept_id,
    jsonb_build_object('username', u.username, 'nickName', u.nick_name, 'phone', '021-5550' || n % 1000,
      'email', u.username || '@example.com', 'companyTitle', u.company_title, 'deptName', d.dept_name),
    u.nick_name, '021-5550' || n % 1000, '上海市示例路' || n % 900 || '号', 1,
    case when line.status not in ('quoted') then made + interval '1 hour' end,
    case when line.status in ('shipped', 'completed') then made + make_interval(days => days + n % 5 - 3) end,
    u.user_id, u.user_id, made, made
  from (
    select n, made, 4 + n % 20 as days,
      case
        when n % 100 < 15 then 'quoted'
        when n % 100 < 20 then 'cancelled'
        when made < now() - interval '60 days' then 'completed'
        when made < now() - interval '25 days' then 'shipped'
        else (array['placed', 'confirmed', 'producing', 'inspecting'])[1 + n % 4]
      end as status,
      (select min(user_id) from sys_user where username like 'buyer%') + (n * 7919::bigint % 2000)::int as buyer
    from (
      select n, now() - interval '730 days' + (n - ${from}) * (interval '730 days' / ${to - from}) as made
      from generate_series(${from} + 1, ${to}) n
    ) as moment
  ) as line
  join sys_user u on u.user_id = buyer
  join sys_dept d on d.dept_id = u.dept_id;`;

/** Inserts the items of every order without any. */
const items = `
  insert into order_item (
    order_id, line_no, name, material_id, material_name, material_tag, num, length, width, height, processes,
    unit_price_fen, sub_total_fen, delivery_time, trace
  )
  select o.id, line, '支架' || o.id % 900, m.id, m.name || '-' || o.id % 20, m.material_tag, 1 + o.id % 500, 100, 80, 12,
    '[{"processId":1,"processName":"表面处理","optionId":2,"optionName":"阳极氧化","price":12.5,"time":3}]',
    o.total_fen / 10, o.total_fen / o.item_count, o.delivery_time,
    jsonb_build_object('formula', 1, 'base', random(), 'factor', random(), 'note', md5(o.id::text) || md5(line::text))
  from orders o
  cross join lateral generate_series(1, o.item_count) line
  join (select id, name, material_tag, row_number() over (order by id) as place, count(*) over () as total from material) m
    on m.place = 1 + (o.id * 31 + line * 7) % m.total
  where o.id > coalesce((select max(order_id) from order_item), 0);`;

const ownOrders = `
  update orders o set user_id = u.user_id, dept_id = u.dept_id,
    customer = customer || jsonb_build_object('username', u.username, 'nickName', u.nick_name)
  from sys_user u where u.username = 'demo' and o.id % ${ORDERS / OWN_ORDERS} = 0;`;

const loginLog = `
  insert into sys_login_log (username, user_id, status, ipaddr, user_agent, msg, login_time)
  select case when n % 50 = 0 then 'guess' || md5(n::text) else 'buyer' || n * 7919::bigint % 2000 end, 1,
    case when n % 20 = 0 then '1' else '2' end,
    '10.' || n % 200 || '.' || n * 31::bigint % 250 || '.' || n * 17::bigint % 250,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36',
    case when n % 20 = 0 then '用户名或密码错误' else '登录成功' end,
    now() - interval '180 days' + n * (interval '180 days' / ${LOG_ROWS})
  from generate_series(1, ${LOG_ROWS}) n;`;

const operationLog = `
  insert into sys_opera_log (
    title, permission, request_method, oper_url, oper_name, user_id, oper_ip, user_agent, code, msg, status, request_id,
    latency_ms, changes, oper_time
  )
  select (array['提交订单', '变更订单状态', '维护内部备注与交期', '修改材料', '修改工艺', '修改用户', '删除岗位', '新增字典数据'])[1 + n % 8],
    'mfr:order:move', (array['POST', 'POST', 'POST', 'PUT', 'PUT', 'PUT', 'DELETE', 'POST'])[1 + n % 8],
    '/api/v1/order/' || n % 200000 || '/move', u.username, u.user_id,
    '10.' || n % 200 || '.' || n * 31::bigint % 250 || '.' || n * 17::bigint % 250,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36',
    case when n % 50 = 0 then 409 else 200 end, case when n % 50 = 0 then '数据已被他人修改' else '操作成功' end,
    case when n % 50 = 0 then '2' else '1' end, md5(n::text), random() * 40,
    jsonb_build_object('id', n % 200000, 'status', jsonb_build_array('placed', 'confirmed')),
    now() - interval '180 days' + n * (interval '180 days' / ${LOG_ROWS})
  from generate_series(1, ${LOG_ROWS}) n
  join sys_user u on u.user_id = 3 + (n * 7919::bigint % 2000);`;
