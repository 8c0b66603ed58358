import { Empty } from 'antd';
import { useState } from 'react';
import type { PriceHistoryEntry } from '#contract/prices/price-history.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { type EndpointRead, useEndpoint } from '../../calls/use-endpoint.ts';
import { Dialog } from '../dialog.tsx';
import styles from './price-history.module.css';
import { priceValueText } from './price-value.ts';
import { PagedList } from '../page/paged-list.tsx';
import { originLabel } from './version-text.ts';

const PAGE_SIZE = 10;

interface ListProps {
  read: (page: {
    pageIndex: number;
    pageSize: number;
  }) => EndpointRead<{ list: PriceEntry[]; count: number }>;
  /** Formats a value, and also receives the other value of the change; default: formats a price. */
  textOf?: TextOf;
}

interface Props extends ListProps {
  /** The name of the material, option or rule. */
  title: string;
  onClose: () => void;
}

type TextOf = (value: PriceEntry['before'], otherValue: PriceEntry['before']) => string;

/** A change of a price or cost; costs have no drafts. */
type PriceEntry = Pick<PriceHistoryEntry, 'id' | 'before' | 'after' | 'changedAt' | 'userName'> &
  Partial<Pick<PriceHistoryEntry, 'draftName' | 'isRollBack' | 'undoes' | 'copyTo'>>;

export const PriceHistory = ({ title, onClose, ...list }: Props) => (
  <Dialog title={`变更记录 · ${title}`} width={640} footer={null} isTransient onCancel={onClose}>
    <PriceEntries {...list} />
  </Dialog>
);

/** The changes of a price, newest first. */
export function PriceEntries({ read, textOf = priceValueText }: ListProps) {
  const [pageIndex, setPageIndex] = useState(1);
  const entries = useEndpoint({ ...read({ pageIndex, pageSize: PAGE_SIZE }), gcTime: 0 });
  return (
    <PagedList
      query={entries}
      label="变更记录"
      rows={4}
      empty={<Empty description="还没有变更记录：自启用以来没有改过，或改动早于本功能。" />}
      pageIndex={pageIndex}
      pageSize={PAGE_SIZE}
      onPage={setPageIndex}
    >
      {(list) => (
        <ol>
          {list.map((entry) => (
            <Entry key={entry.id} entry={entry} textOf={textOf} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Entry({ entry, textOf }: { entry: PriceEntry; textOf: TextOf }) {
  const { before, after, changedAt, userName, draftName } = entry;
  const { isRollBack = false, undoes = null, copyTo = null } = entry;
  const draft = draftName ? { name: draftName } : null;
  return (
    <li className={styles.entry}>
      <strong>
        {textOf(before, after)} → {textOf(after, before)}
      </strong>
      {draftName === undefined ? null : <span>{originLabel({ draft, isRollBack, undoes, copyTo })}</span>}
      <span className={styles.when}>
        {userName} {timeText(changedAt)}
      </span>
    </li>
  );
}
