import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';

/** Whether this server sends mail, and how the mails of the last seven days fare. */
export const mailState = z.object({
  isOn: z.boolean(),
  /** The sender of all mail; empty while it is off. */
  from: z.string(),
  waiting: z.number(),
  failed: z.number(),
  /** The latest error of the mail server since its last accepted mail; empty without one. Refused recipients do not count. */
  lastFailure: z.string(),
});
export type MailState = z.output<typeof mailState>;

export const mail = {
  state: {
    method: 'GET',
    path: '/set-config/mail',
    summary: '邮件状态',
    permission: 'admin:sysConfigSet:list',
    data: mailState,
  },
  /** Sends a mail to the caller's own address at once, and answers what the mail server said. */
  test: {
    method: 'POST',
    path: '/set-config/mail-test',
    summary: '发送测试邮件',
    permission: 'admin:sysConfigSet:update',
    msg: '测试邮件已交给邮件服务器',
    data: z.object({ recipient: z.string(), answer: z.string() }),
  },
} as const satisfies Endpoints;
