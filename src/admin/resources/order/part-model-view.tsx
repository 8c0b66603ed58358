import { useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { lazy, Suspense } from 'react';
import { modelScales, WHOLE_BODY } from '#domain/models/model-check.ts';
import type { OrderModel } from '#contract/models.ts';
import { checkSentence } from '#geometry/check-sentences.ts';
import { checkPart } from '#geometry/checks.ts';
import type { Body, ModelReading } from '#geometry/model-reading.ts';
import { joinMeshes } from '#geometry/mesh/join-meshes.ts';
import { scaleReading } from '#geometry/scale-reading.ts';
import { shopLimits } from '#geometry/shop-limits.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import { appConfigQuery } from '#providers/app-config.ts';
import { loadModelFile } from '#providers/files.ts';
import { edgesText } from './model-texts.ts';
import styles from './part-model.module.css';

const ModelViewer = lazy(async () => ({ default: (await import('#viewer/model-viewer.tsx')).ModelViewer }));

interface Props {
  model: OrderModel;
  materialTag: string;
  /** The finding whose faces are coloured. */
  finding: string | undefined;
}

/** The body of a part in three dimensions: its file is fetched and read in a worker of the browser, as its customer's was. */
export function PartModelView({ model, materialTag, finding }: Props) {
  const { id, name } = model;
  const { data: config } = useQuery(appConfigQuery);
  const limits = shopLimits(config ?? {});
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['model', id, 'reading'],
    queryFn: async ({ signal }) => {
      const file = await loadModelFile({ id, name }, signal);
      // What is stored was accepted, whatever the settings are now.
      const outcome = await readInWorker(file, {
        limits: shopLimits({}).reading,
        signal,
        onStage: () => undefined,
      });
      if (outcome.type === 'failed') throw new Error('这个文件在浏览器里读不出来，请下载后用其他软件查看');
      return outcome.reading;
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (isFetching)
    return (
      <p role="status">
        <Spin size="small" /> 正在下载并读取模型…
      </p>
    );
  const body = data && bodyOf(data, model.body);
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
          highlight={facesOf(data, model, { finding, limits: limits.checksFor(materialTag) })}
          label={`${name}，${edgesText(model.measured?.boxMm ?? body.measures.stockBoxMm)} mm`}
          factor={modelScales[model.scale]}
        />
      </Suspense>
    </div>
  );
}

/** The body that is the part, or all of them as one. */
function bodyOf(
  { bodies, whole, wholeMesh }: ModelReading,
  number: number,
): Pick<Body, 'kind' | 'measures' | 'mesh' | 'features'> | undefined {
  const [first] = bodies;
  if (number !== WHOLE_BODY || !whole || !first) return bodies[number];
  const mesh = wholeMesh ?? joinMeshes(bodies.map((body) => body.mesh));
  return { kind: first.kind, measures: whole, mesh };
}

/** The faces that a finding of the server's is about. */
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
