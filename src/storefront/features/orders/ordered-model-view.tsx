import { useQuery } from '@tanstack/react-query';
import type { OrderModel } from '#contract/files/models.ts';
import { modelScales, ALL_BODIES } from '#domain/models/model-check.ts';
import { orderedBody } from '#geometry/ordered-body.ts';
import { readStoredModel } from '#geometry/worker/read-stored-model.ts';
import { loadModelFile } from '#providers/files.ts';
import { Button } from '#storefront/ui/button.tsx';
import { ModelViewer } from '#viewer/model-viewer.tsx';

/** 3D view of an ordered part. Its file is downloaded and parsed in a worker, as for the quotation. */
export function OrderedModelView({ model: { id, body: bodyIndex, name, scale } }: { model: OrderModel }) {
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['model', id, 'reading'],
    queryFn: async ({ signal }) => readStoredModel(await loadModelFile({ id, name }, signal), signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (isFetching) return <p role="status">正在下载并读取模型…</p>;
  const body = data && orderedBody(data, bodyIndex === ALL_BODIES ? undefined : bodyIndex);
  if (!body)
    return (
      <p role="alert">
        {error ? error.message : '文件里没有这个实体'}{' '}
        <Button size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    );
  return (
    <ModelViewer
      mesh={body.mesh}
      holes={body.features?.holes}
      isOpen={body.kind === 'open'}
      label={name}
      factor={modelScales[scale]}
      zoomsOnWheel
    />
  );
}
