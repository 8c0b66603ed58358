import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { MAX_REPEAT_PARTS } from '#contract/orders/parts.ts';
import { can } from '#providers/session/access-control.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '#storefront/ui/button.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import list from '#storefront/ui/list/paged-list.module.css';
import { queryString } from '#storefront/ui/list/search-query.ts';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { ListMessage } from '#storefront/ui/list/list-message.tsx';
import { Records } from '#storefront/ui/list/paged-list.tsx';
import { ModelSearch, type ModelMatch } from './model-search.tsx';
import { PartsFilters } from './parts-filters.tsx';
import { PartsList } from './parts-list.tsx';
import { readSearch } from './parts-search.ts';
import styles from './parts-page.module.css';
import { PartRow, type PartChoice } from './part-row.tsx';

/** All parts that were quoted or ordered, last ordered first; selected ones can be quoted again together. */
export function PartsPage() {
  usePageTitle('零件库');
  const [, navigate] = useLocation();
  const search = readSearch(useSearch());
  const [match, setMatch] = useState<ModelMatch>();
  // In order of selection, which becomes the order of the quotation.
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const onChoose = useCallback(
    (id: number, isChosen: boolean) =>
      setChosen((current) => {
        const others = current.filter((chosenId) => chosenId !== id);
        return isChosen && others.length < MAX_REPEAT_PARTS ? [...others, id] : others;
      }),
    [],
  );
  const canRepeat = can('mfr:quote:add');
  const choice = canRepeat ? { chosen, onChoose } : undefined;
  return (
    <section className={classNames(page.card, list.library)} aria-labelledby="parts-title">
      <header className={styles.head}>
        <h1 id="parts-title">零件库</h1>
        <ModelSearch onMatch={setMatch} />
      </header>
      <PartsFilters
        search={search}
        onSearch={(next) => {
          setMatch(undefined);
          navigate(paths.parts + queryString(next));
        }}
      />
      {match ? (
        <MatchingParts match={match} choice={choice} onClose={() => setMatch(undefined)} />
      ) : (
        <PartsList search={search} choice={choice} />
      )}
      {chosen.length > 0 && (
        <div className={styles.bar} role="region" aria-label="已选零件">
          <span role="status">
            已选 {chosen.length} 个零件
            {chosen.length === MAX_REPEAT_PARTS && '，一次最多选择这么多'}
          </span>
          <Button variant="ghost" onClick={() => setChosen([])}>
            清空
          </Button>
          <ButtonLink to={paths.repeatParts(chosen)} variant="primary">
            返单
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

interface MatchingPartsProps {
  match: ModelMatch;
  choice: PartChoice | undefined;
  onClose: () => void;
}

/** Parts that match a model's shape. */
function MatchingParts({ match: { fileName, parts }, choice, onClose }: MatchingPartsProps) {
  const showAllButton = <Button onClick={onClose}>查看全部零件</Button>;
  if (parts.length === 0)
    return (
      <ListMessage text={`零件库中没有与“${fileName}”形状相同的零件。`}>
        {showAllButton}
        <ButtonLink to={paths.quote}>去报价</ButtonLink>
      </ListMessage>
    );
  return (
    <div className={styles.alike}>
      <p role="status" className={styles.found}>
        与“{fileName}”形状相同的零件：{parts.length} 个{showAllButton}
      </p>
      <Records records={parts}>{(part) => <PartRow part={part} choice={choice} />}</Records>
    </div>
  );
}
