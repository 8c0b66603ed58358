import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { settings } from '#contract/settings.ts';
import { fetchData } from '#providers/http.ts';
import page from '../../components/page.module.css';
import { PageTabs } from '../../components/page-tabs.tsx';
import { Problem } from '../../components/problem.tsx';
import { settingsTabs } from '../../resources/settings-tabs.ts';
import { SettingsForm } from './settings-form.tsx';

/** 参数设置: the product's settings, each with an input of its type. */
export function SettingsScreen() {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['settings', 'typed'],
    queryFn: ({ signal }) => fetchData(settings.typed, { signal }),
    gcTime: 0,
  });
  return (
    <div className={page.page}>
      <h1>参数设置</h1>
      <PageTabs tabs={settingsTabs} />
      {isError ? (
        <Problem title="参数加载失败" text={error.message}>
          <Button type="primary" onClick={() => void refetch()}>
            重试
          </Button>
        </Problem>
      ) : data ? (
        <SettingsForm loaded={data} reload={async () => (await refetch()).data} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </div>
  );
}
