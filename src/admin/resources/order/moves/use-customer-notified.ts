import { configKeys } from '#providers/app-config.ts';
import { useAppConfig } from '../../../components/use-product-name.ts';

/** How a customer is notified of a change: by mail only where the installation sends mail. */
export function useCustomerNotified(): string {
  const { data } = useAppConfig();
  const hasMail = data?.[configKeys.mail] === 'on';
  return hasMail ? '客户会收到站内通知，账号有邮箱的也会收到邮件' : '客户会收到站内通知';
}
