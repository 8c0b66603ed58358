import { classNames } from '#storefront/ui/class-names.ts';
import page from '#storefront/ui/page.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import part from './part-card.module.css';
import list from './part-list.module.css';
import styles from './quote-page.module.css';
import summary from './summary-panel.module.css';

/** The page's outline in its final size while catalogue and defaults are under way. */
export function QuoteSkeleton() {
  return (
    <div className={classNames(page.page, styles.page)}>
      <div className={styles.columns}>
        <section className={list.list}>
          <header className={list.head}>
            <Skeleton width="72px" height="22px" />
            <Skeleton width="92px" height="28px" />
          </header>
          <div className={classNames(part.card, styles.waitingPart)}>
            <SkeletonGroup>
              <Skeleton width="180px" height="28px" />
              <Skeleton width="70%" height="32px" />
              <Skeleton height="48px" />
              <Skeleton width="80%" height="52px" />
              <Skeleton height="280px" />
              <Skeleton width="60%" height="36px" />
              <Skeleton height="64px" />
            </SkeletonGroup>
          </div>
        </section>
        <aside className={summary.panel} aria-hidden="true">
          <Skeleton width="96px" height="22px" />
          <Skeleton height="32px" />
          <Skeleton width="70%" height="44px" />
          <Skeleton height="44px" />
        </aside>
      </div>
    </div>
  );
}
