import type { PartModel } from '../draft/part-model.ts';
import { usePicture } from './pictures.ts';
import styles from './model-picture.module.css';

/** The small picture of a part's model, for eyes only; nothing until there is one. */
export function ModelPicture({ model, size }: { model: PartModel; size: 'row' | 'panel' }) {
  const picture = usePicture(model);
  if (picture === undefined) return null;
  return <img className={styles.picture} data-size={size} src={picture} alt="" />;
}
