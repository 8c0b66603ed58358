import { Skeleton } from 'antd';
import { mail } from '#contract/system/mail.ts';
import { settings } from '#contract/system/settings.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { MailCard } from '../../components/mail-card.tsx';
import page from '../../components/page/page.module.css';
import { PageTabs } from '../../components/page/page-tabs.tsx';
import { LoadError } from '../../components/page/load-error.tsx';
import { useDictQuery } from '../../field-types/dict-options.ts';
import { settingsTabs } from '../../resources/page-tabs.ts';
import { SettingsForm } from './settings-form.tsx';

export function SettingsScreen() {
  const { data, isError, error, refetch } = useEndpoint(settings.typed, {
    quiet: false,
    queryKey: ['settings', 'typed'],
    gcTime: 0,
  });
  const mailQuery = useEndpoint(mail.state, { quiet: false, queryKey: ['settings', 'mail'], gcTime: 0 });
  const tags = useDictQuery('material_tag');
  // If the dictionary fails to load, the form shows the codes of the tags.
  const options = tags.data ?? (tags.isError ? [] : undefined);
  return (
    <div className={page.page}>
      <h1>参数设置</h1>
      <PageTabs tabs={settingsTabs} />
      {isError ? (
        <LoadError label="参数" error={error} onRetry={refetch} />
      ) : data && options ? (
        <>
          <SettingsForm loaded={data} tags={options} reload={async () => (await refetch()).data} />
          {mailQuery.data ? <MailCard mail={mailQuery.data} /> : null}
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </div>
  );
}
