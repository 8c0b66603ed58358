import { Form, Select } from 'antd';
import { useState } from 'react';
import { MAX_REPLAY_DAYS, priceReplays, type NewReplay } from '#contract/prices/price-replays.ts';
import { dayNumber, dayText, timeText } from '#domain/shanghai-time.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { Dialog } from '../../components/dialog.tsx';
import { draftLabel } from '../../components/prices/draft-queries.ts';
import { versionListQuery } from '../../components/prices/version-queries.ts';
import { originLabel } from '../../components/prices/version-text.ts';
import { useBusy } from '../../components/use-busy.ts';
import { PeriodInput } from '../../field-types/time/date-input.tsx';
import { usePermission } from '../../session/use-permission.ts';
import styles from './price-replay.module.css';
import { priceRangeProblem, ReplayFilters, type ReplayInput } from './replay-filters.tsx';
import { draftsQuery } from './replay-queries.ts';

interface Props {
  /** The initial choice; default: the live prices. */
  book: BookKey | undefined;
  onStarted: (id: number) => void;
  onClose: () => void;
}

const DEFAULT_DAYS = 365;
const MAX_VERSIONS = 100;
/** The live prices only, a draft by its id, or a version by its revision. */
export type BookKey = 'live' | `draft/${number}` | `version/${number}`;

const bodyOf = (book: BookKey): Pick<NewReplay, 'draftId' | 'bookRevision'> => {
  const [kind, number] = book.split('/');
  return {
    draftId: kind === 'draft' ? Number(number) : null,
    bookRevision: kind === 'version' ? Number(number) : null,
  };
};

export function StartDialog({ book: initial = 'live', onStarted, onClose }: Props) {
  const command = useCommand();
  const canSeeDrafts = usePermission('mfr:price:list');
  const { data: drafts } = useEndpoint(draftsQuery(canSeeDrafts));
  const { busy, whileBusy } = useBusy<'start'>();
  const { data: versions } = useEndpoint({
    ...versionListQuery({}, 1, MAX_VERSIONS),
    enabled: canSeeDrafts,
  });
  const [book, setBook] = useState<BookKey>(initial);
  const [filter, setFilter] = useState<ReplayInput>(() => {
    const today = dayNumber(new Date());
    return {
      beginDate: dayText(today - DEFAULT_DAYS + 1),
      endDate: dayText(today),
      status: 'sold',
      deptId: null,
      username: '',
      materialTag: '',
      processId: null,
      orderNo: '',
      leadClassId: null,
      priceFrom: null,
      priceTo: null,
    };
  });
  const change = (changed: Partial<ReplayInput>) => setFilter((before) => ({ ...before, ...changed }));

  const groups = [
    { label: '现行', options: [{ value: 'live', label: '现行价格（与成交时比较）' }] },
    {
      label: '调价草稿',
      options: (drafts ?? []).map((draft) => ({ value: `draft/${draft.id}`, label: draftLabel(draft) })),
    },
    {
      label: '价目版本',
      options: (versions?.list ?? []).map((version) => ({
        value: `version/${version.revision}`,
        label: `版本 ${version.revision}：${timeText(version.changedAt)} ${originLabel(version)}`,
      })),
    },
  ] satisfies { label: string; options: { value: BookKey; label: string }[] }[];
  const start = () =>
    whileBusy('start', async () => {
      const body = { ...filter, ...bodyOf(book) };
      const result = await command(priceReplays.start, { body });
      if (result.ok) onStarted(result.data);
    });
  return (
    <Dialog
      title="新的试算"
      width={640}
      isTransient
      okText="开始试算"
      confirmLoading={busy === 'start'}
      okButtonProps={{ disabled: priceRangeProblem(filter) !== undefined }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Form layout="vertical" className={styles.form}>
        <Form.Item label="价格" htmlFor="replay-draft" className={styles.wide}>
          <Select<BookKey>
            id="replay-draft"
            // Empty until drafts and versions have loaded, because the select would show the raw value.
            value={
              groups.some(({ options }) => options.some(({ value }) => value === book)) ? book : undefined
            }
            options={groups.filter(({ options }) => options.length > 0)}
            onChange={setBook}
          />
        </Form.Item>
        <Form.Item label="订单日期" className={styles.wide}>
          <PeriodInput label="订单日期" value={filter} maxDays={MAX_REPLAY_DAYS} onChange={change} />
        </Form.Item>
        <ReplayFilters filter={filter} onChange={change} />
      </Form>
      <p className={styles.muted}>
        {book.startsWith('version/')
          ? '按该版本生效时的选项价格、加工基价与附加费；材料与工艺的其他资料按现在的。'
          : ''}
        按订单的最后一版逐行重算：同样的尺寸、数量、材料与工艺。附加费与折扣按规则一并重算，规则的有效期按试算当天判断。人工报价的零件和人工填写的附加费金额不变；按材料分类或工艺筛选时只比较零件。
      </p>
    </Dialog>
  );
}
