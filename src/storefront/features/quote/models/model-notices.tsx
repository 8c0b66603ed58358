import type { ShopLimits } from '#geometry/checks/shop-limits.ts';
import type { ModelFailure } from '#geometry/worker/worker-report.ts';
import { Button } from '#storefront/ui/button.tsx';
import { CloseButton } from '#storefront/ui/close-button.tsx';
import { FileButton } from '#storefront/ui/form/file-button.tsx';
import { MODEL_EXTENSIONS } from '#storefront/ui/order/model-files.ts';
import { sizeText, type PartDraft, type ReplacedModel } from '../draft/draft.ts';
import { isMeasuredByServer, isReading, type PartModel } from '../draft/part-model.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { failureSentence } from './model-sentences.ts';
import type { ModelEntry } from './readings.ts';
import styles from './model-panel.module.css';

interface ModelNoticesProps {
  part: PartDraft;
  model: PartModel;
  file: ModelEntry | undefined;
  limits: ShopLimits;
  dispatch: Dispatch;
  onReadAgain: () => void;
  onReplace: (file: File) => void;
}

/** Notices about a model's file: reading progress, failures, and a missing file. */
export function ModelNotices(props: ModelNoticesProps) {
  const { part, model, file, limits, dispatch, onReadAgain, onReplace } = props;
  const notice = fileNotice(model, file?.failure);
  const readAgain = (
    <Button size="small" onClick={onReadAgain}>
      重新读取
    </Button>
  );
  return (
    <>
      {part.replaced && (
        <Replaced partKey={part.key} model={model} before={part.replaced} dispatch={dispatch} />
      )}
      {isReading(part) && <Progress stage={file?.stage} percent={file?.percent} />}
      {model.failure !== undefined && (
        <p role="alert" className={isMeasuredByServer(part) ? styles.missing : styles.failure}>
          {failureSentence(model.failure as ModelFailure, limits)}
          {isMeasuredByServer(part) && readAgain}
          {model.failure === 'deleted' && (
            <FileButton label="重新选择模型" accept={MODEL_EXTENSIONS} size="small" onPick={onReplace} />
          )}
        </p>
      )}
      {model.ordered && !file?.reading && file?.failure === undefined && (
        <p className={styles.progress} role="status">
          <progress aria-label="读取进度" />
          正在从服务器读取模型，三维和加工提示随后显示
        </p>
      )}
      {notice !== undefined && (
        <p role="status" className={styles.missing}>
          {notice.text}
          {notice.canReadAgain && readAgain}
        </p>
      )}
      {file?.isNotStored && (
        <p role="status" className={styles.missing}>
          浏览器没有空间保存这个模型，现在可以照常报价和提交；刷新或关闭页面后需要重新选择文件。
        </p>
      )}
    </>
  );
}

/** The notice for a part that has measures but whose model this browser cannot show. */
function fileNotice(
  { measures, ordered }: PartModel,
  failure: ModelFailure | undefined,
): { text: string; canReadAgain: boolean } | undefined {
  if (failure === undefined || !measures) return undefined;
  if (ordered)
    return {
      text: '模型文件暂时读不到，三维和加工提示无法显示；原来的尺寸仍然有效，模型照常随订单提交。',
      canReadAgain: true,
    };
  if (failure === 'file-gone')
    return {
      text: '这个文件已不在浏览器里，三维和加工提示无法显示；已读取的尺寸仍然有效。提交前请把文件重新拖到这个零件上。',
      canReadAgain: false,
    };
  return {
    text: '尺寸和价格按服务器的测量；这台电脑没有读出模型，三维和加工提示无法显示。',
    canReadAgain: true,
  };
}

const stages = {
  waiting: '等待读取…',
  loading: '首次使用，正在下载读取程序…',
  reading: '正在读取模型…',
  ended: '正在读取模型…',
};

function Progress({ stage = 'waiting', percent }: Partial<Pick<ModelEntry, 'stage' | 'percent'>>) {
  return (
    <p className={styles.progress} role="status">
      <progress aria-label="读取进度" max={100} value={percent} />
      {/* Screen readers announce only the stage, not each percent. */}
      {stages[stage]}
      {percent !== undefined && <span aria-hidden="true">{percent}%，</span>}
      可以先填写其他内容
    </p>
  );
}

interface ReplacedProps {
  partKey: string;
  model: PartModel;
  before: ReplacedModel;
  dispatch: Dispatch;
}

function Replaced({ partKey: key, model, before, dispatch }: ReplacedProps) {
  const size = sizeText(before);
  const result = model.failure === undefined ? '尺寸取自新模型' : '新模型没有读出尺寸，尺寸还是原来的';
  return (
    <p role="status" className={styles.replaced}>
      <span>
        已用“{model.fileName}”换下“{before.modelFile.fileName}”，{result}
        {size && `（原来 ${size}）`}
      </span>
      <Button
        size="small"
        onClick={() =>
          dispatch({ type: 'modelChanged', key, change: () => ({ ...before, replaced: undefined }) })
        }
      >
        撤销更换
      </Button>
      <CloseButton
        label="关闭提示"
        onClick={() => dispatch({ type: 'modelChanged', key, change: () => ({ replaced: undefined }) })}
      />
    </p>
  );
}
