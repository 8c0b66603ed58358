import { useState } from 'react';
import { PictureError } from '#providers/picture-file.ts';
import {
  emptySealMessage,
  openSealPicture,
  sealUri,
  defaultSealOptions,
  type SealOptions,
} from '#providers/seal-picture.ts';
import { FileButton } from '#storefront/ui/file-button.tsx';
import styles from './seal-page.module.css';

/**
 * A seal from a picture: the paper around a photographed stamp is removed. Reports '' while there is nothing to see.
 */
export function SealUpload({ onChange }: { onChange: (image: string) => void }) {
  const [picture, setPicture] = useState<ImageData>();
  const [settings, setSettings] = useState(defaultSealOptions);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const show = (opened: ImageData, chosen: SealOptions) => {
    const made = sealUri(opened, chosen);
    setFault(made === '' ? emptySealMessage : undefined);
    onChange(made);
  };
  const change = (part: Partial<SealOptions>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    if (picture) show(picture, next);
  };
  const open = async (file: File) => {
    setBusy(true);
    try {
      const opened = await openSealPicture(file);
      setPicture(opened.picture);
      setSettings(opened.options);
      show(opened.picture, opened.options);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.making}>
      <div className={styles.row}>
        <FileButton
          label={picture ? '换一张图片' : '选择图片'}
          accept="image/png,image/jpeg"
          isBusy={isBusy}
          onPick={(file) => void open(file)}
        />
        <span className={styles.hint}>PNG 或 JPEG；手机拍的印章也可以，大照片会先在本机缩小</span>
      </div>
      {picture && (
        <div className={styles.controls}>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={settings.isLifting}
              onChange={({ target }) => change({ isLifting: target.checked })}
            />
            去除背景
          </label>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={settings.isRedOnly}
              disabled={!settings.isLifting}
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
              value={settings.threshold}
              disabled={!settings.isLifting}
              onChange={({ target }) => change({ threshold: Number(target.value) })}
            />
            <output>{settings.threshold}</output>
          </label>
        </div>
      )}
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
