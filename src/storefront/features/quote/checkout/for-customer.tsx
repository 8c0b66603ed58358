import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { authentication } from '#contract/authentication.ts';
import { quoteDesk, type DeskCustomer } from '#contract/quote-desk.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { hasPermission } from '#domain/permissions.ts';
import { fetchData } from '#providers/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/field.tsx';
import styles from './for-customer.module.css';

interface Props {
  customer: DeskCustomer | undefined;
  error: string | undefined;
  isLocked: boolean;
  onChange: (customer: DeskCustomer | undefined) => void;
}

/** For staff who price requests: the customer in whose name they ask. Nothing for customers. */
export function ForCustomer({ customer, error, isLocked, onChange }: Props) {
  const { data: info } = useQuery({
    queryKey: ['getinfo'],
    queryFn: ({ signal }) => fetchData(authentication.info, { signal, quiet: true }),
  });
  if (!info || !hasPermission(info.permissions, OFFER_PERMISSION)) return null;
  if (!customer) return <Search error={error} isLocked={isLocked} onChange={onChange} />;
  return (
    <p className={styles.chosen}>
      <span>
        代客户询价：<strong>{titleOf(customer)}</strong>
      </span>
      <Button variant="ghost" disabled={isLocked} onClick={() => onChange(undefined)}>
        更换
      </Button>
      {error !== undefined && <span role="alert">{error}</span>}
    </p>
  );
}

const titleOf = ({ company, nickName, username }: DeskCustomer) =>
  `${company === '' ? '' : `${company} · `}${nickName || username}（${username}）`;

function Search({ error, isLocked, onChange }: Omit<Props, 'customer'>) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { data: found, isError } = useQuery({
    queryKey: ['desk-customers', wanted],
    queryFn: ({ signal }) => fetchData(quoteDesk.customers, { query: { text: wanted }, signal, quiet: true }),
    enabled: wanted !== '',
  });
  return (
    <div>
      <TextField
        label="代客户询价"
        hint={hintOf(wanted, isError, found?.length)}
        error={error}
        maxLength={200}
        autoComplete="off"
        disabled={isLocked}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found && found.length > 0 && (
        <ul className={styles.found} aria-label="找到的客户">
          {found.map((one) => (
            <li key={one.userId}>
              <Button variant="ghost" onClick={() => onChange(one)}>
                {titleOf(one)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function hintOf(wanted: string, isError: boolean, count: number | undefined): string {
  if (wanted === '') return '选填，输入姓名、账号或公司查找；不填则以您本人的名义';
  if (isError) return '客户查找失败，请稍后再试';
  return count === 0 ? '没有找到客户' : '请选择客户';
}
