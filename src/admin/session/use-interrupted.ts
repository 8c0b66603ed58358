import { useEffect, useEffectEvent, useState } from 'react';
import type { InterruptedInput } from '#providers/interrupted-input.ts';
import { notify } from '#providers/notices.ts';
import { useAdminSession } from './session.ts';

/** What this user had entered in this form when the last session ended. Shows a notice that it has been restored. */
export function useRestoredInput<T>(store: InterruptedInput<T>, formName: string): T | undefined {
  const { userId } = useAdminSession().user;
  const [restored] = useState(() => store.find({ userId, name: formName }));
  useEffect(() => {
    if (restored !== undefined)
      notify({ type: 'info', message: '已恢复登录失效前填写的内容，请核对后保存', key: 'resumed' });
  }, [restored]);
  return restored;
}

/** Stores the result of `read` when the session ends; undefined stores nothing. */
export function useSaveOnSessionEnd<T>(
  store: InterruptedInput<T>,
  formName: string,
  read: () => T | undefined,
): void {
  const { userId } = useAdminSession().user;
  const readInput = useEffectEvent(read);
  useEffect(() => store.follow({ userId, name: formName }, () => readInput()), [store, userId, formName]);
}
