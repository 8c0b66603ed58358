import type { Resource } from '../generated/define-resource.ts';
import { config } from './config/config.resource.ts';
import { dept } from './dept/dept.resource.ts';
import { dictData } from './dict-data/dict-data.resource.ts';
import { dictType } from './dict-type/dict-type.resource.ts';
import { menu } from './menu/menu.resource.ts';
import { role } from './role/role.resource.ts';
import { user } from './user/user.resource.ts';
import { loginLog } from './login-log/login-log.resource.ts';
import { material } from './material/material.resource.ts';
import { onlineSession } from './online-session/online-session.resource.ts';
import { operationLog } from './operation-log/operation-log.resource.ts';
import { post } from './post/post.resource.ts';
import { process } from './process/process.resource.ts';

/** Every declared resource of the back office; routes and screens are made from this list. */
export const resources: readonly Resource[] = [
  user,
  role,
  menu,
  dept,
  post,
  dictType,
  dictData,
  config,
  loginLog,
  operationLog,
  onlineSession,
  material,
  process,
];
