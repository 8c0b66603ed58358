import { useState } from 'react';
import { priceVersions } from '#contract/prices/price-versions.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ExportMenu } from '../../../components/export-menu.tsx';
import { RowList, RowNote } from '../../../components/page/row-list.tsx';
import { versionListQuery, type VersionPeriod } from '../../../components/prices/version-queries.ts';
import { DayRangeInput, type DayRange } from '../../../field-types/time/date-input.tsx';
import { usePermission } from '../../../session/use-permission.ts';
import styles from '../drafts/price-drafts.module.css';
import { PriceVersionView } from './price-version-view.tsx';
import { VersionHead } from './version-head.tsx';

const PAGE_SIZE = 10;

interface Props {
  /** The version to show; undefined shows the list. */
  revision: number | undefined;
  canEdit: boolean;
  onOpen: (revision: number | undefined) => void;
  onApplied: () => void;
  onClose: () => void;
}

export function PriceVersions({ revision, canEdit, onOpen, onApplied, onClose }: Props) {
  const [range, setRange] = useState<DayRange>();
  const [pageIndex, setPageIndex] = useState(1);
  return (
    <Dialog title="价目版本" width={960} footer={null} isTransient onCancel={onClose}>
      {revision === undefined ? (
        <VersionList
          range={range}
          onRange={(next) => {
            setRange(next);
            setPageIndex(1);
          }}
          pageIndex={pageIndex}
          onPage={setPageIndex}
          onOpen={onOpen}
        />
      ) : (
        <PriceVersionView
          key={revision}
          revision={revision}
          canEdit={canEdit}
          onApplied={onApplied}
          onBack={() => onOpen(undefined)}
        />
      )}
    </Dialog>
  );
}

const periodOf = (range: DayRange | undefined): VersionPeriod => {
  const [from = '', to = ''] = range ?? [];
  return {
    ...(from === '' ? {} : { beginTime: `${from} 00:00:00` }),
    ...(to === '' ? {} : { endTime: `${to} 23:59:59` }),
  };
};

interface ListProps {
  range: DayRange | undefined;
  onRange: (range: DayRange | undefined) => void;
  pageIndex: number;
  onPage: (pageIndex: number) => void;
  onOpen: (revision: number) => void;
}

function VersionList({ range, onRange, pageIndex, onPage, onOpen }: ListProps) {
  const period = periodOf(range);
  const canExport = usePermission(priceVersions.export.permission);
  return (
    <>
      <div className={styles.filters}>
        <div className={styles.period}>
          <DayRangeInput id="version-period" label="修改日期" value={range} onChange={onRange} />
        </div>
        {canExport ? (
          <ExportMenu label="导出变更记录" endpoint={priceVersions.export} query={{ ...period }} />
        ) : null}
      </div>
      <RowList
        query={useEndpoint(versionListQuery(period, pageIndex, PAGE_SIZE))}
        label="价目版本"
        empty={range ? '这段时间没有改价' : '还没有改过价。每次保存、导入、发布或撤回价格，都是一个版本。'}
        idOf={(version) => version.revision}
        onOpen={onOpen}
        pageIndex={pageIndex}
        pageSize={PAGE_SIZE}
        onPage={onPage}
      >
        {(version) => (
          <>
            <VersionHead version={version} />
            <span className={styles.count}>{version.count} 个价格</span>
            <RowNote>
              {[version.userName, timeText(version.changedAt), version.draft?.reason]
                .filter(Boolean)
                .join(' · ')}
            </RowNote>
          </>
        )}
      </RowList>
    </>
  );
}
