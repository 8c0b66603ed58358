import { useInvalidate, useList } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { machiningPrices } from '#contract/catalogue/machining-prices.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import { roles } from '#contract/people/roles.ts';
import { users, type User } from '#contract/people/users.ts';
import { formatYuan } from '#domain/money.ts';
import { endpointQuery, useEndpoint } from '../calls/use-endpoint.ts';
import { Problem } from '../components/page/problem.tsx';
import { useDictQuery } from '../field-types/dict-options.ts';
import type { Row } from '../field-types/field.ts';
import { Tag } from '../field-types/tag.tsx';
import { withCreateForm } from '../resource-kit/define-resource.ts';
import { RecordDrawer } from '../resource-kit/record-drawer.tsx';
import { RecordForm } from '../resource-kit/record-form.tsx';
import { usePermission } from '../session/use-permission.ts';
import { user } from './user/user.resource.ts';
import styles from './detail-extra.module.css';

/** The maximum number of users shown; if there are more, a link opens the user list. */
const MAX_BUYERS = 50;

const buyerResource = withCreateForm({
  ...user,
  label: '客户账号',
  formOnCreate: [
    'username',
    'password',
    'nickName',
    'phone',
    'email',
    'deptId',
    'roleIds',
    'status',
    'remark',
  ],
});

export function CompanyExtra({ record }: { record: Row }) {
  const deptId = Number(record['deptId']);
  const canSeeUsers = usePermission(users.list.permission);
  const canSeePrices = usePermission(machiningPrices.agreed.permission);
  return (
    <>
      {canSeeUsers ? <Buyers deptId={deptId} /> : null}
      {canSeePrices ? <AgreedPrices deptId={deptId} /> : null}
    </>
  );
}

function Buyers({ deptId }: { deptId: number }) {
  const [isAdding, setIsAdding] = useState(false);
  const invalidate = useInvalidate();
  const mayAdd = usePermission(users.create.permission);
  const mayGrantRoles = usePermission('admin:sysUser:role') && mayAdd;
  const mayOpen = usePermission(users.one.permission);
  const { result, query } = useList<User>({
    resource: user.name,
    filters: [{ field: 'deptId', operator: 'eq', value: deptId }],
    pagination: { currentPage: 1, pageSize: MAX_BUYERS },
    sorters: [{ field: 'userId', order: 'asc' }],
  });
  const role = useEndpoint(
    endpointQuery(roles.list, {
      query: { roleKey: 'customer', status: ENABLED_TEXT },
      enabled: mayGrantRoles,
    }),
  );
  const customerRole = role.data?.list.find(({ roleKey }) => roleKey === 'customer');
  const count = result.total ?? 0;
  return (
    <section className={styles.section} aria-labelledby="company-buyers">
      <header>
        <h3 id="company-buyers">客户账号{count > 0 ? `（${count}）` : ''}</h3>
        {mayAdd ? (
          <Button disabled={mayGrantRoles && role.isPending} onClick={() => setIsAdding(true)}>
            新增客户账号
          </Button>
        ) : null}
      </header>
      {query.error ? <Problem title="客户账号加载失败" text={query.error.message} /> : null}
      {query.data && count === 0 ? <p className={styles.none}>还没有人能以这家公司下单</p> : null}
      <ul className={styles.rows} aria-label="客户账号">
        {result.data.map(({ userId, username, nickName, phone, status, companyTitle, taxNumber }) => (
          <li key={userId}>
            <span>
              {mayOpen ? <Link to={`${user.path}/${userId}`}>{nickName}</Link> : nickName}
              <small>{[username, phone].filter(Boolean).join(' · ')}</small>
              {companyTitle || taxNumber ? (
                <small>自填开票信息：{[companyTitle, taxNumber].filter(Boolean).join(' ')}</small>
              ) : null}
            </span>
            {status === ENABLED_TEXT ? null : <Tag>停用</Tag>}
          </li>
        ))}
      </ul>
      {count > MAX_BUYERS ? <Link to={`${user.path}?deptId=${deptId}`}>全部 {count} 个客户账号</Link> : null}
      {isAdding ? (
        <RecordDrawer title="新增客户账号" onClose={() => setIsAdding(false)}>
          <RecordForm
            resource={buyerResource}
            proposed={{ deptId, ...(customerRole ? { roleIds: [customerRole.roleId] } : {}) }}
            onClose={() => {
              setIsAdding(false);
              void invalidate({ resource: 'company', invalidates: ['list', 'detail'] });
            }}
          />
        </RecordDrawer>
      ) : null}
    </section>
  );
}

function AgreedPrices({ deptId }: { deptId: number }) {
  const { data, error } = useEndpoint(
    endpointQuery(machiningPrices.agreed, {
      query: { deptId },
      queryKey: ['agreed-prices', deptId],
      gcTime: 0,
    }),
  );
  const tags = useDictQuery('material_tag');
  const nameOf = (tag: string) => tags.data?.find(({ value }) => value === tag)?.label ?? tag;
  return (
    <section className={styles.section} aria-labelledby="company-prices">
      <header>
        <h3 id="company-prices">协议价{data?.length ? `（${data.length}）` : ''}</h3>
        <Link to={`/admin/category?company=${deptId}`}>查看与修改</Link>
      </header>
      {error ? <Problem title="协议价加载失败" text={error.message} /> : null}
      {data?.length === 0 ? <p className={styles.none}>按系统基价报价</p> : null}
      <ul className={styles.rows} aria-label="协议价">
        {data?.map(({ materialTag, price }) => (
          <li key={materialTag}>
            <span>{nameOf(materialTag)}</span>
            <span>{formatYuan(price)} / 件</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
