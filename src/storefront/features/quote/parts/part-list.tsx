import { Fragment, memo, useState } from 'react';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/dialog.tsx';
import { Icon } from '#storefront/ui/icons.tsx';
import { partTitle } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import type { QuoteState } from '../draft/quote-state.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { PartCard } from './part-card.tsx';
import { RemovedPart } from './removed-part.tsx';
import type { ListActions } from './use-part-actions.ts';
import styles from './part-list.module.css';

interface PartListProps {
  state: QuoteState;
  scope: QuoteScope;
  actions: ListActions;
  onStartOver: () => void;
}

/** All parts of the quotation, in the customer's order. */
export const PartList = memo(function PartList({ state, scope, actions, onStartOver }: PartListProps) {
  const { parts, removed } = state;
  const isFull = parts.length >= MAX_ITEMS;
  return (
    <section className={styles.list} aria-label="零件列表">
      <header className={styles.head}>
        <h2>零件（{parts.length}）</h2>
        <Button size="small" disabled={isFull} onClick={actions.add}>
          <Icon name="plus" />
          添加零件
        </Button>
        <StartOver onStartOver={onStartOver} />
      </header>
      {parts.map((part, index) => (
        <Fragment key={part.key}>
          {removed?.index === index && <Removed removed={removed} scope={scope} actions={actions} />}
          <PartCard
            part={part}
            index={index}
            count={parts.length}
            scope={scope}
            actions={actions}
            serverErrors={state.serverErrors[part.key]}
          />
        </Fragment>
      ))}
      {removed && removed.index >= parts.length && (
        <Removed removed={removed} scope={scope} actions={actions} />
      )}
      <button type="button" className={styles.more} disabled={isFull} onClick={actions.add}>
        <Icon name="plus" />
        {isFull ? `一次最多报价 ${MAX_ITEMS} 个零件` : '再添加一个零件'}
      </button>
    </section>
  );
});

interface RemovedProps extends Pick<PartListProps, 'scope' | 'actions'> {
  removed: NonNullable<QuoteState['removed']>;
}

function Removed({ removed: { part, index }, scope, actions }: RemovedProps) {
  return (
    <RemovedPart
      key={part.key}
      title={partTitle(part, index)}
      onRestore={actions.restore}
      onAccept={() => scope.dispatch({ type: 'removalAccepted' })}
    />
  );
}

/** Asks for confirmation, since it discards all parts. */
function StartOver({ onStartOver }: { onStartOver: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
        重新开始
      </Button>
      <Dialog
        title="重新开始"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>取消</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                onStartOver();
              }}
            >
              放弃并重新开始
            </Button>
          </>
        }
      >
        <p>将放弃当前填写的所有零件。</p>
      </Dialog>
    </>
  );
}
