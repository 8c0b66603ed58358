import { memo } from 'react';
import { isTouch } from '#storefront/ui/is-touch.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import { IconButton } from '#storefront/ui/icon-button.tsx';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { partTitle, type PartDraft } from '../draft/draft.ts';
import { errorId, fieldId } from '../draft/field-focus.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import styles from './part-header.module.css';

const ModelPicture = lazyComponent(async () => (await import('../models/model-picture.tsx')).ModelPicture);
const ModelBadge = lazyComponent(async () => (await import('../models/model-state.tsx')).ModelBadge);

/** Actions that also move the focus, announce the result or send a request, so that the page handles them. */
export interface PartActions {
  copy: (key: string) => void;
  move: (key: string, by: 1 | -1) => void;
  remove: (key: string) => void;
  /** Undefined when the user lacks the permission. */
  saveAsDefault?: (key: string) => Promise<void>;
}

interface PartHeaderProps {
  partKey: string;
  name: string;
  index: number;
  count: number;
  isExpanded: boolean;
  /** Material, size and quantity, shown while the part is collapsed. */
  summary: string;
  /** The part while it is collapsed, for its model's picture and badge. */
  collapsedPart?: PartDraft;
  scope: QuoteScope;
  nameError?: string;
  actions: PartActions;
}

export const PartHeader = memo(function PartHeader(props: PartHeaderProps) {
  const { partKey, name, index, count, isExpanded, summary, collapsedPart, scope, nameError, actions } =
    props;
  const { dispatch } = scope;
  const model = collapsedPart?.modelFile;
  const { saveAsDefault } = actions;
  const title = partTitle({ name }, index);
  return (
    <header className={styles.header}>
      <span className={styles.index} aria-hidden="true">
        {index + 1}
      </span>
      {model && <ModelPicture model={model} size="row" />}
      <span className={styles.nameField}>
        <input
          id={fieldId(partKey, 'name')}
          className={styles.name}
          aria-label="零件名称"
          aria-invalid={nameError !== undefined}
          aria-describedby={nameError === undefined ? undefined : errorId(partKey, 'name')}
          placeholder={title}
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) =>
            dispatch({ type: 'typed', key: partKey, field: 'name', text: event.target.value })
          }
        />
        <FieldError id={errorId(partKey, 'name')} message={nameError} />
      </span>
      {!isExpanded && <span className={styles.summary}>{summary}</span>}
      {model && <ModelBadge part={collapsedPart} model={model} scope={scope} />}
      <span className={styles.actions}>
        {saveAsDefault && (
          <IconButton
            icon="star"
            label={`将 ${title} 设为我的默认配置`}
            hint="设为我的默认配置：新零件自动带出材料和工艺"
            onClick={() => void saveAsDefault(partKey)}
          />
        )}
        <IconButton icon="copy" label={`复制 ${title}`} hint="复制" onClick={() => actions.copy(partKey)} />
        <IconButton
          icon="up"
          label={`上移 ${title}`}
          hint={isTouch() ? '上移' : '上移（Alt+↑）'}
          isDisabled={index === 0}
          onClick={() => actions.move(partKey, -1)}
        />
        <IconButton
          icon="down"
          label={`下移 ${title}`}
          hint={isTouch() ? '下移' : '下移（Alt+↓）'}
          isDisabled={index === count - 1}
          onClick={() => actions.move(partKey, 1)}
        />
        <IconButton
          icon="remove"
          label={`删除 ${title}`}
          hint="删除"
          onClick={() => actions.remove(partKey)}
        />
        <IconButton
          icon="chevron"
          label={`${isExpanded ? '收起' : '展开'} ${title}`}
          hint={isExpanded ? '收起' : '展开'}
          isExpanded={isExpanded}
          onClick={() => dispatch({ type: 'toggled', key: partKey })}
        />
      </span>
    </header>
  );
});
