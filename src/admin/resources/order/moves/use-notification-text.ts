import { configKeys } from '#providers/app-config.ts';
import { useAppConfig } from '../../../components/use-product-name.ts';

/** Describes how the customer is notified: by mail only if the installation sends mail. */
export function useNotificationText(): string {
  const { data } = useAppConfig();
  const hasMail = data?.[configKeys.mail] === 'on';
  return hasMail ? '客户会收到站内通知，账号有邮箱的也会收到邮件' : '客户会收到站内通知';
}
