import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import type { DictOption } from '#contract/system/dict-options.ts';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import type { ShipCalendar } from '#domain/delivery/ship-date.ts';
import { appConfigQuery, uploadsModelsEarly } from '#providers/app-config.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { onDemand } from '#storefront/ui/on-demand.ts';
import page from '#storefront/ui/page.module.css';
import { useFileDrop } from '#storefront/ui/form/use-file-drop.ts';
import hidden from '#storefront/ui/visually-hidden.module.css';
import type { QuoteCatalogue } from './draft/catalogue-types.ts';
import { LazyCustomerPicker } from './checkout/lazy-customer-picker.ts';
import { LazyConfirmDialog, preloadConfirmDialog } from './checkout/lazy-confirm-dialog.ts';
import type { DefaultPart } from './draft/draft.ts';
import { focusField } from './draft/field-focus.ts';
import { PartList } from './parts/part-list.tsx';
import { needsStaff, summarise, withCharges } from './draft/price-draft.ts';
import { WhenPrinting } from './checkout/when-printing.tsx';
import type { QuoteOrigin } from './quote-origin.ts';
import { useChargeResult } from './draft/charges/use-charge-result.ts';
import { useReview } from './use-review.ts';
import { QuoteLinesContext } from './draft/quote-lines.ts';
import { useQuoteScope } from './draft/quote-scope.ts';
import { promisedDate } from '#providers/ship-calendar.ts';
import drop from '#storefront/ui/form/drop-hint.module.css';
import { pageActions } from './checkout/page-actions.ts';
import { SummaryPanel } from './checkout/summary/summary-panel.tsx';
import { useCheckout } from './checkout/use-checkout.ts';
import { useCustomerSwitch } from './use-customer-switch.ts';
import { pickDropped } from './upload/pick-dropped.ts';
import { isMeasuredByServer, isReading } from './draft/part-model.ts';
import { useKernelPreload } from './models/use-kernel-preload.ts';
import { usePartActions } from './parts/use-part-actions.ts';
import { useOtherTab, useQuote } from './use-quote.ts';
import styles from './quote-page.module.css';

const OtherTabDialog = lazyComponent(async () => (await import('./other-tab-dialog.tsx')).OtherTabDialog);

const loadModelReading = onDemand(() => import('./models/read-new-models.ts'), '模型读取功能');
const loadServerMeasuring = onDemand(() => import('./models/sending/measure-on-server.ts'), '模型测量功能');
const loadEarlyUpload = onDemand(() => import('./models/sending/upload-early.ts'), '模型上传功能');

interface QuoteWorkbenchProps {
  catalogue: QuoteCatalogue;
  tags: readonly DictOption[];
  calendar?: ShipCalendar;
  defaultPart: DefaultPart;
  /** The order that is edited or quoted again. */
  origin: QuoteOrigin | undefined;
  userId: number;
  /** The customer for whom staff act: 0 until one is chosen; undefined if the user is the customer. */
  forUserId: number | undefined;
  forCustomer: DeskCustomer | undefined;
}

/** The quotation page: parts on one side, the total on the other. */
export function QuoteWorkbench(props: QuoteWorkbenchProps) {
  const { tags, calendar, defaultPart, origin, userId, forUserId, forCustomer } = props;
  const { state, dispatch, saver, startOver, otherTab } = useQuote(props);
  const review = useReview(state.parts, state.catalogue, forCustomer?.userId);
  const scope = useQuoteScope(state.catalogue, tags, dispatch, review?.viewOf);
  const summaryWithoutCharges = summarise(state.parts, scope.viewOf, review?.reviewReasons);
  const chargeResult = useChargeResult(
    summaryWithoutCharges.lines,
    state.catalogue,
    state.leadClassId,
    forCustomer?.userId,
  );
  const summary = withCharges(summaryWithoutCharges, chargeResult);
  const now = useNow();
  const shipsOn = promisedDate(calendar, now, summary.deliveryTime);
  // No ship date is promised before a review.
  const isDateFirm =
    forUserId === undefined && !needsStaff(summary) && summary.toCheckCount + summary.checkingCount === 0;
  const { lines, leadChoice } = summary;
  const quoteLines = {
    lines,
    chargeResult,
    shipsOn: (days: number) => (isDateFirm ? promisedDate(calendar, now, days) : undefined),
  };
  const { actions, announcement, repeated, addingText, pasting } = usePartActions(
    state,
    dispatch,
    defaultPart,
  );
  const checkout = useCheckout({
    state,
    dispatch,
    scope,
    summary,
    shipsOn,
    saver,
    userId,
    orderId: origin?.orderId,
    edit: origin?.edit,
    forCustomer,
  });
  const switchCustomer = useCustomerSwitch({ userId, state, saver, forCustomer });
  const isUploading = state.parts.some(({ pendingFiles }) => pendingFiles > 0);
  const isOtherTabDialogOpen = useOtherTab(otherTab, isUploading || checkout.confirming !== undefined);
  const { addFiles } = actions;
  const isDragging = useFileDrop(
    useCallback(
      (files, target, folders) => {
        const key = target?.closest<HTMLElement>('[data-part]')?.dataset['part'];
        void pickDropped(files, folders).then((picked) => addFiles(picked, key));
      },
      [addFiles],
    ),
  );
  useKernelPreload(isDragging);
  const { parts } = state;
  useEffect(() => {
    if (parts.some(isReading)) {
      void loadModelReading().then((code) => code?.readNewModels(parts, dispatch));
    }
  }, [parts, dispatch]);
  const uploadsEarly = uploadsModelsEarly(useQuery(appConfigQuery).data);
  useEffect(() => {
    if (uploadsEarly && parts.some(({ modelFile }) => modelFile?.measures)) {
      void loadEarlyUpload().then((code) => code?.uploadEarly(parts));
    }
  }, [uploadsEarly, parts]);
  const needsServer = parts.some(isMeasuredByServer);
  const { onUnsent } = checkout;
  const isUrgent = checkout.waiting?.isLate === false;
  useEffect(() => {
    if (!needsServer || !(uploadsEarly || onUnsent)) return;
    void loadServerMeasuring().then((code) => code?.measureOnServer({ parts, dispatch, onUnsent, isUrgent }));
    // Without parts, the measuring ends.
    return () => void loadServerMeasuring().then((code) => code?.measureOnServer({ parts: [], dispatch }));
  }, [needsServer, uploadsEarly, onUnsent, isUrgent, parts, dispatch]);
  useEffect(preloadConfirmDialog, []);
  const showPart = useCallback((key: string) => focusField(key, ''), []);

  return (
    <div className={classNames(page.page, styles.page)}>
      <h1 className={hidden.visuallyHidden}>在线报价</h1>
      {forUserId !== undefined && (
        <Suspense>
          <LazyCustomerPicker
            className={styles.customer}
            customer={forCustomer}
            isChangeable
            text={checkout.wishes.customerText}
            error={undefined}
            isLocked={false}
            onText={(customerText) => checkout.setWishes({ ...checkout.wishes, customerText })}
            onChange={(customer) => void switchCustomer(customer)}
          />
        </Suspense>
      )}
      {origin?.renderBanner({ isChanged: state.isTouched, onReset: startOver })}
      <QuoteLinesContext value={quoteLines}>
        <div className={styles.columns}>
          <PartList
            state={state}
            scope={scope}
            actions={actions}
            repeated={repeated}
            pasting={pasting}
            hasLeadClasses={leadChoice !== undefined}
            hasNonStandardLead={(leadChoice?.id ?? null) !== null}
            onStartOver={startOver}
          />
          <SummaryPanel
            summary={summary}
            scope={scope}
            shipsOn={shipsOn}
            onShowPart={showPart}
            actions={pageActions(summary, origin?.edit, state.isTouched, forUserId !== undefined)}
            onSubmit={checkout.checkOut}
            waiting={checkout.waiting}
            onPrint={() => globalThis.print()}
          />
        </div>
      </QuoteLinesContext>
      {isDragging && (
        <p className={drop.hint}>
          <strong>放开即加入报价</strong>
          模型 STEP · IGES · BREP · STL · OBJ · 3MF，图纸 PDF · DXF · DWG · 图片，零件清单 XLSX ·
          CSV，可以放多个文件或文件夹
          <small>
            放到零件上属于该零件，放到别处每个模型新建一个零件；
            {uploadsEarly ? '模型在本机读取后随即上传' : '模型只在本机读取，提交订单、询价或保存报价时才上传'}
          </small>
        </p>
      )}
      {addingText !== '' && (
        <p role="status" className={drop.hint}>
          <strong>{addingText}</strong>
        </p>
      )}
      <p role="status" aria-label="操作提示" className={hidden.visuallyHidden}>
        {announcement}
      </p>
      <WhenPrinting summary={summary} scope={scope} shipsOn={shipsOn} now={now} />
      {isOtherTabDialogOpen && (
        <OtherTabDialog
          onLoad={otherTab.load}
          onKeepMine={otherTab.keepMine}
          onClose={otherTab.decideLater}
        />
      )}
      {checkout.confirming && (
        <Suspense>
          <LazyConfirmDialog
            order={checkout.confirming}
            checkout={checkout}
            edit={origin?.edit}
            onCustomerChange={(customer) => void switchCustomer(customer)}
          />
        </Suspense>
      )}
    </div>
  );
}

const MINUTE_MS = 60_000;

/** The current time, updated every minute, because the ship date changes at the cut-off hour. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
