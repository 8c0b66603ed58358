import { useQuery } from '@tanstack/react-query';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';

/** What the shop makes, for visitors who have no account yet. */
export function ShopIntro() {
  const { data = {} } = useQuery(appConfigQuery);
  const facts = [
    ['加工', data[configKeys.intro]],
    ['材料', data[configKeys.materials]],
    ['示例', data[configKeys.example]],
    ['联系', [data[configKeys.companyPhone], data[configKeys.companyAddress]].filter(Boolean).join('，')],
  ].filter(([, text]) => text);
  return (
    <section aria-label="关于我们">
      <p>选材料、选工艺，价格与交期立等可见</p>
      {facts.length > 0 ? (
        <dl>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}
