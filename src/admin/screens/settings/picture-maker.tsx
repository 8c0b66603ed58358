import { Alert, Button, Checkbox, Modal, Slider } from 'antd';
import { useRef, useState } from 'react';
import { settings } from '#contract/settings.ts';
import { call } from '#providers/http.ts';
import { PictureError } from '#providers/picture-file.ts';
import { resultOrUndefined } from '#providers/result.ts';
import {
  emptySealMessage,
  openSealPicture,
  sealUri,
  defaultSealOptions,
  type SealOptions,
} from '#providers/seal-picture.ts';
import { useFocusBack } from '../../components/use-focus-back.ts';
import styles from './settings.module.css';

interface Props {
  title: string;
  onCancel: () => void;
  onKept: (kept: { hash: string; image: string }) => void;
}

/** Chooses a picture, removes its background and stores it on the server. */
export function PictureMaker({ title, onCancel, onKept }: Props) {
  useFocusBack();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageData>();
  const [choice, setChoice] = useState(defaultSealOptions);
  const [image, setImage] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  function show(opened: ImageData, chosen: SealOptions) {
    const made = sealUri(opened, chosen);
    setFault(made === '' ? emptySealMessage : undefined);
    setImage(made);
  }

  function change(part: Partial<SealOptions>) {
    const next = { ...choice, ...part };
    setChoice(next);
    if (picture) show(picture, next);
  }

  async function open(file: File) {
    try {
      const opened = await openSealPicture(file);
      setPicture(opened.picture);
      setChoice(opened.options);
      show(opened.picture, opened.options);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      setFault(error.message);
    }
  }

  async function keep() {
    setBusy(true);
    const result = await resultOrUndefined(call(settings.keepPicture, { body: { image } })).finally(() =>
      setBusy(false),
    );
    if (result?.ok) onKept(result.data);
    else if (result) setFault(result.errors?.['image'] ?? result.msg);
  }

  return (
    <Modal
      open
      title={title}
      onCancel={onCancel}
      okText="使用这张图片"
      okButtonProps={{ disabled: image === '', loading: isBusy }}
      onOk={() => void keep()}
    >
      <div className={styles.maker}>
        <Button onClick={() => input.current?.click()}>{picture ? '换一张' : '选择 PNG 或 JPEG'}</Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg"
          aria-label={`${title}的图片`}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) void open(file);
          }}
        />
        <div className={styles.chequered}>{image === '' ? '（无）' : <img src={image} alt="预览" />}</div>
        <Checkbox
          checked={choice.isLifting}
          disabled={!picture}
          onChange={({ target }) => change({ isLifting: target.checked })}
        >
          去除背景
        </Checkbox>
        <Checkbox
          checked={choice.isRedOnly}
          disabled={!picture || !choice.isLifting}
          onChange={({ target }) => change({ isRedOnly: target.checked })}
        >
          只保留红色印迹
        </Checkbox>
        <Slider
          min={2}
          max={70}
          value={choice.threshold}
          disabled={!picture || !choice.isLifting}
          ariaLabelForHandle="去除强度"
          onChange={(threshold) => change({ threshold })}
        />
        {fault === undefined ? null : <Alert type="error" title={fault} />}
        <p className={styles.remark}>
          印章图样只是图片，不是 CA 数字签名；可以作为凭据的是报价单上的验证码。
        </p>
      </div>
    </Modal>
  );
}
