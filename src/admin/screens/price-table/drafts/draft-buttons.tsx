import { Button } from 'antd';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { overlapText } from './draft-summary.ts';
import styles from './price-drafts.module.css';
import type { DraftActions } from './use-draft-actions.ts';

interface Props {
  draft: PriceDraftDetails;
  actions: DraftActions;
  onOpen: (dialog: 'charge' | 'merge' | 'schedule') => void;
}

/** The actions that the state of the draft allows. */
export function DraftButtons({ draft, actions, onOpen }: Props) {
  const { busy } = actions;
  const { state, name, version, count } = draft;
  return (
    <div className={styles.buttons}>
      {state === 'draft' ? (
        <>
          <ConfirmButton
            danger
            loading={busy === 'remove'}
            title={`删除草稿“${name}”？`}
            content="价格不受影响。"
            okText="删除"
            onConfirm={actions.remove}
          >
            删除草稿
          </ConfirmButton>
          <Button onClick={() => onOpen('charge')}>调整附加费</Button>
          <Button onClick={() => onOpen('merge')}>合并其他草稿</Button>
          <Button onClick={() => onOpen('schedule')}>定时发布</Button>
          <ConfirmButton
            type="primary"
            loading={busy === 'publish'}
            title={`立即发布 ${count} 个价格？`}
            content={`此后的报价与订单按它计价。${overlapText(draft)}`}
            okText="发布"
            onConfirm={() => actions.publish(draft)}
          >
            立即发布
          </ConfirmButton>
        </>
      ) : null}
      {state === 'scheduled' ? (
        <Button loading={busy === 'unschedule'} onClick={() => void actions.unschedule(version)}>
          取消定时发布
        </Button>
      ) : null}
      {state === 'live' ? (
        <ConfirmButton
          danger
          loading={busy === 'rollBack'}
          title={`撤回“${name}”？`}
          content={`${count} 个价格恢复为发布前的数值，立即生效。`}
          okText="撤回"
          onConfirm={() => actions.rollBack(version)}
        >
          撤回，恢复原价
        </ConfirmButton>
      ) : null}
    </div>
  );
}
