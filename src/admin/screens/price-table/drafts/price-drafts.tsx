import { useState } from 'react';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { draftListQuery } from '../../../components/prices/draft-queries.ts';
import { RowList, RowNote } from '../../../components/page/row-list.tsx';
import { DraftHead, historyOf } from './draft-head.tsx';
import { DraftView } from './draft-view.tsx';
import styles from './price-drafts.module.css';

const PAGE_SIZE = 10;

interface Props {
  canEdit: boolean;
  /** The draft to show first; undefined shows the list. */
  draftId?: number | undefined;
  onApplied: () => void;
  onClose: () => void;
}

export function PriceDrafts({ canEdit, draftId, onApplied, onClose }: Props) {
  const [openId, setOpenId] = useState(draftId);
  return (
    <Dialog title="调价草稿与发布记录" width={960} footer={null} isTransient onCancel={onClose}>
      {openId === undefined ? (
        <DraftList onOpen={setOpenId} />
      ) : (
        <DraftView
          key={openId}
          id={openId}
          canEdit={canEdit}
          onApplied={onApplied}
          onBack={() => setOpenId(undefined)}
        />
      )}
    </Dialog>
  );
}

function DraftList({ onOpen }: { onOpen: (id: number) => void }) {
  const [pageIndex, setPageIndex] = useState(1);
  return (
    <RowList
      query={useEndpoint(draftListQuery(pageIndex, PAGE_SIZE))}
      label="调价草稿"
      empty="还没有草稿。在价目总表、加工基价、材料、附加费规则或交期档位中修改后，点“存为草稿”，核对后再发布。"
      idOf={({ id }) => id}
      onOpen={onOpen}
      pageIndex={pageIndex}
      pageSize={PAGE_SIZE}
      onPage={setPageIndex}
    >
      {(draft) => (
        <>
          <DraftHead draft={draft} />
          <span className={styles.count}>{draft.count} 个价格</span>
          <RowNote>{historyOf(draft)}</RowNote>
        </>
      )}
    </RowList>
  );
}
