import { classNames } from '#storefront/ui/class-names.ts';
import page from '#storefront/ui/page.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import part from './parts/part-card.module.css';
import list from './parts/part-list.module.css';
import process from './parts/fields/process-fields.module.css';
import styles from './quote-page.module.css';
import summary from './checkout/summary/summary-panel.module.css';

const MATERIALS = [1, 2, 3, 4, 5];
const PROCESSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The page's outline in its final size while data loads. */
export function QuoteSkeleton() {
  return (
    <div className={classNames(page.page, styles.page)}>
      <div className={styles.columns}>
        <section className={list.list}>
          <header className={list.head}>
            <Skeleton width="72px" height="22px" />
          </header>
          <div className={classNames(part.card, styles.waitingPart)}>
            <SkeletonGroup>
              <Skeleton width="140px" height="var(--size-compact)" />
              <Skeleton width="52%" height="var(--size-compact)" />
              <div className={styles.waitingMaterials}>
                {MATERIALS.map((index) => (
                  <Skeleton key={index} height="50px" />
                ))}
              </div>
              <Skeleton width="64%" height="56px" />
              <div className={process.grid}>
                {PROCESSES.map((index) => (
                  <Field key={index} />
                ))}
              </div>
              <Skeleton height="max(34px, var(--size-compact))" />
              <Skeleton width="46%" height="var(--size-compact)" />
              <Skeleton height="42px" />
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

function Field() {
  return (
    <span className={styles.waitingField}>
      <Skeleton width="72px" height="16px" />
      <Skeleton height="max(34px, var(--size-compact))" />
    </span>
  );
}
