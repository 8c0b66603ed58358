import type { Resource } from '../resource-kit/define-resource.ts';
import { company } from './company/company.resource.ts';
import { config } from './config/config.resource.ts';
import { dept } from './dept/dept.resource.ts';
import { dictData } from './dict-data/dict-data.resource.ts';
import { dictType } from './dict-type/dict-type.resource.ts';
import { chargeRule } from './charge-rule/charge-rule.resource.ts';
import { reviewRule } from './review-rule/review-rule.resource.ts';
import { leadClass } from './lead-class/lead-class.resource.ts';
import { menu } from './menu/menu.resource.ts';
import { role } from './role/role.resource.ts';
import { user } from './user/user.resource.ts';
import { loginLog } from './login-log/login-log.resource.ts';
import { material } from './material/material.resource.ts';
import { onlineSession } from './online-session/online-session.resource.ts';
import { order } from './order/order.resource.ts';
import { partLibrary } from '../screens/part-library/part-library.resource.ts';
import { post } from './post/post.resource.ts';
import { process } from './process/process.resource.ts';
import { stockSize } from './stock-size/stock-size.resource.ts';

/** All resources except the operation log, which imports these for the labels of their fields. */
export const loggedResources: readonly Resource[] = [
  user,
  role,
  menu,
  dept,
  company,
  post,
  dictType,
  dictData,
  config,
  loginLog,
  onlineSession,
  material,
  stockSize,
  reviewRule,
  chargeRule,
  leadClass,
  process,
  order,
  partLibrary,
];
