import { useCallback, useRef, useState } from 'react';
import { parts, type MatchingPart } from '#contract/orders/parts.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import { loadAppConfig } from '#providers/app-config.ts';
import { fetchData } from '#providers/http/http.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/http/result.ts';
import drop from '#storefront/ui/form/drop-hint.module.css';
import { isModelFile, MODEL_EXTENSIONS } from '#storefront/ui/order/model-files.ts';
import { withPlainName } from '#storefront/ui/order/plain-name.ts';
import { useFileDrop } from '#storefront/ui/form/use-file-drop.ts';
import { FileButton } from '#storefront/ui/form/file-button.tsx';
import { searchFingerprint } from '#storefront/ui/order/search-fingerprint.ts';

/** Parts that match a model's shape. */
export interface ModelMatch {
  fileName: string;
  parts: readonly MatchingPart[];
}

/** Finds parts by the shape of a model. The file is parsed in the browser; only a fingerprint of its shape is sent. */
export function ModelSearch({ onMatch }: { onMatch: (match: ModelMatch) => void }) {
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const search = useCallback(
    async (file: File) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      setBusy(true);
      const result = await findByModel(file, signal).catch((error: unknown) => {
        if (error instanceof CallError) return error.message;
        throw error;
      });
      // Superseded by another file.
      if (signal.aborted) return;
      setBusy(false);
      if (typeof result === 'string') notify({ type: 'warning', message: result, key: 'model-search' });
      else onMatch(result);
    },
    [onMatch],
  );
  const isDragging = useFileDrop(useCallback(([file]) => void (file && search(file)), [search]));
  return (
    <>
      <FileButton
        label={isBusy ? '正在读取模型' : '按模型查找'}
        accept={MODEL_EXTENSIONS}
        isBusy={isBusy}
        onPick={(file) => void search(file)}
      />
      {isDragging && (
        <p className={drop.hint}>
          <strong>放开即按模型查找</strong>
          模型只在本机读取，不会上传
        </p>
      )}
    </>
  );
}

/** Resolves with the matching parts, or a message saying why the file cannot be compared. */
async function findByModel(original: File, signal: AbortSignal): Promise<ModelMatch | string> {
  const file = withPlainName(original);
  if (!isModelFile(file)) return `“${file.name}”不是三维模型，可以使用 STEP、IGES、BREP、STL、OBJ、3MF`;
  const { reading: limits } = shopLimits(await loadAppConfig().catch(() => ({})));
  const outcome = await readInWorker(file, { limits, signal, onStage: () => undefined });
  if (outcome.type === 'failed') return `“${file.name}”无法读取，请检查文件或重新导出`;
  const [body, ...others] = outcome.reading.bodies;
  if (!body || others.length > 0 || body.count > 1)
    return `“${file.name}”含有多个实体，请使用只有一个零件的模型`;
  const { fingerprint } = body;
  if (!(fingerprint.volumeMm3 > 0)) return `“${file.name}”没有封闭的实体，无法比较形状`;
  const matches = await fetchData(parts.match, {
    body: { fingerprint: searchFingerprint(fingerprint) },
    signal,
    quiet: true,
  });
  return { fileName: file.name, parts: matches };
}
