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
 * State for making a seal from a picture. Calls `onChange` with its data URI whenever picture or options
 * change; '' if nothing is visible.
 */
export function useSealPicture(onChange: (image: string) => void) {
  const [picture, setPicture] = useState<ImageData>();
  const [options, setOptions] = useState(defaultSealOptions);
  const [error, setError] = useState<string>();

  const show = (nextPicture: ImageData, nextOptions: SealOptions) => {
    const image = sealUri(nextPicture, nextOptions);
    setError(image === '' ? emptySealMessage : undefined);
    onChange(image);
  };

  return {
    hasPicture: picture !== undefined,
    options,
    /** Why there is no seal, for display. */
    error,
    setError,
    change: (changes: Partial<SealOptions>) => {
      const next = { ...options, ...changes };
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
