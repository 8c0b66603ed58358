import { useState } from 'react';
import { useSealPicture } from '#providers/use-seal-picture.ts';
import { FileButton } from '#storefront/ui/form/file-button.tsx';
import page from '#storefront/ui/page.module.css';
import styles from './seal-page.module.css';

/** Makes a seal from a picture by removing the paper around a photographed stamp. Reports '' if nothing is visible. */
export function SealUpload({ onChange }: { onChange: (image: string) => void }) {
  const { hasPicture, options, error, change, open } = useSealPicture(onChange);
  const [isBusy, setBusy] = useState(false);

  const pick = async (file: File) => {
    setBusy(true);
    await open(file).finally(() => setBusy(false));
  };

  return (
    <div className={styles.making}>
      <div className={styles.row}>
        <FileButton
          label={hasPicture ? '换一张图片' : '选择图片'}
          accept="image/png,image/jpeg"
          isBusy={isBusy}
          onPick={(file) => void pick(file)}
        />
        <span className={page.meta}>PNG 或 JPEG；手机拍的印章也可以，大照片会先在本机缩小</span>
      </div>
      {hasPicture && (
        <div className={styles.controls}>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={options.removesBackground}
              onChange={({ target }) => change({ removesBackground: target.checked })}
            />
            去除背景
          </label>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={options.isRedOnly}
              disabled={!options.removesBackground}
              onChange={({ target }) => change({ isRedOnly: target.checked })}
            />
            只保留红色印迹
          </label>
          <label className={styles.slider}>
            去除强度
            <input
              type="range"
              min={2}
              max={70}
              value={options.threshold}
              disabled={!options.removesBackground}
              onChange={({ target }) => change({ threshold: Number(target.value) })}
            />
            <output>{options.threshold}</output>
          </label>
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
