import type { NotificationProvider } from '@refinedev/core';
import { App } from 'antd';
import { useEffect, useMemo } from 'react';
import { notificationProvider, subscribe } from '#providers/notices.ts';

/** Refine's notification provider on antd: the notices of the providers and those of Refine's hooks in one place. */
export function useNotices(): NotificationProvider {
  const { message, notification } = App.useApp();
  useEffect(
    () =>
      subscribe(
        ({ key, type, message: title, description }) => {
          if (description === undefined) void message.open({ key, type, content: title });
          else notification.open({ key, type, title, description });
        },
        (key) => {
          message.destroy(key);
          notification.destroy(key);
        },
      ),
    [message, notification],
  );
  return useMemo(() => notificationProvider, []);
}
