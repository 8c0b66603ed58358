import { App } from 'antd';
import { useEffect } from 'react';
import { subscribe } from '#providers/notices.ts';

/**
 * Shows the notices of the providers with antd. Refine has no notification provider: the HTTP client reports the outcome of
 * each call once, in the server's words, and Refine's hooks would repeat it in general ones.
 */
export function useNotices(): void {
  const { message, notification } = App.useApp();
  useEffect(
    () =>
      subscribe(({ key, type, message: title, description }) => {
        if (description === undefined) void message.open({ key, type, content: title });
        else notification.open({ key, type, title, description });
      }),
    [message, notification],
  );
}
