import type { QueryClient } from '@tanstack/react-query';
import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import { call } from '#providers/http/http.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/http/result.ts';
import { defaultPartQuery } from '../../draft/quote-queries.ts';
import type { Dispatch, QuoteState } from '../../draft/quote-actions.ts';
import { checkPart } from '../../draft/validation.ts';

/** Makes a part's content the user's default configuration, or shows what it lacks. */
export async function saveAsDefault(
  key: string,
  { parts, catalogue }: QuoteState,
  dispatch: Dispatch,
  client: QueryClient,
): Promise<void> {
  const part = parts.find((candidate) => candidate.key === key);
  if (!part) return;
  // Name, remark, files and model belong to this part only.
  const { item } = checkPart({ ...part, name: '', remark: '', files: [], modelFile: undefined }, catalogue);
  if (!item) {
    dispatch({ type: 'validated', keysWithErrors: [key] });
    return notify({ type: 'warning', message: '请先填完该零件，再设为默认配置' });
  }
  try {
    const result = await call(defaultConfigs.saveOwn, { body: item });
    if (result.ok) await client.invalidateQueries(defaultPartQuery());
  } catch (error) {
    // The HTTP client has already reported the failure.
    if (!(error instanceof CallError)) throw error;
  }
}
