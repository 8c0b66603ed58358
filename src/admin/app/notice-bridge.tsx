import { App } from 'antd';
import { useEffect } from 'react';
import { subscribe } from '#providers/notification.ts';

/** Shows the providers' notices as antd's messages, with a description as its notifications. */
export function NoticeBridge() {
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
  return null;
}
