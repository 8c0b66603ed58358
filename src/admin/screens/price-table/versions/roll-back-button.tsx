import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { priceVersions, type PriceVersion } from '#contract/prices/price-versions.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { invalidateCatalogue } from '../../../components/prices/catalogue-queries.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { VERSIONS } from '../../../components/prices/version-queries.ts';
import styles from '../drafts/price-drafts.module.css';
import { useRollBack } from './use-roll-back.tsx';

interface Props {
  version: Pick<PriceVersion, 'revision' | 'count'>;
  onApplied: () => void;
}

/** Rolls back a version that was saved directly, without a draft. */
export function RollBackButton({ version: { revision, count }, onApplied }: Props) {
  const command = useCommand();
  const queryClient = useQueryClient();
  const { busy, whileBusy } = useBusy<'rollBack'>();
  const [refusal, setRefusal] = useState('');
  const { question, sendRollBack } = useRollBack(count);
  const rollBack = () =>
    whileBusy('rollBack', async () => {
      const result = await sendRollBack((kept) =>
        command(priceVersions.rollBack, { params: { id: revision }, body: { kept } }),
      );
      await queryClient.invalidateQueries({ queryKey: [VERSIONS] });
      setRefusal(!result || result.ok ? '' : result.msg);
      if (!result?.ok) return;
      await invalidateCatalogue(queryClient);
      onApplied();
    });
  return (
    <>
      <ConfirmButton
        danger
        loading={busy === 'rollBack'}
        title={`回退价目版本 ${revision}？`}
        content={`${count} 个价格恢复为这一版本之前的数值，立即生效，并记为新的版本。已有的报价与订单不变。`}
        okText="回退"
        onConfirm={rollBack}
      >
        回退
      </ConfirmButton>
      {refusal === '' ? null : <Alert className={styles.refusal} type="warning" showIcon title={refusal} />}
      {question}
    </>
  );
}
