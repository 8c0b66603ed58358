import { memo, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Material } from '#contract/catalogue/material-list.ts';
import { fileSizeText } from '#providers/files.ts';
import type { Check } from '#geometry/checks/checks.ts';
import { uncheckedSentence } from '#geometry/checks/check-sentences.ts';
import { formatOfName } from '#geometry/model-format.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { FileButton } from '#storefront/ui/form/file-button.tsx';
import { IconButton } from '#storefront/ui/icon-button.tsx';
import { MODEL_EXTENSIONS } from '#storefront/ui/order/model-files.ts';
import { withPlainName } from '#storefront/ui/order/plain-name.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { filterUsable } from '../upload/refused-files.ts';
import { BodyList } from './body-list.tsx';
import { EarlierParts } from './earlier-parts.tsx';
import { ModelChecks } from './model-checks.tsx';
import { ModelMeasures } from './model-measures.tsx';
import { ModelNotices } from './model-notices.tsx';
import { ModelPicture } from './model-picture.tsx';
import { withModel } from './model-size.ts';
import { stateOf, StateBadge } from './model-state.tsx';
import { PartViewer } from './part-viewer.tsx';
import { cancelReading, forgetReading, readFile, useModelFile } from './readings.ts';
import { prepareReplacement } from './replace-model.ts';
import { ModelUpload } from './sending/model-upload.tsx';
import { usePartChecks } from './use-part-checks.ts';
import styles from './model-panel.module.css';

interface ModelPanelProps {
  part: PartDraft;
  model: PartModel;
  material?: Material;
  /** The number of parts that may still be added. */
  maxNewParts: number;
  scope: QuoteScope;
}

export const ModelPanel = memo(function ModelPanel(props: ModelPanelProps) {
  const { part, model, material, maxNewParts, scope } = props;
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
  const [view, setView] = useState<'none' | 'card' | 'large'>('none');
  const panel = useRef<HTMLElement>(null);
  // The pressed button disappears; its counterpart takes the focus.
  const show = (next: 'none' | 'card') => {
    flushSync(() => setView(next));
    panel.current?.querySelector<HTMLElement>('[data-toggles]')?.focus();
  };
  const [hovered, setHovered] = useState<Check['code']>();
  const [selected, setSelected] = useState<Check['code']>();
  const select = (code: Check['code'] | undefined) => {
    setSelected(code);
    if (code && view === 'none') setView('card');
  };
  const highlight = checks.find(({ code }) => code === (hovered ?? selected))?.faces;
  const context = useMemo(
    () => ({ part, model, reading, maxNewParts, limits: checkLimits, scope }),
    [part, model, reading, maxNewParts, checkLimits, scope],
  );
  const unchecked =
    file?.facts && model.measures
      ? uncheckedSentence({
          format: formatOfName(model.fileName),
          isWhole: model.isWhole === true,
          isWallChecked: true,
        })
      : '';
  const checkList = (
    <ModelChecks
      checks={checks}
      unchecked={unchecked}
      context={context}
      dispatch={dispatch}
      selected={selected}
      onHover={setHovered}
      onSelect={select}
    />
  );
  const set = (next: PartModel | undefined) =>
    dispatch({
      type: 'modelChanged',
      key,
      change: (current) => (next ? withModel(current, next) : { modelFile: undefined, replaced: undefined }),
    });
  const setFactor = (factor: number) => set({ ...model, factor });
  const replace = async (file: File) => {
    const [usable] = filterUsable([withPlainName(file)]);
    if (!usable) return;
    const change = await prepareReplacement(part, usable);
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
      <ModelNotices
        part={part}
        model={model}
        file={file}
        limits={limits}
        dispatch={dispatch}
        onReadAgain={readAgain}
        onReplace={(picked) => void replace(picked)}
      />
      <div className={styles.content}>
        {reading && model.measures && view === 'none' && (
          <button type="button" className={styles.openViewer} data-toggles onClick={() => show('card')}>
            <ModelPicture model={model} size="panel" />
            查看三维
          </button>
        )}
        {model.ordered && !reading && <ModelPicture model={model} size="panel" />}
        <div className={styles.details}>
          {model.measures && (
            <ModelMeasures
              part={part}
              model={model}
              material={material}
              reading={reading}
              dispatch={dispatch}
              onFactor={setFactor}
            />
          )}
          {reading && model.measures && (
            <EarlierParts
              part={part}
              model={model}
              reading={reading}
              catalogue={scope.catalogue}
              dispatch={dispatch}
              onFactor={setFactor}
            />
          )}
          {reading && (
            <BodyList
              part={part}
              model={model}
              reading={reading}
              maxNewParts={maxNewParts}
              dispatch={dispatch}
            />
          )}
          {view !== 'large' && checkList}
        </div>
      </div>
      {/* Stays behind the dialog, which returns the focus to its button. */}
      {reading && view !== 'none' && (
        <div className={styles.choices}>
          <Button size="small" data-toggles onClick={() => show('none')}>
            收起三维
          </Button>
          <Button size="small" onClick={() => setView('large')}>
            放大
          </Button>
        </div>
      )}
      {reading && view === 'card' && (
        <div className={styles.view}>
          <PartViewer model={model} reading={reading} highlight={highlight} />
        </div>
      )}
      {reading && view === 'large' && (
        <Dialog title={model.fileName} isLarge onClose={() => setView('card')}>
          <div className={styles.large}>
            <PartViewer model={model} reading={reading} highlight={highlight} isLarge />
            <div>{checkList}</div>
          </div>
        </Dialog>
      )}
      {model.failure !== 'deleted' && <ModelUpload partKey={key} model={model} />}
    </section>
  );
});
