import { Segmented, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import {
  useMachiningPrices,
  useMaterials,
  useProcessTree,
} from '../../components/prices/catalogue-queries.ts';
import { CompanySelect } from '../../components/company-select.tsx';
import { PageTabs } from '../../components/page/page-tabs.tsx';
import { Problem } from '../../components/page/problem.tsx';
import { processTabs } from '../../resources/page-tabs.ts';
import { configOf } from './config-draft.ts';
import { DefaultForm } from './default-form.tsx';
import page from '../../components/page/page.module.css';
import styles from './default-config.module.css';

/** 默认配置: the initial part of a new quotation, for the system or for the company in the URL. */
export function DefaultScreen() {
  const [params, setParams] = useSearchParams();
  const isCompany = params.has('company');
  const deptId = Number(params.get('company')) || undefined;
  return (
    <div className={page.page}>
      <h1>工艺</h1>
      <PageTabs tabs={processTabs} />
      <section className={`${page.card} ${styles.panel}`} aria-label="默认配置">
        <div className={styles.owner}>
          <Segmented
            aria-label="默认配置属于"
            value={isCompany ? 'company' : 'system'}
            options={[
              { value: 'system', label: '系统' },
              { value: 'company', label: '公司' },
            ]}
            onChange={(value) => setParams(value === 'company' ? { company: '' } : {})}
          />
          {isCompany ? (
            <CompanySelect value={deptId} onChange={(id) => setParams({ company: String(id ?? '') })} />
          ) : null}
          <p className={styles.hint}>
            新建报价依次采用：客户本人保存的默认配置、其公司（由近及远）的默认配置、系统默认配置。
          </p>
        </div>
        {isCompany && deptId === undefined ? (
          <p className={styles.hint}>请选择公司。</p>
        ) : (
          <Config key={deptId ?? 0} deptId={deptId ?? 0} />
        )}
      </section>
    </div>
  );
}

/** The default configuration of a company; with `deptId` 0, that of the system. */
function Config({ deptId }: { deptId: number }) {
  const { data, error, dataUpdatedAt } = useEndpoint(defaultConfigs.company, {
    query: { deptId },
    quiet: false,
    queryKey: ['default-config', deptId],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });
  const materials = useMaterials();
  const tree = useProcessTree().data;
  const cncPrice = useMachiningPrices();
  if (error) return <Problem title="默认配置加载失败" text={error.message} />;
  if (data === undefined || !materials || !tree) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <DefaultForm
      key={dataUpdatedAt}
      deptId={deptId}
      saved={configOf(data)}
      catalogue={{ materials: materials.filter(({ status }) => status !== 'draft'), tree, cncPrice }}
    />
  );
}
