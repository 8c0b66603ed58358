import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { defaultConfigs } from '#contract/default-configs.ts';
import { can } from '#providers/access-control.ts';
import { call } from '#providers/http.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/result.ts';
import { fieldsFromDefault, partTitle, type DefaultPart } from '../draft/draft.ts';
import { focusField } from '../draft/field-focus.ts';
import { defaultPartQuery } from '../draft/quote-queries.ts';
import type { Dispatch, QuoteState } from '../draft/quote-state.ts';
import { checkPart, MAX_ITEMS } from '../draft/validation.ts';
import type { PartActions } from './part-header.tsx';

export interface ListActions extends PartActions {
  add: () => void;
  restore: () => void;
  /** Attaches files to a part, or to new parts when no part is given. */
  addFiles: (files: readonly File[], partKey?: string) => void;
}

/** Actions on the list of parts: each moves the focus and announces its result. */
export function usePartActions(state: QuoteState, dispatch: Dispatch, defaultPart: DefaultPart) {
  const [announcement, announce] = useState('');
  const client = useQueryClient();
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
    const newest = () => `part-${latest.current.nextKey - 1}`;
    return {
      add: () => {
        flushSync(() => dispatch({ type: 'added', fields: fieldsFromDefault(defaultPart) }));
        focusField(newest(), 'name');
        announce(`已添加${titleOf(newest())}`);
      },
      copy: (key) => {
        const title = titleOf(key);
        flushSync(() => dispatch({ type: 'copied', key }));
        focusField(newest(), 'name');
        announce(`已复制 ${title}`);
      },
      move: (key, by) => {
        flushSync(() => dispatch({ type: 'moved', key, by }));
        const place = latest.current.parts.findIndex((part) => part.key === key) + 1;
        announce(`${titleOf(key)} 现在是第 ${place} 个零件，共 ${latest.current.parts.length} 个`);
        document.getElementById(key)?.scrollIntoView?.({ block: 'nearest' });
      },
      remove: (key) => dispatch({ type: 'removed', key }),
      restore: () => {
        const key = latest.current.removed?.part.key;
        flushSync(() => dispatch({ type: 'restored' }));
        if (key !== undefined) focusField(key, 'name');
      },
      addFiles: (files, partKey) => {
        const { parts, nextKey } = latest.current;
        void loadPlaceFiles().then((placeFiles) => {
          if (!placeFiles) return;
          const newPart = fieldsFromDefault(defaultPart);
          const left = flushSync(() =>
            placeFiles({ files, partKey, state: latest.current, newPart, dispatch }),
          );
          if (left.length > 0) {
            const message = `一次最多报价 ${MAX_ITEMS} 个零件，${left.length} 个文件没有加入`;
            notify({ type: 'warning', message });
          }
          announce(`已添加 ${files.length - left.length} 个文件`);
          focusField(partKey ?? (parts.length === 1 ? parts[0]?.key : undefined) ?? `part-${nextKey}`, '');
        });
      },
      saveAsDefault: can(defaultConfigs.saveOwn.permission)
        ? (key) => void saveAsDefault(key, latest.current, dispatch, client).catch(ignoreReported)
        : undefined,
    };
  }, [client, defaultPart, dispatch]);

  return { actions, announcement };
}

/** Most quotations have no files, so the code is loaded with the first one. Undefined without a connection. */
async function loadPlaceFiles() {
  try {
    return (await import('../upload/place-files.ts')).placeFiles;
  } catch {
    notify({ type: 'error', message: '附件功能加载失败，请检查网络后重试' });
    return undefined;
  }
}

async function saveAsDefault(
  key: string,
  { parts, catalogue }: QuoteState,
  dispatch: Dispatch,
  client: QueryClient,
): Promise<void> {
  const part = parts.find((candidate) => candidate.key === key);
  if (!part) return;
  // Name, remark and files belong to this part only.
  const { item } = checkPart({ ...part, name: '', remark: '', files: [] }, catalogue);
  if (!item) {
    dispatch({ type: 'checked', keysWithErrors: [key] });
    return notify({ type: 'warning', message: '请先填完该零件，再设为默认配置' });
  }
  const result = await call(defaultConfigs.saveOwn, { body: item });
  if (result.ok) await client.invalidateQueries(defaultPartQuery);
}

/** The HTTP client has shown every failed call. */
function ignoreReported(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
}
