import { useQuery } from '@tanstack/react-query';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import { Facts } from '#storefront/ui/facts.tsx';

/** Introduces the shop to visitors without an account. */
export function ShopIntro() {
  const { data = {} } = useQuery(appConfigQuery);
  return (
    <section aria-label="关于我们">
      <p>选材料、选工艺，价格与交期立等可见</p>
      <Facts
        facts={[
          ['加工', data[configKeys.intro]],
          ['材料', data[configKeys.materials]],
          ['示例', data[configKeys.example]],
          [
            '联系',
            [data[configKeys.companyPhone], data[configKeys.companyAddress]].filter(Boolean).join('，'),
          ],
        ]}
      />
    </section>
  );
}
