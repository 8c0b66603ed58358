import type { Resource } from '../generated/define-resource.ts';
import { dictType } from './dict-type/dict-type.resource.ts';
import { post } from './post/post.resource.ts';

/** Every declared resource of the back office; routes and screens are made from this list. */
export const resources: readonly Resource[] = [post, dictType];
