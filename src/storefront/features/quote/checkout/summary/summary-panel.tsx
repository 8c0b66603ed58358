import { useRef, useState } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { useDebounced } from '#providers/use-debounced.ts';
import { Button } from '#storefront/ui/button.tsx';
import { formatFen } from '#domain/money.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { useCloseOnBack } from '#storefront/ui/layer/use-close-on-back.ts';
import { useDismiss } from '#storefront/ui/layer/use-dismiss.ts';
import { Icon } from '#storefront/ui/icons.tsx';
import scroll from '#storefront/ui/scroll-shadows.module.css';
import hidden from '#storefront/ui/visually-hidden.module.css';
import { countsText, uncountedText, type QuoteSummary } from '../../draft/price-draft.ts';
import type { QuoteScope } from '../../draft/quote-scope.ts';
import type { PageAction } from '../page-actions.ts';
import type { Checkout } from '../use-checkout.ts';
import { ShopNote } from '../shop-note.tsx';
import { OrderWait } from '../waiting/order-wait.tsx';
import { SummaryLines } from './summary-lines.tsx';
import page from '#storefront/ui/page.module.css';
import styles from './summary-panel.module.css';

const SummaryReasons = lazyComponent(async () => (await import('./summary-reasons.tsx')).SummaryReasons);
const SummaryCharges = lazyComponent(async () => (await import('./summary-charges.tsx')).SummaryCharges);
const SummaryLeads = lazyComponent(async () => (await import('./summary-leads.tsx')).SummaryLeads);

interface SummaryPanelProps {
  summary: QuoteSummary;
  scope: QuoteScope;
  /** The ship date, formatted. */
  shipsOn?: string;
  onShowPart: (key: string) => void;
  actions: readonly PageAction[];
  onSubmit: (status: PageAction['status']) => void;
  /** Set while a submitted order waits for its models. */
  waiting: Checkout['waiting'];
  onPrint: () => void;
}

/** The quotation's total: next to the parts on wide screens, an expandable bottom bar on phones. */
export function SummaryPanel(props: SummaryPanelProps) {
  const { summary, scope, shipsOn, onShowPart, actions, onSubmit, waiting, onPrint } = props;
  const [main, ...others] = actions;
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useDismiss({ isOpen, box: panel, opener: toggle, onClose: () => setOpen(false) });
  useCloseOnBack(isOpen, () => setOpen(false));
  const { partCount, incompleteCount, unpricedCount, totalFen, deliveryTime } = summary;
  const isPriced = partCount > incompleteCount + unpricedCount;
  const isRequest = main?.status === 'requested';
  const isReference = isRequest || summary.toCheckCount + summary.checkingCount > 0;
  const uncountedParts = uncountedText(summary);
  const activeWait = waiting && !waiting.isLate ? waiting : undefined;
  const { leadChoice } = summary;
  const days = `${leadChoice ? `${leadChoice.name}，` : ''}${workingDaysText(deliveryTime)}`;
  return (
    <aside ref={panel} className={styles.panel} aria-label="报价单" data-open={isOpen || undefined}>
      <div id="quote-summary" className={classNames(styles.details, scroll.shadows)}>
        <header className={styles.head}>
          <h2>报价单</h2>
          <span className={page.meta}>{countsText(summary)}</span>
        </header>
        <SummaryLines summary={summary} scope={scope} onShowPart={onShowPart} />
        {isPriced && summary.leadChoice && (
          <SummaryLeads leadChoice={summary.leadChoice} dispatch={scope.dispatch} />
        )}
        {isPriced && summary.charges && <SummaryCharges rows={summary.charges} />}
        {isReference && <SummaryReasons summary={summary} dispatch={scope.dispatch} />}
        <div className={styles.shop}>
          <ShopNote />
        </div>
      </div>
      <dl className={styles.totals}>
        <div className={styles.total}>
          <dt>{isReference ? '参考价' : '合计'}</dt>
          <dd>
            {isPriced ? formatFen(totalFen) : <span className={styles.none}>{noTotalLabel(summary)}</span>}
          </dd>
        </div>
        {isPriced && (
          <div className={styles.delivery}>
            <dt>{isReference ? '参考交期' : '交期'}</dt>
            <dd>{days}</dd>
          </div>
        )}
        {isPriced && !isReference && shipsOn !== undefined && (
          <div className={styles.delivery}>
            <dt>预计</dt>
            <dd>{shipsOn} 发货</dd>
          </div>
        )}
      </dl>
      {waiting ? (
        <OrderWait
          waiting={waiting}
          canRequest={waiting.status !== 'requested' && actions.some(({ status }) => status === 'requested')}
          onSubmit={onSubmit}
        />
      ) : (
        isPriced &&
        uncountedParts !== '' && (
          <p className={styles.incomplete}>
            另有 {uncountedParts}，未计入{isReference ? '参考价' : '合计'}
          </p>
        )
      )}
      <div className={styles.buttons}>
        {main && (
          <Button
            variant="primary"
            size="large"
            className={styles.place}
            isBusy={activeWait?.status === main.status}
            onClick={() => onSubmit(main.status)}
          >
            {activeWait?.status === main.status ? activeWait.label : main.label}
          </Button>
        )}
        {others
          .filter(({ status }) => status !== 'requested')
          .map((action) => (
            <SecondaryButton
              key={action.status}
              action={action}
              activeWait={activeWait}
              onSubmit={onSubmit}
            />
          ))}
        <Button className={styles.more} onClick={onPrint}>
          打印
        </Button>
        {others
          .filter(({ status }) => status === 'requested')
          .map((action) => (
            <SecondaryButton
              key={action.status}
              action={action}
              activeWait={activeWait}
              onSubmit={onSubmit}
            />
          ))}
      </div>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="quote-summary"
        aria-label={isOpen ? '收起报价单' : '展开报价单'}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron" />
      </button>
      <TotalAnnouncer
        text={isPriced ? `${isReference ? '参考价' : '合计'} ${formatFen(totalFen)}，交期 ${days}` : ''}
      />
    </aside>
  );
}

interface SecondaryButtonProps extends Pick<SummaryPanelProps, 'onSubmit'> {
  action: PageAction;
  activeWait: Checkout['waiting'];
}

/** A secondary way to submit; a request to staff is styled least prominent. */
function SecondaryButton({ action: { status, label }, activeWait, onSubmit }: SecondaryButtonProps) {
  const isRequest = status === 'requested';
  return (
    <Button
      variant={isRequest ? 'ghost' : undefined}
      className={classNames(styles.more, isRequest && styles.ask)}
      isBusy={activeWait?.status === status}
      onClick={() => onSubmit(status)}
    >
      {activeWait?.status === status ? activeWait.label : label}
    </Button>
  );
}

/** Replaces the total while no part has a price. */
function noTotalLabel({ incompleteCount, readingCount, unpricedCount }: QuoteSummary): string {
  if (incompleteCount === 0 && unpricedCount > 0) return '待报价';
  return readingCount === incompleteCount && readingCount > 0 ? '模型读取中' : '零件待完善';
}

const ANNOUNCE_AFTER_MS = 1000;

/** Announces the total to screen readers once typing pauses. Clears at once without a total. */
function TotalAnnouncer({ text }: { text: string }) {
  const debounced = useDebounced(text, ANNOUNCE_AFTER_MS);
  return (
    <p role="status" aria-label="合计" className={hidden.visuallyHidden}>
      {text === '' ? '' : debounced}
    </p>
  );
}
