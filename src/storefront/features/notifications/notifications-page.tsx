import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { markRead } from '#providers/notifications.ts';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import { ListMessage } from '#storefront/ui/list/list-message.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { PagedList } from '#storefront/ui/list/paged-list.tsx';
import { queryString } from '#storefront/ui/list/search-query.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { NotificationItem } from './notification-item.tsx';
import { pageQuery, unreadQuery } from './notification-queries.ts';
import styles from './notifications-page.module.css';

const tabs = [
  { label: '全部', isUnreadOnly: false },
  { label: '未读', isUnreadOnly: true },
];

/** URL of a page of the list; the first page of the unfiltered list has no query string. */
function urlOf({ isUnreadOnly, page = 1 }: { isUnreadOnly: boolean; page?: number }): string {
  return paths.notifications + queryString({ unread: isUnreadOnly ? '1' : '', page });
}

/** The notifications of the last 90 days, newest first; filter and page are in the URL. */
export function NotificationsPage() {
  usePageTitle('消息通知');
  const search = new URLSearchParams(useSearch());
  const isUnreadOnly = search.get('unread') === '1';
  const pageNumber = parsePositiveInt(search.get('page')) ?? 1;
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  return (
    <section className={classNames(page.card, styles.page)} aria-labelledby="notifications-title">
      <header className={styles.head}>
        <h1 id="notifications-title">消息通知</h1>
        <nav aria-label="筛选" className={styles.tabs}>
          {tabs.map((tab) => (
            <Link
              key={tab.label}
              to={urlOf({ isUnreadOnly: tab.isUnreadOnly })}
              className={classNames(styles.tab, tab.isUnreadOnly === isUnreadOnly && styles.current)}
              aria-current={tab.isUnreadOnly === isUnreadOnly ? 'page' : undefined}
            >
              {tab.label}
              {tab.isUnreadOnly && unread > 0 && ` ${unread}`}
            </Link>
          ))}
        </nav>
        <Button size="small" disabled={unread === 0} onClick={() => void markRead()}>
          全部标为已读
        </Button>
      </header>
      <PagedList
        query={useQuery(pageQuery(pageNumber, isUnreadOnly))}
        page={pageNumber}
        urlOf={(to) => urlOf({ isUnreadOnly, page: to })}
        unit="条"
        skeleton={<NotificationsSkeleton />}
        emptyList={<ListMessage text={isUnreadOnly ? '没有未读的消息。' : '还没有消息。'} />}
      >
        {(notification) => <NotificationItem notification={notification} />}
      </PagedList>
    </section>
  );
}

function NotificationsSkeleton() {
  return (
    <SkeletonGroup>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height="86px" />
      ))}
    </SkeletonGroup>
  );
}
