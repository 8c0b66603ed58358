import type { NotificationProvider } from '@refinedev/core';
import { App } from 'antd';
import { useCallback, useEffect, useMemo } from 'react';
import { subscribe, type Notice } from '#providers/notices.ts';

/** Keys of the generic notices of Refine's hooks ("Successfully updated post"). */
const REFINE_NOTICE_KEY = /-(?:notification|error|success)$/;

/** A separate key for persistent messages, because antd closes a shown message when its duration becomes 0. */
const persistentKey = (key = '') => `${key}-isPersistent`;

/**
 * Refine's notification provider, built on antd; it also shows the notices of the HTTP client. The client reports the
 * outcome of each call with the server's message, so the provider drops the generic notices of Refine's hooks.
 */
export function useNotices(): NotificationProvider {
  const { message, notification } = App.useApp();
  const show = useCallback(
    ({ key, type, message: title, description, isPersistent }: Notice) => {
      if (description !== undefined) return notification.open({ key, type, title, description });
      message.destroy(isPersistent ? key : persistentKey(key));
      void message.open({
        type,
        content: title,
        ...(isPersistent ? { key: persistentKey(key), duration: 0 } : { key }),
      });
    },
    [message, notification],
  );
  useEffect(() => subscribe(show), [show]);
  return useMemo(
    () => ({
      open: ({ type, ...notice }) => {
        if (notice.key !== undefined && REFINE_NOTICE_KEY.test(notice.key)) return;
        show({ ...notice, type: type === 'progress' ? 'info' : type });
      },
      close: (key) => {
        message.destroy(key);
        message.destroy(persistentKey(key));
        notification.destroy(key);
      },
    }),
    [show, message, notification],
  );
}
