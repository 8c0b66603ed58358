import { memo, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Material } from '#contract/catalogue/material-list.ts';
import { weightKg } from '#domain/stock/plan-stock.ts';
import { weightText } from '#domain/stock/stock-texts.ts';
import { fileSizeText } from '#providers/files.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import type { Check } from '#geometry/checks/checks.ts';
import { uncheckedSentence } from '#geometry/checks/check-sentences.ts';
import { formatOfName } from '#geometry/model-format.ts';
import { unitNames } from '#geometry/units.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { FileButton } from '#storefront/ui/form/file-button.tsx';
import { IconButton } from '#storefront/ui/icon-button.tsx';
import { sizeText, type PartDraft, type ReplacedModel } from '../draft/draft.ts';
import { figuresOf, isLeftToServer, type PartModel } from '../draft/part-model.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { sideNames } from '../draft/size-saving.ts';
import { SIZE_FIELDS, type SizeField } from '../draft/size-text.ts';
import { usableOf } from '../upload/refused-files.ts';
import { EarlierParts } from './earlier-parts.tsx';
import { BodyList } from './body-list.tsx';
import { ModelChecks } from './model-checks.tsx';
import { MODEL_EXTENSIONS } from '#storefront/ui/order/model-files.ts';
import { plainlyNamed } from '#storefront/ui/order/plain-name.ts';
import { ModelPicture } from './model-picture.tsx';
import { failureSentence } from './model-sentences.ts';
import { changedSizes, fieldsFromSize, withModel } from './model-size.ts';
import { ModelSending } from './sending/model-sending.tsx';
import { PartViewer } from './part-viewer.tsx';
import { replacement } from './replace-model.ts';
import { stateOf, StateBadge } from './model-state.tsx';
import { cancelReading, forgetReading, readFile, useModelFile } from './readings.ts';
import { usePartChecks } from './use-part-checks.ts';
import type { ModelFailure } from '#geometry/worker/worker-report.ts';
import { CloseButton } from '#storefront/ui/close-button.tsx';
import styles from './model-panel.module.css';

interface ModelPanelProps {
  part: PartDraft;
  model: PartModel;
  material?: Material;
  /** Parts that may still be added. */
  room: number;
  scope: QuoteScope;
}

const MM_PER_INCH = 25.4;

/** What the model of a part tells: how far its reading is, size and mass, what is hard about it. */
export const ModelPanel = memo(function ModelPanel(props: ModelPanelProps) {
  const { part, model, material, room, scope } = props;
  const { dispatch } = scope;
  const { key } = part;
  const file = useModelFile(model.fileId, model.measures !== undefined);
  const reading = file?.reading;
  const materialTag = material?.materialTag ?? '';
  const { checks, limits, checkLimits } = usePartChecks({
    part,
    model,
    facts: file?.facts,
    materialTag,
    nodes: scope.nodes,
  });
  const state = stateOf(model, checks);
  const [shown, setShown] = useState<'none' | 'card' | 'large'>('none');
  const panel = useRef<HTMLElement>(null);
  // The button that was pressed goes: its opposite takes the focus.
  const show = (next: 'none' | 'card') => {
    flushSync(() => setShown(next));
    panel.current?.querySelector<HTMLElement>('[data-toggles]')?.focus();
  };
  const [pointed, setPointed] = useState<Check['code']>();
  const [chosen, setChosen] = useState<Check['code']>();
  const choose = (code: Check['code'] | undefined) => {
    setChosen(code);
    if (code && shown === 'none') setShown('card');
  };
  const highlight = checks.find(({ code }) => code === (pointed ?? chosen))?.faces;
  const advised = useMemo(
    () => ({ part, model, reading, room, limits: checkLimits, scope }),
    [part, model, reading, room, checkLimits, scope],
  );
  const unchecked =
    file?.facts && model.measures
      ? uncheckedSentence({
          format: formatOfName(model.fileName),
          isWhole: model.isWhole === true,
          isWallChecked: true,
        })
      : '';
  const list = (
    <ModelChecks
      checks={checks}
      unchecked={unchecked}
      advised={advised}
      dispatch={dispatch}
      chosen={chosen}
      onPoint={setPointed}
      onChoose={choose}
    />
  );
  const set = (next: PartModel | undefined) =>
    dispatch({
      type: 'modelChanged',
      key,
      change: (current) => (next ? withModel(current, next) : { modelFile: undefined, replaced: undefined }),
    });
  const replace = async (file: File) => {
    const [usable] = usableOf([plainlyNamed(file)]);
    if (!usable) return;
    const change = await replacement(part, usable);
    if (change) dispatch({ type: 'modelChanged', key, change });
  };
  const readAgain = () => {
    forgetReading(model.fileId);
    if (model.measures) void readFile(model.fileId);
    else set({ ...model, failure: undefined });
  };
  return (
    <section ref={panel} className={styles.panel} aria-label="模型" data-state={state}>
      <header className={styles.head}>
        <StateBadge state={state} />
        <span className={styles.name} title={model.fileName}>
          {model.fileName}
        </span>
        <small>{fileSizeText(model.fileBytes)}</small>
        {state === 'reading' && (
          <Button size="small" variant="ghost" onClick={() => cancelReading(model.fileId)}>
            取消读取
          </Button>
        )}
        {state !== 'reading' && model.failure !== 'deleted' && (
          <FileButton
            label="更换模型"
            accept={MODEL_EXTENSIONS}
            size="small"
            onPick={(file) => void replace(file)}
          />
        )}
        <IconButton
          icon="remove"
          hint="移除模型"
          label={`移除 ${model.fileName}`}
          onClick={() => set(undefined)}
        />
      </header>
      {part.replaced && <Replaced part={part} model={model} before={part.replaced} dispatch={dispatch} />}
      {state === 'reading' && <Progress stage={file?.stage} percent={file?.percent} />}
      {model.failure !== undefined && (
        <p role="alert" className={isLeftToServer(part) ? styles.missing : styles.failure}>
          {failureSentence(model.failure as ModelFailure, limits)}
          {isLeftToServer(part) && (
            <Button size="small" onClick={readAgain}>
              重新读取
            </Button>
          )}
          {model.failure === 'deleted' && (
            <FileButton
              label="重新选择模型"
              accept={MODEL_EXTENSIONS}
              size="small"
              onPick={(picked) => void replace(picked)}
            />
          )}
        </p>
      )}
      {model.measures && file?.failure === 'file-gone' && !model.ordered && (
        <p role="status" className={styles.missing}>
          这个文件已不在浏览器里，三维和加工提示无法显示；已读取的尺寸仍然有效。提交前请把文件重新拖到这个零件上。
        </p>
      )}
      {model.ordered && !reading && file?.failure === undefined && (
        <p className={styles.progress} role="status">
          <progress aria-label="读取进度" />
          正在从服务器读取模型，三维和加工提示随后显示
        </p>
      )}
      {model.ordered && file?.failure !== undefined && (
        <p role="status" className={styles.missing}>
          模型文件暂时读不到，三维和加工提示无法显示；原来的尺寸仍然有效，模型照常随订单提交。
          <Button size="small" onClick={readAgain}>
            重新读取
          </Button>
        </p>
      )}
      {model.measures && !model.ordered && file?.failure !== undefined && file.failure !== 'file-gone' && (
        <p role="status" className={styles.missing}>
          尺寸和价格按服务器的测量；这台电脑没有读出模型，三维和加工提示无法显示。
          <Button size="small" onClick={readAgain}>
            重新读取
          </Button>
        </p>
      )}
      {file?.isUnkept && (
        <p role="status" className={styles.missing}>
          浏览器没有空间保存这个模型，现在可以照常报价和提交；刷新或关闭页面后需要重新选择文件。
        </p>
      )}
      <div className={styles.read}>
        {reading && model.measures && shown === 'none' && (
          <button type="button" className={styles.open} data-toggles onClick={() => show('card')}>
            <ModelPicture model={model} size="panel" />
            查看三维
          </button>
        )}
        {model.ordered && !reading && <ModelPicture model={model} size="panel" />}
        <div className={styles.told}>
          {model.measures && (
            <Measures
              part={part}
              model={model}
              material={material}
              reading={reading}
              dispatch={dispatch}
              onFactor={(factor) => set({ ...model, factor })}
            />
          )}
          {reading && model.measures && (
            <EarlierParts
              part={part}
              model={model}
              reading={reading}
              catalogue={scope.catalogue}
              dispatch={dispatch}
              onFactor={(factor) => set({ ...model, factor })}
            />
          )}
          {reading && (
            <BodyList part={part} model={model} reading={reading} room={room} dispatch={dispatch} />
          )}
          {shown !== 'large' && list}
        </div>
      </div>
      {/* Behind the dialog too, which gives the focus back to its button. */}
      {reading && shown !== 'none' && (
        <div className={styles.choices}>
          <Button size="small" data-toggles onClick={() => show('none')}>
            收起三维
          </Button>
          <Button size="small" onClick={() => setShown('large')}>
            放大
          </Button>
        </div>
      )}
      {reading && shown === 'card' && (
        <div className={styles.view}>
          <PartViewer model={model} reading={reading} highlight={highlight} />
        </div>
      )}
      {reading && shown === 'large' && (
        <Dialog title={model.fileName} isOpen isLarge onClose={() => setShown('card')}>
          <div className={styles.large}>
            <PartViewer model={model} reading={reading} highlight={highlight} isLarge />
            <div>{list}</div>
          </div>
        </Dialog>
      )}
      {model.failure !== 'deleted' && <ModelSending partKey={key} model={model} />}
    </section>
  );
});

const stages = {
  waiting: '等待读取…',
  loading: '首次使用，正在下载读取程序…',
  reading: '正在读取模型…',
  ended: '正在读取模型…',
};

interface ProgressProps {
  stage?: keyof typeof stages;
  percent?: number;
}

function Progress({ stage = 'waiting', percent }: ProgressProps) {
  return (
    <p className={styles.progress} role="status">
      <progress aria-label="读取进度" max={100} value={percent} />
      {/* Screen readers hear the stage, and how far it is when they ask. */}
      {stages[stage]}
      {percent !== undefined && <span aria-hidden="true">{percent}%，</span>}
      可以先填写其他内容
    </p>
  );
}

/** Names the sides unless it is all of them. */
const changedText = (changed: readonly SizeField[]): string =>
  `${changed.length < SIZE_FIELDS.length ? changed.map((field) => sideNames[field]).join('、') : ''}已手工修改`;

interface ReplacedProps extends Pick<ModelPanelProps, 'part' | 'model'> {
  dispatch: Dispatch;
  before: ReplacedModel;
}

/** Says that another model took the place of one, and takes it back. */
function Replaced({ part: { key }, model, before, dispatch }: ReplacedProps) {
  const size = sizeText(before);
  const fate = model.failure === undefined ? '尺寸取自新模型' : '新模型没有读出尺寸，尺寸还是原来的';
  return (
    <p role="status" className={styles.replaced}>
      <span>
        已用“{model.fileName}”换下“{before.modelFile.fileName}”，{fate}
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

interface MeasuresProps extends Pick<ModelPanelProps, 'part' | 'model' | 'material'> {
  dispatch: Dispatch;
  reading?: ModelReading;
  onFactor: (factor: number) => void;
}

function Measures({ part, model, material, reading, dispatch, onFactor }: MeasuresProps) {
  const size = fieldsFromSize(model);
  const kg = weightKg(figuresOf(model)?.volumeMm3 || undefined, material?.density ?? 0);
  const changed = changedSizes(part);
  // The server tells none of a file that it has not measured yet.
  const unit = model.unit ?? reading?.unit;
  const useSize = () => size && dispatch({ type: 'modelChanged', key: part.key, change: () => size });
  return (
    <div className={styles.measures}>
      {size ? (
        <p className={styles.size}>
          <strong>
            {size.length} × {size.width} × {size.height} mm
          </strong>
          {changed.length === 0 ? (
            <span className={styles.mark}>取自模型</span>
          ) : (
            <>
              <span className={styles.changed}>{changedText(changed)}</span>
              <Button size="small" variant="ghost" onClick={useSize}>
                恢复模型尺寸
              </Button>
            </>
          )}
        </p>
      ) : null}
      <p className={styles.facts}>
        {kg !== null && <span>{weightText(kg).replace(/^(?=\d)/, '约 ')}</span>}
        <span>
          {unit ? `文件单位 ${unitNames[unit]}` : '文件没有单位，按毫米读取'}
          {model.factor > 1 && '，已 ×25.4'}
          {model.factor < 1 && '，已 ÷25.4'}
          {unit && model.factor !== 1 && '，提交后由我们核对'}
        </span>
        {model.factor === 1 ? (
          <span role="group" aria-label="换算单位" className={styles.units}>
            <Button size="small" variant="ghost" onClick={() => onFactor(MM_PER_INCH)}>
              ×25.4
            </Button>
            <Button size="small" variant="ghost" onClick={() => onFactor(1 / MM_PER_INCH)}>
              ÷25.4
            </Button>
          </span>
        ) : (
          <Button size="small" variant="ghost" onClick={() => onFactor(1)}>
            恢复原单位
          </Button>
        )}
      </p>
    </div>
  );
}
