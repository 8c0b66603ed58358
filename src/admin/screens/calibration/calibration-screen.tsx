import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { calibration, CALIBRATION_PERCENTS, MAX_CALIBRATION_DAYS } from '#contract/catalogue/calibration.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { endpointQuery, useEndpoint } from '../../calls/use-endpoint.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import page from '../../components/page/page.module.css';
import { QueryContent } from '../../components/page/query-content.tsx';
import { useDictOptions } from '../../field-types/dict-options.ts';
import { PeriodInput } from '../../field-types/time/date-input.tsx';
import { CalibrationReportView } from './calibration-report.tsx';
import styles from './calibration.module.css';

const DEFAULT_DAYS = 365;
const CALIBRATION = 'calibration';

interface Filter {
  beginDate: string;
  endDate: string;
  /** Empty for all tags. */
  materialTag: string;
  percent: (typeof CALIBRATION_PERCENTS)[number];
}

const queryOf = ({ materialTag, ...filter }: Filter) => ({
  ...filter,
  ...(materialTag === '' ? {} : { materialTag }),
});
const reportQuery = (filter: Filter) =>
  endpointQuery(calibration.report, {
    query: queryOf(filter),
    queryKey: [CALIBRATION, filter],
    placeholderData: keepPreviousData,
  });

export function CalibrationScreen() {
  const [filter, setFilter] = useState<Filter>(() => {
    const today = dayNumber(new Date());
    return {
      beginDate: dayText(today - DEFAULT_DAYS + 1),
      endDate: dayText(today),
      materialTag: '',
      percent: '10',
    };
  });
  const tags = useDictOptions('material_tag');
  const report = useEndpoint(reportQuery(filter));
  const change = (changed: Partial<Filter>) => setFilter((before) => ({ ...before, ...changed }));
  return (
    <div className={page.page}>
      <header className={styles.title}>
        <h1>估算与实际</h1>
        <ExportMenu label="导出" endpoint={calibration.export} query={queryOf(filter)} />
      </header>
      <section className={`${page.card} ${styles.filters}`} aria-label="筛选">
        <PeriodInput label="订单日期" value={filter} maxDays={MAX_CALIBRATION_DAYS} onChange={change} />
        <Select
          aria-label="材料分类"
          className={styles.tag}
          allowClear
          placeholder="全部材料分类"
          value={filter.materialTag === '' ? undefined : filter.materialTag}
          options={tags?.map(({ value, label }) => ({ value, label }))}
          onChange={(tag?: string) => change({ materialTag: tag ?? '' })}
        />
        <Select
          aria-label="偏差达到多少时给出建议"
          className={styles.percent}
          value={filter.percent}
          options={CALIBRATION_PERCENTS.map((value) => ({ value, label: `偏差 ${value}% 起给出建议` }))}
          onChange={(percent) => change({ percent })}
        />
      </section>
      <QueryContent query={report} label="数据" rows={12} isCard>
        {(data) => (
          <div
            className={`${page.page} ${styles.body}`}
            data-stale={report.isPlaceholderData}
            aria-busy={report.isPlaceholderData}
          >
            <CalibrationReportView report={data} period={filter} onApplied={() => void report.refetch()} />
          </div>
        )}
      </QueryContent>
    </div>
  );
}
