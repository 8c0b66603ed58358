import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import { can } from '#providers/session/access-control.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import { fieldsFromDefault, partTitle, type DefaultPart, type PartFields } from '../draft/draft.ts';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch, QuoteState } from '../draft/quote-actions.ts';
import type { RepeatedFiles } from '../models/place-files.ts';
import type { PartActions } from './part-header.tsx';

export interface ListActions extends PartActions {
  add: () => void;
  restore: () => void;
  /** The content of a new part. */
  newPart: PartFields;
  /** Attaches files to a part, or to new parts when no part is given. */
  addFiles: (files: readonly File[], partKey?: string) => void;
  /** Opens and closes the dialog for pasting a list; closing it keeps its text. */
  setPasting: (change: Partial<Pasting>) => void;
  /**
   * Settles files whose model a part already has: `raise` adds pieces of that part (or another set of an assembly), `separate`
   * adds separate parts, `drop` ignores them.
   */
  settleRepeated: (files: readonly RepeatedFiles[], choice: 'raise' | 'separate' | 'drop') => Promise<void>;
}

/** The state of the dialog for pasting a list. */
export interface Pasting {
  isOpen: boolean;
  text: string;
}

const loadPlaceFiles = onDemand(() => import('../models/place-files.ts'), '附件功能');
const loadSaveAsDefault = onDemand(() => import('./fields/save-as-default.ts'), '默认配置功能');

/** Actions on the list of parts; each moves the focus and announces its result. */
export function usePartActions(state: QuoteState, dispatch: Dispatch, defaultPart: DefaultPart) {
  const [announcement, announce] = useState('');
  /** Status text that names the files being added. */
  const [addingText, setAddingText] = useState('');
  const [repeated, setRepeated] = useState<readonly RepeatedFiles[]>([]);
  const [pasting, setPastingState] = useState<Pasting>({ isOpen: false, text: '' });
  const queryClient = useQueryClient();
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);

  const actions = useMemo((): ListActions => {
    const titleOf = (key: string) => {
      const index = latest.current.parts.findIndex((part) => part.key === key);
      const part = latest.current.parts[index];
      return part ? partTitle(part, index) : '';
    };
    const newPart = fieldsFromDefault(defaultPart);
    const setPasting: ListActions['setPasting'] = (change) =>
      setPastingState((before) => ({ ...before, ...change }));
    const newestKey = () => `part-${latest.current.nextKey - 1}`;
    const place = async (
      files: readonly File[],
      options: { partKey: string | undefined; isRepeatAllowed?: boolean },
    ) => {
      const [first] = files;
      setAddingText(
        first ? `正在加入“${first.name}”${files.length > 1 ? ` 等 ${files.length} 个文件` : ''}…` : '',
      );
      const placing = loadPlaceFiles().then((code) =>
        code?.placeFiles({
          ...options,
          files,
          latest: () => latest.current,
          newPart,
          dispatch,
          announce,
          onList: (text) => setPasting({ isOpen: true, text }),
        }),
      );
      const newlyRepeated = await placing.finally(() => setAddingText(''));
      if (newlyRepeated && newlyRepeated.length > 0) setRepeated((before) => [...before, ...newlyRepeated]);
    };
    return {
      newPart,
      setPasting,
      add: () => {
        flushSync(() => dispatch({ type: 'added', fields: newPart }));
        focusField(newestKey(), 'name');
        announce(`已添加${titleOf(newestKey())}`);
      },
      copy: (key) => {
        const title = titleOf(key);
        flushSync(() => dispatch({ type: 'copied', key }));
        focusField(newestKey(), 'name');
        announce(`已复制 ${title}`);
      },
      move: (key, by) => {
        flushSync(() => dispatch({ type: 'moved', key, by }));
        const position = latest.current.parts.findIndex((part) => part.key === key) + 1;
        announce(`${titleOf(key)} 现在是第 ${position} 个零件，共 ${latest.current.parts.length} 个`);
        document.getElementById(key)?.scrollIntoView?.({ block: 'nearest' });
      },
      remove: (key) => dispatch({ type: 'removed', key }),
      restore: () => {
        const key = latest.current.removed?.part.key;
        flushSync(() => dispatch({ type: 'removalUndone' }));
        if (key !== undefined) focusField(key, 'name');
      },
      addFiles: (files, partKey) => {
        if (files.length > 0) void place(files, { partKey });
      },
      settleRepeated: async (files, choice) => {
        setRepeated((all) => all.filter((entry) => !files.includes(entry)));
        const stillExists = ({ parts }: RepeatedFiles) =>
          parts.some((part) => latest.current.parts.some(({ key }) => key === part.key));
        const raised = choice === 'raise' ? files.filter(stillExists) : [];
        const placed = choice === 'drop' ? [] : files.filter((entry) => !raised.includes(entry));
        if (raised.length > 0) {
          const code = await loadPlaceFiles();
          code?.increaseQuantities(raised, { latest: () => latest.current, dispatch, announce });
        }
        const others = placed.flatMap(({ model, attached }) => [model, ...attached]);
        if (others.length > 0) await place(others, { partKey: undefined, isRepeatAllowed: true });
      },
      saveAsDefault: can(defaultConfigs.saveOwn.permission)
        ? async (key) => {
            const code = await loadSaveAsDefault();
            await code?.saveAsDefault(key, latest.current, dispatch, queryClient);
          }
        : undefined,
    };
  }, [queryClient, defaultPart, dispatch]);

  return { actions, announcement, repeated, addingText, pasting };
}
