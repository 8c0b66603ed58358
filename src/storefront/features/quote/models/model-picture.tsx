import type { PartModel } from '../draft/part-model.ts';
import { usePicture } from './pictures.ts';
import styles from './model-picture.module.css';

/** The thumbnail of a part's model; decorative, and empty until it exists. */
export function ModelPicture({ model, size }: { model: PartModel; size: 'row' | 'panel' }) {
  const picture = usePicture(model);
  if (picture === undefined) return null;
  return <img className={styles.picture} data-size={size} src={picture} alt="" />;
}
