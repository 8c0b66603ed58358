import { useQuery } from '@tanstack/react-query';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import styles from './shop-note.module.css';

/** Tax note, start of the delivery time, and the shop's contact. */
export function ShopNote() {
  const { data = {} } = useQuery(appConfigQuery);
  const hour = Number(data[configKeys.cutOffHour]);
  const cutOffText =
    hour > 0 && hour < 24
      ? `；${hour} 点后或休息日提交，视为下一个工作日提交`
      : '；休息日提交，视为下一个工作日提交';
  const name = data[configKeys.companyName];
  const contacts = [data[configKeys.companyPhone], data[configKeys.companyAddress]].filter(Boolean);
  // The page header already shows the product name.
  const shop = name || contacts.length > 0 ? [name || data[configKeys.productName], ...contacts] : [];
  return (
    <div className={styles.note}>
      {data[configKeys.taxNote] && <p>{data[configKeys.taxNote]}</p>}
      <p>交期按工作日计算，从提交订单的下一个工作日算起{cutOffText}</p>
      {shop.length > 0 && <p>{shop.join(' · ')}</p>}
    </div>
  );
}
