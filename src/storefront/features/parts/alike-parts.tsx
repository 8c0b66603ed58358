import { paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '#storefront/ui/button.tsx';
import { ListMessage } from '#storefront/ui/list/list-message.tsx';
import { Records } from '#storefront/ui/list/paged-list.tsx';
import type { ModelMatch } from './model-search.tsx';
import { PartRow, type PartChoice } from './part-row.tsx';
import styles from './parts-page.module.css';

interface AlikePartsProps {
  match: ModelMatch;
  choice: PartChoice | undefined;
  onClose: () => void;
}

/** The parts that have the shape of a model. */
export function AlikeParts({ match: { fileName, parts }, choice, onClose }: AlikePartsProps) {
  const all = <Button onClick={onClose}>查看全部零件</Button>;
  if (parts.length === 0)
    return (
      <ListMessage text={`零件库中没有与“${fileName}”形状相同的零件。`}>
        {all}
        <ButtonLink to={paths.quote}>去报价</ButtonLink>
      </ListMessage>
    );
  return (
    <div className={styles.alike}>
      <p role="status" className={styles.found}>
        与“{fileName}”形状相同的零件：{parts.length} 个{all}
      </p>
      <Records records={parts}>{(part) => <PartRow part={part} choice={choice} />}</Records>
    </div>
  );
}
