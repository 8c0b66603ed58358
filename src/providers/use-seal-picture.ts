import { useState } from 'react';
import { PictureError } from './picture-file.ts';
import {
  defaultSealOptions,
  emptySealMessage,
  openSealPicture,
  sealUri,
  type SealOptions,
} from './seal-picture.ts';

/**
 * A seal made from a chosen picture, again with each change of the options. Reports its data URI, '' while there is
 * nothing to see.
 */
export function useSealPicture(onChange: (image: string) => void) {
  const [picture, setPicture] = useState<ImageData>();
  const [options, setOptions] = useState(defaultSealOptions);
  const [error, setError] = useState<string>();

  const show = (opened: ImageData, chosen: SealOptions) => {
    const made = sealUri(opened, chosen);
    setError(made === '' ? emptySealMessage : undefined);
    onChange(made);
  };

  return {
    hasPicture: picture !== undefined,
    options,
    /** Why there is no seal, in Chinese. */
    error,
    setError,
    change: (part: Partial<SealOptions>) => {
      const next = { ...options, ...part };
      setOptions(next);
      if (picture) show(picture, next);
    },
    open: async (file: File) => {
      try {
        const opened = await openSealPicture(file);
        setPicture(opened.picture);
        setOptions(opened.options);
        show(opened.picture, opened.options);
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        setError(error.message);
      }
    },
  };
}
