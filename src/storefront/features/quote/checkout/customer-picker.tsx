import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react';
import { authentication } from '#contract/people/authentication.ts';
import { quoteDesk, type DeskCustomer } from '#contract/orders/quote-desk.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { hasPermission } from '#domain/permissions.ts';
import { fetchData } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import styles from './customer-picker.module.css';

interface Props {
  customer: DeskCustomer | undefined;
  /** Whether the customer can be changed. Parts entered for one customer are never sent for another. */
  isChangeable: boolean;
  /** Search text. */
  text: string;
  error: string | undefined;
  isLocked: boolean;
  className?: string | undefined;
  onText: (text: string) => void;
  onChange: (customer: DeskCustomer | undefined) => void;
}

/** For staff who price requests: the customer they act for. Renders nothing for customers. */
export function CustomerPicker({
  customer,
  isChangeable,
  error,
  isLocked,
  className,
  onChange,
  ...search
}: Props) {
  const { data: info } = useQuery({
    queryKey: ['getinfo'],
    queryFn: ({ signal }) => fetchData(authentication.info, { signal, quiet: true }),
  });
  if (!info || !hasPermission(info.permissions, OFFER_PERMISSION)) return null;

  return (
    <div className={className}>
      {customer ? (
        <p className={styles.chosen}>
          <span>
            代客户询价：<strong>{customerTitle(customer)}</strong>
          </span>
          {isChangeable && (
            <Button variant="ghost" size="small" onClick={() => onChange(undefined)}>
              更换
            </Button>
          )}
          {error !== undefined && <span role="alert">{error}</span>}
        </p>
      ) : (
        <Search error={error} isLocked={isLocked} onChange={onChange} {...search} />
      )}
    </div>
  );
}

const customerTitle = ({ company, nickName, username }: DeskCustomer) =>
  `${company === '' ? '' : `${company} · `}${nickName || username}（${username}）`;

/** A combobox: arrow keys move through the results, Enter or a click picks one. */
function Search({
  text,
  error,
  isLocked,
  onText,
  onChange,
}: Omit<Props, 'customer' | 'isChangeable' | 'className'>) {
  const listId = useId();
  const [activeId, setActiveId] = useState<number>();
  const searchText = useDeferredValue(text.trim());
  const { data, isError } = useQuery({
    queryKey: ['desk-customers', searchText],
    queryFn: ({ signal }) =>
      fetchData(quoteDesk.customers, { query: { text: searchText }, signal, quiet: true }),
    enabled: searchText !== '',
  });
  // Ignores results of an earlier search text.
  const hits = searchText === text.trim() ? (data ?? []) : [];
  const activeIndex = hits.findIndex(({ userId }) => userId === activeId);
  const optionId = (userId: number) => `${listId}-${userId}`;

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || hits.length === 0) return;
    const next = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex < 0 ? -1 : activeIndex - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActiveId(hits.at(next % hits.length)?.userId);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const picked = hits[activeIndex] ?? (hits.length === 1 ? hits[0] : undefined);
      if (picked) onChange(picked);
    }
  }

  return (
    <>
      <TextField
        label="代客户询价"
        hint={hintOf(searchText, isError, data?.length)}
        error={error}
        maxLength={200}
        autoComplete="off"
        disabled={isLocked}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId !== undefined && activeIndex >= 0 ? optionId(activeId) : undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="找到的客户"
        className={styles.found}
        hidden={hits.length === 0}
      >
        {hits.map((hit) => (
          // The text field handles the keyboard, so options need no focus.
          <div
            key={hit.userId}
            id={optionId(hit.userId)}
            role="option"
            tabIndex={-1}
            aria-selected={hit.userId === activeId}
            className={styles.option}
            onClick={() => onChange(hit)}
            onKeyDown={onKeyDown}
          >
            {customerTitle(hit)}
          </div>
        ))}
      </div>
    </>
  );
}

function hintOf(searchText: string, isError: boolean, count: number | undefined): string {
  if (searchText === '') return '选填，输入姓名、账号或公司查找；不填则以您本人的名义';
  if (isError) return '客户查找失败，请稍后再试';
  return count === 0 ? '没有找到客户' : '请选择客户';
}
