import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/http/result.ts';
import { paths } from '#storefront/app/paths.ts';
import type { DraftSaver } from './draft/storage/draft-saver.ts';
import { loadDraft, saveDraft, type DraftSlot, saveLead } from './draft/storage/draft-storage.ts';
import type { QuoteState } from './draft/quote-actions.ts';
import { defaultPartQuery, namedCustomerQuery } from './draft/quote-queries.ts';
import { LazyCustomerPicker } from './checkout/lazy-customer-picker.ts';
import styles from './quote-page.module.css';

interface SwitchOptions {
  userId: number;
  state: QuoteState;
  saver: DraftSaver;
  /** The customer that staff act for. */
  forCustomer: DeskCustomer | undefined;
}

/**
 * Switches to another customer's page, or to none. Parts entered for a customer stay with that customer;
 * parts entered before one was chosen move along, unless the customer has an unsent draft.
 */
export function useCustomerSwitch({ userId, state, saver, forCustomer }: SwitchOptions) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return async function switchCustomer(customer: DeskCustomer | undefined): Promise<void> {
    if (state.parts.some(({ pendingFiles }) => pendingFiles > 0))
      return notify({ type: 'warning', message: '还有附件没有上传完成：请等待、重试或移除' });
    try {
      await Promise.all([queryClient.fetchQuery(defaultPartQuery(customer)), LazyCustomerPicker.load()]);
    } catch (error) {
      // The HTTP client has reported the error.
      if (error instanceof CallError) return;
      throw error;
    }
    queryClient.setQueryData(namedCustomerQuery(customer?.username ?? '').queryKey, customer ?? null);
    if (customer && !forCustomer && state.isTouched) moveParts(customer);
    flushSync(() => navigate(paths.quoteFor(customer?.username ?? ''), { replace: true }));
    document.querySelector<HTMLElement>(`.${styles.customer} :is(input, button)`)?.focus();
  };

  function moveParts({ userId: forUserId, company, nickName, username }: DeskCustomer): void {
    const slot: DraftSlot = { userId, orderId: null, forUserId };
    const name = company || nickName || username;
    if (loadDraft(slot)) {
      const message = `${name}有一份没有提交的询价，已经打开；刚才的零件留在原来的页面`;
      return notify({ type: 'warning', message });
    }
    saveDraft(slot, state.parts);
    saveLead(slot, state.leadClassId);
    saver.close();
    notify({ type: 'info', message: `已换成${name}的价格，请核对后提交` });
  }
}
