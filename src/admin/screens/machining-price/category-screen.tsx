import { Button, Empty, Segmented, Skeleton } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { machiningPrices } from '#contract/catalogue/machining-prices.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { usePermission } from '../../session/use-permission.ts';
import { CompanySelect } from '../../components/company-select.tsx';
import { useDictQuery } from '../../field-types/dict-options.ts';
import { LoadError } from '../../components/page/load-error.tsx';
import page from '../../components/page/page.module.css';
import styles from './category.module.css';
import { PricesEditor } from './prices-editor.tsx';

/** 材料分类与加工基价: machining prices by tag, either the system's or those agreed with the company in the URL. */
export function CategoryScreen() {
  const [params, setParams] = useSearchParams();
  const isCompany = params.has('company');
  const deptId = isCompany ? Number(params.get('company')) || undefined : 0;
  const canSeeTags = usePermission('admin:sysDictData:list');
  const choose = (id: number | undefined) => setParams({ company: String(id ?? '') });
  return (
    <div className={page.page}>
      <h1>材料分类与加工基价</h1>
      <section className={`${page.card} ${styles.panel}`} aria-label="加工基价">
        <div className={styles.owner}>
          <Segmented
            aria-label="加工基价属于"
            value={isCompany ? 'company' : 'system'}
            options={[
              { value: 'system', label: '系统基价' },
              { value: 'company', label: '公司协议价' },
            ]}
            onChange={(value) => setParams(value === 'company' ? { company: '' } : {})}
          />
          {isCompany ? <CompanySelect value={deptId} onChange={choose} /> : null}
          <span className={styles.spacer} />
          {canSeeTags ? <Link to="/admin/dict/data?dictType=material_tag">维护材料分类</Link> : null}
        </div>
        {isCompany ? <Companies current={deptId} onChoose={choose} /> : null}
        {deptId === undefined ? (
          <p className={styles.hint}>请选择公司。没有协议价的分类，按系统基价报价。</p>
        ) : (
          <Prices key={deptId} deptId={deptId} />
        )}
      </section>
    </div>
  );
}

function Companies({ current, onChoose }: { current: number | undefined; onChoose: (id: number) => void }) {
  const { data = [] } = useEndpoint(machiningPrices.companies, {
    quiet: false,
    queryKey: ['agreed-prices', 'companies'],
  });
  if (data.length === 0) return null;
  return (
    <div className={styles.companies}>
      已有协议价：
      {data.map(({ deptId, deptName, count }) => (
        <Button
          key={deptId}
          size="small"
          type={deptId === current ? 'primary' : 'default'}
          onClick={() => onChoose(deptId)}
        >
          {deptName}（{count}）
        </Button>
      ))}
    </div>
  );
}

/** The prices agreed with a company; with 0, the system's prices. */
const useAgreedPrices = (deptId: number) =>
  useEndpoint(machiningPrices.agreed, {
    query: { deptId },
    quiet: false,
    queryKey: ['agreed-prices', deptId],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });

function Prices({ deptId }: { deptId: number }) {
  const system = useAgreedPrices(0);
  const saved = useAgreedPrices(deptId);
  const tags = useDictQuery('material_tag');
  const queries = [system, saved, tags];
  const error = queries.find((query) => query.error)?.error;
  if (error) {
    return (
      <LoadError
        label="价格"
        error={error}
        onRetry={() => queries.forEach((query) => void query.refetch())}
      />
    );
  }
  if (!system.data || !saved.data || !tags.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (tags.data.length === 0 && system.data.length + saved.data.length === 0) {
    return <Empty description="还没有材料分类。先在字典数据中添加分类，再设置加工基价" />;
  }
  return <PricesEditor deptId={deptId} saved={saved.data} system={system.data} tags={tags.data} />;
}
