import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { changedSince, priceVersions, type PriceVersion } from '#contract/price-versions.ts';
import { call } from '#providers/http.ts';
import type { Failure } from '#providers/result.ts';
import { forgetCatalogue } from '../../components/catalogue-queries.ts';
import { useBusy } from '../../components/use-busy.ts';
import { useConfirm } from '../../components/use-confirm.ts';
import { VERSIONS } from '../../components/version-queries.ts';
import styles from './price-drafts.module.css';

interface Props {
  version: Pick<PriceVersion, 'revision' | 'count'>;
  /** Called after prices have changed. */
  onApplied: () => void;
}

/** Names of a refusal, at most. */
const MAX_NAMED = 20;

/** Rolls back a version that was saved at once. The server refuses with a sentence where it cannot. */
export function RollBackButton({ version: { revision, count }, onApplied }: Props) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { busy, whileBusy } = useBusy<'rollBack'>();
  const [refusal, setRefusal] = useState('');
  const rollBack = () =>
    whileBusy('rollBack', async () => {
      const result = await call(priceVersions.rollBack, { params: { id: revision } });
      await client.invalidateQueries({ queryKey: [VERSIONS] });
      setRefusal(result.ok ? '' : refusalOf(result));
      if (!result.ok) return;
      await forgetCatalogue(client);
      onApplied();
    });
  return (
    <>
      <Button
        danger
        loading={busy === 'rollBack'}
        onClick={() =>
          confirm({
            title: `回退价目版本 ${revision}？`,
            content: `${count} 个价格恢复为这一版本之前的数值，立即生效，并记为新的版本。已有的报价与订单不变。`,
            okText: '回退',
            onOk: () => void rollBack(),
          })
        }
      >
        回退
      </Button>
      {refusal === '' ? null : <Alert className={styles.refusal} type="warning" showIcon title={refusal} />}
    </>
  );
}

/** Why the server refuses, with every price that has changed since. */
function refusalOf({ error, msg, data }: Failure): string {
  if (error !== 'price.conflict') return msg;
  const { conflicts } = changedSince.parse(data);
  const names = conflicts.slice(0, MAX_NAMED).map(({ group, name }) => `${group} · ${name}`);
  const more = conflicts.length > names.length ? ` 等 ${conflicts.length} 个` : '';
  return `这些价格之后又改过，不能一键回退：${names.join('、')}${more}`;
}
