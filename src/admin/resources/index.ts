import type { Resource } from '../generated/define-resource.ts';
import { config } from './config/config.resource.ts';
import { dictType } from './dict-type/dict-type.resource.ts';
import { loginLog } from './login-log/login-log.resource.ts';
import { onlineSession } from './online-session/online-session.resource.ts';
import { operationLog } from './operation-log/operation-log.resource.ts';
import { post } from './post/post.resource.ts';

/** Every declared resource of the back office; routes and screens are made from this list. */
export const resources: readonly Resource[] = [post, dictType, config, loginLog, operationLog, onlineSession];
