import { Button, Spin } from 'antd';
import { lazy, Suspense } from 'react';
import { modelScales, ALL_BODIES } from '#domain/models/model-check.ts';
import type { OrderModel } from '#contract/files/models.ts';
import { checkSentence } from '#geometry/checks/check-sentences.ts';
import { checkPart } from '#geometry/checks/checks.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import { orderedBody } from '#geometry/ordered-body.ts';
import { scaleReading } from '#geometry/scale-reading.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { readStoredModel } from '#geometry/worker/read-stored-model.ts';
import { loadModelFile } from '#providers/files.ts';
import { useAppConfig } from '../../../components/use-product-name.ts';
import { useStoredFile } from '../../../calls/use-stored-file.ts';
import { edgesText } from './model-texts.ts';
import styles from './part-model.module.css';

const ModelViewer = lazy(async () => ({ default: (await import('#viewer/model-viewer.tsx')).ModelViewer }));

interface Props {
  model: OrderModel;
  materialTag: string;
  /** The sentence of the finding to highlight. */
  finding: string | undefined;
}

/** Reads the file in a worker, as the customer's page does. */
export function PartModelView({ model, materialTag, finding }: Props) {
  const { id, name } = model;
  const { data: config } = useAppConfig();
  const limits = shopLimits(config ?? {});
  const { data, isFetching, error, refetch } = useStoredFile(
    ['model', id, 'reading'],
    async (signal) => readStoredModel(await loadModelFile({ id, name }, signal), signal),
    { gcTime: 0 },
  );
  if (isFetching)
    return (
      <div role="status">
        <Spin size="small" /> 正在下载并读取模型…
      </div>
    );
  const body = data && orderedBody(data, model.body === ALL_BODIES ? undefined : model.body);
  if (!data || !body)
    return (
      <p role="alert">
        {error ? error.message : '文件里没有这个实体'}{' '}
        <Button size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    );
  return (
    <div className={styles.view}>
      <Suspense fallback={<Spin />}>
        <ModelViewer
          mesh={body.mesh}
          holes={body.features?.holes}
          isOpen={body.kind === 'open'}
          highlight={facesOf(data, model, { finding, limits: limits.checksFor(materialTag) })}
          label={`${name}，${edgesText(model.measured?.boxMm ?? body.measures.stockBoxMm)} mm`}
          factor={modelScales[model.scale]}
        />
      </Suspense>
    </div>
  );
}

/** Finds the faces of a finding by repeating the checks, because the server stores only its sentence. */
function facesOf(
  reading: ModelReading,
  { body, scale }: OrderModel,
  { finding, limits }: { finding: string | undefined; limits: Parameters<typeof checkPart>[1] },
): readonly number[] | undefined {
  const part = finding === undefined ? undefined : scaleReading(reading, modelScales[scale]).bodies[body];
  if (!part) return undefined;
  return checkPart({ ...part, unit: reading.unit, bodies: 1 }, limits).find(
    (check) => checkSentence(check) === finding,
  )?.faces;
}
